import { z } from "zod";
import { flag, line, name, nullable, optional, optionalNotNull, timestamp } from "@/lib/kernel/fields";
import { MEMBER_ROLES } from "@/lib/access/callers/choices";
import { MAX_CERTIFICATES, MAX_METADATA_LENGTH, MAX_ROLE_RULES, SIGN_IN_BINDINGS } from "./choices";

const role = () => z.enum(MEMBER_ROLES);

/** People whose role attribute has this value get this role. The first rule that fits decides. */
export const RoleRule = z.object({ value: name(), role: role() }).meta({ id: "RoleRule" });
export type RoleRule = z.infer<typeof RoleRule>;

/** A certificate of a provider, as people compare it with the one that the provider shows. */
export const ProviderCertificate = z
  .strictObject({
    pem: z.string(),
    subject: z.string(),
    /** SHA-256 of the certificate, in hexadecimal pairs. */
    fingerprint: z.string(),
    expires_at: timestamp(),
  })
  .meta({ id: "ProviderCertificate" });
export type ProviderCertificate = z.infer<typeof ProviderCertificate>;

/** How an organization signs people in by SAML 2.0: its provider, and this service as that provider has to know it. */
export const IdentityProvider = z
  .strictObject({
    entity_id: z.string(),
    sign_in_url: z.string(),
    sign_in_binding: z.enum(SIGN_IN_BINDINGS).meta({
      description:
        "How the request reaches the sign-in address: by a redirect, or by a form that the browser posts.",
    }),
    certificates: z.array(ProviderCertificate),
    is_required: z.boolean().meta({
      description: "Whether people with addresses of the domain can sign in only through the provider.",
    }),
    is_enforced: z.boolean().meta({
      description:
        "Whether the requirement applies now: the domain is verified by its DNS record, and a sign-in has succeeded since.",
    }),
    email_attribute: nullable(),
    first_name_attribute: nullable(),
    last_name_attribute: nullable(),
    role_attribute: nullable(),
    role_rules: z.array(RoleRule),
    default_role: role().nullable().meta({
      description: "The role of people whom no rule names. Null: they do not become members.",
    }),
    domain: nullable().meta({
      description: "The verified domain whose people sign in. Null: none is verified, so nobody can sign in.",
    }),
    tried_at: timestamp().nullable().meta({
      description:
        "The last sign-in that succeeded with this entity id, address and certificates. Null: none since the domain was verified.",
    }),
    service: z.strictObject({
      entity_id: z.url(),
      response_url: z.url(),
      sign_in_url: z.url(),
      start_url: z.url().meta({ description: "Where a sign-in can begin from another site." }),
    }),
    updated_at: timestamp(),
  })
  .meta({ id: "IdentityProvider" });
export type IdentityProvider = z.infer<typeof IdentityProvider>;

export const IdentityProviderInput = z
  .object({
    metadata: optional(z.string().max(MAX_METADATA_LENGTH)).meta({
      description:
        "The provider's metadata (XML). It gives the entity id, the address and the certificates, unless those are sent too.",
    }),
    entity_id: optionalNotNull(name(1_024)),
    sign_in_url: optionalNotNull(name(2_000)),
    sign_in_binding: optionalNotNull(z.enum(SIGN_IN_BINDINGS)),
    certificates: optionalNotNull(z.array(z.string().max(10_000)).max(MAX_CERTIFICATES)).meta({
      description: "In PEM, or the base64 between its lines.",
    }),
    is_required: optionalNotNull(flag()),
    email_attribute: optional(line()),
    first_name_attribute: optional(line()),
    last_name_attribute: optional(line()),
    role_attribute: optional(line()),
    role_rules: optionalNotNull(z.array(RoleRule).max(MAX_ROLE_RULES)),
    default_role: optional(role()),
  })
  .meta({ id: "IdentityProviderInput" });
export type IdentityProviderInput = z.infer<typeof IdentityProviderInput>;
