import { z } from "zod";
import { flag, line, name, nullable, optionalNotNull, uuid } from "@/lib/kernel/fields";
import { DISPLAY_ISSUER_AS } from "./choices";

const MAX_TEMPLATES = 500;

const OrganizationSummary = z
  .strictObject({
    type: z.literal("Organization"),
    id: z.uuid(),
    name: z.string(),
    vanity_slug: z.string(),
    url: z.string(),
    photo: z.strictObject({ id: z.string(), url: z.string() }).nullable(),
    photo_url: nullable(),
    badge_template_count: z.int().meta({ description: "Number of its active badge templates." }),
  })
  .meta({ id: "OrganizationSummary" });
export type OrganizationSummary = z.infer<typeof OrganizationSummary>;

export const IssuerAuthorization = z
  .strictObject({
    id: z.uuid(),
    authorization_type: z.string(),
    display_issuer_as: z.enum(DISPLAY_ISSUER_AS),
    restrict_by_badge_templates: z.boolean(),
    subscription_type: nullable(),
    allowed_badge_templates: z.array(z.strictObject({ id: z.uuid(), name: z.string() })),
    collections: z.array(z.unknown()),
    issuer: OrganizationSummary,
    grantor: OrganizationSummary,
  })
  .meta({ id: "IssuerAuthorization" });
export type IssuerAuthorization = z.infer<typeof IssuerAuthorization>;

export const Grantor = z.strictObject({ id: z.uuid(), grantor: OrganizationSummary }).meta({ id: "Grantor" });
export type Grantor = z.infer<typeof Grantor>;

const terms = {
  authorization_type: optionalNotNull(name()),
  display_issuer_as: optionalNotNull(z.enum(DISPLAY_ISSUER_AS)).meta({
    description: "The issuer shown on its badges. Default: `grantor`.",
  }),
  restrict_by_badge_templates: optionalNotNull(flag()).meta({
    description: "Whether only `allowed_badge_templates` may be issued. Default: true when any are given.",
  }),
  allowed_badge_templates: optionalNotNull(z.array(uuid()).max(MAX_TEMPLATES)),
};

export const IssuerAuthorizationInput = z
  .object({
    issuer_id: optionalNotNull(uuid()).meta({ description: "The organization that may issue." }),
    issuer_vanity_slug: optionalNotNull(line()).meta({
      description: "The `vanity_slug` of that organization, used when `issuer_id` is not given.",
    }),
    ...terms,
  })
  .meta({ id: "IssuerAuthorizationInput" });
export type IssuerAuthorizationInput = z.infer<typeof IssuerAuthorizationInput>;

/** The fields of an authorization that may be changed: all but its issuer. */
export const IssuerAuthorizationChange = z.object(terms).meta({ id: "IssuerAuthorizationChange" });
export type IssuerAuthorizationChange = z.infer<typeof IssuerAuthorizationChange>;
