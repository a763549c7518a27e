import { z } from "zod";
import { creator, flag, id, json, number, orNull, record, text, textOrNull, texts, time } from "./fields";

export const Organization = record("organization", {
  id: id(),
  name: text(),
  vanity_slug: text(),
  photo_id: orNull(id()),
  cover_id: orNull(id()),
  website_url: textOrNull(),
  contact_email: textOrNull(),
  legal_contact_email: textOrNull(),
  technical_contact_email: textOrNull(),
  zip_or_postal_code: textOrNull(),
  organization_type: textOrNull(),
  bio: textOrNull(),
  twitter_url: textOrNull(),
  facebook_url: textOrNull(),
  linked_in_url: textOrNull(),
  linked_in_name: textOrNull(),
  linked_in_org_id: textOrNull(),
  address: textOrNull(),
  city: textOrNull(),
  state_or_province: textOrNull(),
  country: textOrNull(),
  location: textOrNull(),
  primary_hex_color: textOrNull(),
  support_email: textOrNull(),
  support_url: textOrNull(),
  allow_saml_debug: flag(),
  enable_blockchain: flag(),
  print_method: textOrNull(),
  pdf_id: textOrNull(),
  internationalize_badge_templates: flag(),
  integrated_with_partner: flag(),
  hide_subscription: flag(),
  default_page: text(),
  industry_id: textOrNull(),
  display_logo_as_circle_in_emails: flag(),
  is_trial: flag(),
  workforce_enabled: flag(),
  require_template_detail_attributes: flag(),
  requires_second_factor: flag(),
  session_idle_minutes: orNull(number()),
  learning_token_idle_days: orNull(number()),
  created_at: time(),
  updated_at: time(),
  webhook_url: textOrNull(),
  allowed_webhooks: texts(),
  webhook_accepts_any_success: flag(),
});

/** A PNG file in base64. */
export const Image = record("image", { id: id(), bytes: z.base64(), created_at: time() });

const Address = z.strictObject({
  id: id(),
  email: text(),
  primary: flag(),
  confirmed_at: orNull(time()),
  created_at: time(),
});

/** An account that has a badge of the organization, is employed by it or is a member of it, without its password. */
export const Person = record("person", {
  id: id(),
  first_name: text(),
  middle_name: textOrNull(),
  last_name: text(),
  locale: text(),
  vanity_slug: text(),
  headline: textOrNull(),
  bio: textOrNull(),
  current_position_name: textOrNull(),
  current_organization_name: textOrNull(),
  photo_id: orNull(id()),
  created_at: time(),
  updated_at: time(),
  opened_at: orNull(time()),
  /** The number in the learning edition. Exports of format 1 have none. */
  learning_member_id: number().optional(),
  addresses: z.array(Address).min(1),
});

const Role = z.enum(["administrator", "issuer", "viewer"]);

export const Member = record("member", {
  user_id: id(),
  role: Role,
  created_at: time(),
});

/** An invitation that can still be accepted, or sent again. The link in its mail is made with keys that do not travel. */
export const MemberInvitation = record("member_invitation", {
  id: id(),
  email: text(),
  role: Role,
  invited_by_type: text(),
  invited_by_id: text(),
  invited_by_name: text(),
  created_at: time(),
  sent_at: time(),
  expires_at: time(),
});

export const SavedView = record("saved_view", {
  id: id(),
  user_id: orNull(id()),
  list: text(),
  name: text(),
  parameters: json(),
  created_at: time(),
  updated_at: time(),
});

export const MailDesign = record("mail_design", {
  organization_id: id(),
  sender_name: textOrNull(),
  texts: json(),
  updated_at: time(),
});

export const IssuerAuthorization = record("issuer_authorization", {
  id: id(),
  issuer_id: id(),
  authorization_type: text(),
  display_issuer_as: z.enum(["grantor", "issuer", "both"]),
  restrict_by_badge_templates: flag(),
  subscription_type: textOrNull(),
  created_at: time(),
});
export const IssuerAuthorizationTemplate = record("issuer_authorization_template", {
  issuer_authorization_id: id(),
  badge_template_id: id(),
});

/** An OAuth application without its secret. */
export const OauthApplication = record("oauth_application", {
  id: number(),
  uuid: id(),
  name: text(),
  description: textOrNull(),
  uid: text(),
  read_enabled: flag(),
  write_enabled: flag(),
  delete_enabled: flag(),
  scopes: texts(),
  data_services_enabled: flag(),
  ...creator,
  created_at: time(),
  updated_at: time(),
  last_used_at: orNull(time()),
  last_successfully_used_at: orNull(time()),
});
