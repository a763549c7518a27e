import { z } from "zod";
import {
  emailAddress,
  flag,
  line,
  name,
  nullable,
  optional,
  optionalNotNull,
  ownId,
  text,
  timestamp,
  webAddress,
} from "@/lib/kernel/fields";

export const Organization = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    vanity_slug: z.string(),
    url: z.string(),
    photo: z.strictObject({ id: z.string(), url: z.string() }).nullable(),
    photo_url: nullable(),
    website_url: nullable(),
    webhook_url: nullable(),
    contact_email: nullable(),
    legal_contact_email: nullable(),
    technical_contact_email: nullable(),
    zip_or_postal_code: nullable(),
    organization_type: nullable(),
    bio: nullable(),
    twitter_url: nullable(),
    facebook_url: nullable(),
    linked_in_url: nullable(),
    linked_in_name: nullable(),
    linked_in_org_id: nullable(),
    city: nullable(),
    address: nullable(),
    primary_hex_color: nullable(),
    support_email: nullable(),
    support_url: nullable(),
    allow_saml_debug: z.boolean(),
    allowed_webhooks: z.array(z.string()),
    enable_blockchain: z.boolean(),
    print_method: nullable(),
    pdf_id: nullable(),
    internationalize_badge_templates: z.boolean(),
    integrated_with_partner: z.boolean(),
    hide_subscription: z.boolean(),
    default_page: z.string(),
    industry_id: nullable(),
    display_logo_as_circle_in_emails: z.boolean(),
    is_trial: z.boolean(),
    workforce_enabled: z.boolean(),
    linkedin_a2p_url: nullable(),
    location: nullable(),
    country: nullable(),
    state_or_province: nullable(),
    created_at: timestamp(),
    updated_at: timestamp(),
    vanity_url: z.string(),
    verified_at: timestamp().nullable(),
    verified: z.boolean(),
    require_template_detail_attributes: z.boolean(),
    has_employees: z.boolean(),
    missing_required_info: z.boolean(),
    featured_badge_templates: z.array(z.unknown()),
  })
  .meta({ id: "Organization" });
export type Organization = z.infer<typeof Organization>;

/** An image in the request itself. The limit of the whole body is lower. */
const dataUrl = () =>
  z
    .string()
    .max(14_000_000)
    .regex(/^data:image\/[a-z0-9.+-]+;base64,/i);

const hexColor = () => line(7).regex(/^#[0-9a-fA-F]{6}$/, "must be a colour such as #1a5fb4");

/** LinkedIn's number of a company page, in its address https://www.linkedin.com/company/1337. */
const linkedInId = () => ownId(line(20).regex(/^\d+$/, "must be the number of your LinkedIn page"));

/** The keys that PUT takes; `cover` and the last seven are additional to the specification's list. */
export const OrganizationInput = z
  .object({
    name: name().optional(),
    website_url: optional(webAddress()),
    webhook_url: optional(webAddress()),
    location: optional(line()),
    zip_or_postal_code: optional(line()),
    contact_email: optional(emailAddress()),
    legal_contact_email: optional(emailAddress()),
    organization_type: optional(line()),
    bio: optional(text()),
    twitter_url: optional(webAddress()),
    facebook_url: optional(webAddress()),
    /** A public address of an image, which is fetched, or a data URL. The image is re-encoded and stored. */
    photo: optional(
      z.union([webAddress(), dataUrl()], {
        error: "must be an http or https address, or a data URL of an image",
      }),
    ),
    /** Like `photo`, cropped to 1440 × 360 pixels. The public page shows it; no response contains it (decision 0109). */
    cover: optional(
      z.union([webAddress(), dataUrl()], {
        error: "must be an http or https address, or a data URL of an image",
      }),
    ),
    city: optional(line()),
    state_or_province: optional(line()),
    country: optional(line()),
    address: optional(line()),
    hide_subscription: optionalNotNull(flag()),
    technical_contact_email: optional(emailAddress()),
    primary_hex_color: optional(hexColor()),
    support_email: optional(emailAddress()),
    support_url: optional(webAddress()),
    linked_in_url: optional(webAddress()),
    linked_in_name: optional(line()),
    linked_in_org_id: optional(linkedInId()),
  })
  .meta({ id: "OrganizationInput" });
export type OrganizationInput = z.infer<typeof OrganizationInput>;
