import {
  address,
  anything,
  bool,
  booleans,
  date,
  fields,
  integer,
  list,
  object,
  oneOf,
  optionalTexts,
  orNull,
  scalar,
  text,
  texts,
  timestamp,
  timestamps,
  uuid,
  type Shape,
} from "./shapes";

// The fields of the specification ("Resources and their fields") with their types, as a client in a typed language
// declares them: written from the specification, never from the schemas of the service. Where the specification names
// no type, this file has one that clients may rely on. Additional keys are allowed.

const image = object({ id: text, url: address });

export const listMetadata = object({
  ...fields(integer, "count current_page total_count total_pages per"),
  ...fields(orNull(address), "previous_page_url next_page_url"),
});

const uses = fields(orNull(timestamp), "last_used_at last_successfully_used_at");

const application = {
  id: integer,
  ...texts("name uid created_by_type created_by_name"),
  created_by_id: uuid,
  description: orNull(text),
  creator_available: bool,
  ...timestamps("created_at updated_at"),
  ...uses,
};
export const oauthApplication = object({ ...application, secret: scalar("null", (value) => value === null) });
export const newOauthApplication = object({ ...application, secret: text });

export const authorizationToken = object({
  ...fields(uuid, "id owner_id"),
  token: text,
  ...optionalTexts("description created_by_id created_by_type"),
  ...booleans("write_enabled read_enabled delete_enabled creator_available"),
  ...timestamps("created_at expires_at"),
  ...uses,
  owner: object({ type: oneOf("Organization"), id: uuid, name: text, url: address }),
  created_by_name: text,
});

export const accessToken = object({
  access_token: text,
  token_type: oneOf("Bearer"),
  expires_in: integer,
  scope: text,
  created_at: integer,
});

export const organization = object({
  id: uuid,
  ...texts("name vanity_slug default_page"),
  ...fields(address, "url vanity_url"),
  photo: orNull(image),
  ...fields(orNull(address), "photo_url website_url webhook_url twitter_url facebook_url linked_in_url"),
  ...optionalTexts(
    "contact_email legal_contact_email technical_contact_email zip_or_postal_code organization_type bio " +
      "linked_in_name linked_in_org_id city address primary_hex_color support_email support_url print_method pdf_id " +
      "industry_id linkedin_a2p_url location country state_or_province",
  ),
  ...booleans(
    "allow_saml_debug enable_blockchain internationalize_badge_templates integrated_with_partner hide_subscription " +
      "display_logo_as_circle_in_emails is_trial workforce_enabled verified require_template_detail_attributes " +
      "has_employees missing_required_info",
  ),
  allowed_webhooks: list(text),
  featured_badge_templates: list(anything),
  ...timestamps("created_at updated_at"),
  verified_at: orNull(timestamp),
});

const organizationSummary = object({
  type: oneOf("Organization"),
  id: uuid,
  ...texts("name vanity_slug"),
  url: address,
  photo: orNull(image),
  photo_url: orNull(address),
  badge_template_count: integer,
});

export const issuerAuthorization = object({
  id: uuid,
  ...texts("authorization_type display_issuer_as"),
  restrict_by_badge_templates: bool,
  subscription_type: orNull(text),
  allowed_badge_templates: list(object({ id: uuid })),
  collections: list(anything),
  issuer: organizationSummary,
  grantor: organizationSummary,
});

export const grantor = object({ id: uuid, grantor: organizationSummary });

export const templateSummary = object({
  id: uuid,
  image_url: address,
  name: text,
  public: bool,
  updated_at: timestamp,
  owner: object({ id: uuid, name: text }),
});

const recommendationTypes = ["information", "education", "employment", "participation", "offer"];
const recommendationItem = { ...fields(uuid, "id"), title: text };
const listed = { ...recommendationItem, updated_at: timestamp, badge_templates_count: integer };

export const badgeRecommendationItem = object({
  ...listed,
  type: oneOf("badge"),
  recommended_badge_template_id: uuid,
});
export const urlRecommendationItem = object({
  ...listed,
  type: oneOf(...recommendationTypes),
  activity_url: address,
});
const recommendationDetail = {
  ...recommendationItem,
  url: address,
  ...optionalTexts("issuer_name image_url issuer_icon description"),
  badge_template_ids: list(uuid),
};
export const badgeRecommendation = object({
  ...recommendationDetail,
  type: oneOf("badge"),
  recommended_badge_template_id: uuid,
  activity_url: oneOf(""),
});
export const urlRecommendation = object({
  ...recommendationDetail,
  type: oneOf(...recommendationTypes),
  recommended_badge_template_id: orNull(uuid),
  activity_url: address,
});

export const badgeTemplate = object({
  id: uuid,
  ...texts("description name state recipient_type vanity_slug visibility"),
  ...optionalTexts(
    "primary_badge_template_id variant_name default_expires_at_type earn_this_badge_url global_activity_url " +
      "job_board_url variant_type linkedin_share_default_message level time_to_earn cost type_category " +
      "criteria_url_name criteria_url",
  ),
  default_expires_at: orNull(timestamp),
  default_expires_at_date: orNull(date),
  ...booleans(
    "allow_duplicate_badges enable_earn_this_badge enable_detail_attribute_visibility lock_badge_state public " +
      "send_expiring_badge_notifications settings_enable_related_badges show_badge_lmi show_lmi_jobs " +
      "show_skill_tag_links record_to_blockchain translatable printing_disabled variants_allowed allow_delete " +
      "allow_archive only_one_skill_required certification show_template_settings",
  ),
  ...fields(integer, "badges_count get_issue_count get_variants_issue_count"),
  available_locales: list(text),
  ...timestamps("state_updated_at created_at updated_at"),
  image,
  ...fields(address, "image_url url"),
  owner: object({
    type: oneOf("Organization"),
    id: uuid,
    ...texts("name vanity_slug"),
    ...fields(address, "url vanity_url"),
    ...booleans("enable_blockchain verified viewable"),
  }),
  alignments: list(object({ ...texts("id name"), ...optionalTexts("url description") })),
  recommendations: list(object({ id: uuid, ...texts("title type activity_url") })),
  required_badge_templates: list(object({ id: uuid })),
  badge_template_activities: list(
    object({
      id: uuid,
      activity_type: text,
      ...optionalTexts("title activity_url"),
      required_badge_template_id: orNull(uuid),
    }),
  ),
  skills: list(text),
  endorsements: list(anything),
});

const evidenceFields: Record<string, Record<string, Shape>> = {
  KeyValueGroupEvidence: {
    name: text,
    values: list(object({ ...texts("key value"), url: orNull(address) })),
  },
  PlainTextEvidence: texts("title description"),
  UrlEvidence: { value: address, name: text, description: orNull(text) },
  IdEvidence: texts("title description"),
};

const evidence: Shape = (value, path) => {
  const own = evidenceFields[(value as { type?: string } | null)?.type ?? ""];
  return own
    ? object({ id: uuid, ...own })(value, path)
    : [`${path} is none of the four types of evidence: ${JSON.stringify(value)}`];
};

const issuingOrganization = object({
  type: oneOf("Organization"),
  id: uuid,
  name: text,
  ...fields(address, "url vanity_url"),
  ...booleans("internationalize_badge_templates share_to_ziprecruiter verified"),
  twitter_url: orNull(address),
});

const badgeStates = oneOf("pending", "accepted", "rejected", "revoked", "replaced");

/** The fields that all views of an issued badge have. */
const badgeNames = {
  id: uuid,
  state: badgeStates,
  ...texts("issued_to locale recipient_email"),
  ...optionalTexts("issued_to_first_name issued_to_middle_name issued_to_last_name issuer_earner_id"),
  public: bool,
  badge_url: address,
  ...timestamps("created_at updated_at issued_at state_updated_at"),
  expires_at: orNull(timestamp),
};

const badge = {
  ...badgeNames,
  user: object({
    // Null until the address has an account; nothing else identifies its owner (decision 0025).
    id: orNull(uuid),
    email: text,
    ...optionalTexts("first_name middle_name last_name current_position_name current_organization_name"),
    confirmed: bool,
    photo: orNull(image),
    ...fields(orNull(address), "photo_url url"),
  }),
  created_by: issuingOrganization,
  issuer: object({
    summary: text,
    entities: list(object({ label: text, primary: bool, entity: issuingOrganization })),
  }),
  ...booleans("printing_enabled translate_metadata suppress_badge_notification_email is_private_badge"),
  badge_template: badgeTemplate,
  ...optionalTexts("print_method revocation_reason country country_code state_or_province"),
  ...fields(orNull(uuid), "replacement_badge_id replaces_badge_id completed_pathway_id"),
  issued_at_date: date,
  expires_at_date: orNull(date),
  image,
  image_url: address,
  alignments: list(object({ name: text, description: orNull(text) })),
  evidence: list(evidence),
};
export const issuedBadge = object(badge);
export const newBadge = object({ ...badge, accept_badge_url: address });
export const badgeOfGroup = object({
  ...badge,
  issuer_earner_group: object({ external_id: text, name: text }),
});

const party = object({ type: oneOf("Organization"), id: uuid });

export const bulkBadge = object({
  ...badgeNames,
  replacement_badge_id: orNull(uuid),
  revocation_reason: orNull(text),
  suppress_badge_notification_email: bool,
  issued_at_date: date,
  expires_at_date: orNull(date),
  badge_template: object({
    id: uuid,
    ...texts("description name state vanity_slug"),
    global_activity_url: orNull(address),
    public: bool,
    image,
    ...fields(address, "image_url url"),
    owner: party,
    ...timestamps("state_updated_at created_at updated_at"),
  }),
  created_by: party,
  issuer: object({
    summary: text,
    entities: list(object({ label: text, primary: bool, type: oneOf("Organization"), id: uuid, name: text })),
  }),
  user: object({ id: orNull(uuid) }),
});

export const minimalBulkBadge = object({
  ...badgeNames,
  badge_template: object({ id: uuid, name: text }),
  user: object({ id: orNull(uuid) }),
});

const employeeFields = {
  id: uuid,
  email: text,
  created_at: timestamp,
  employee_state: oneOf("created", "accepted", "rejected", "pending"),
  employee_state_updated_at: timestamp,
  last_invitation_sent_at: orNull(timestamp),
  photo_url: orNull(address),
  ...optionalTexts(
    "first_name last_name full_name team external_id position_title manager_first_name manager_last_name " +
      "manager_external_id location country zip_code state_or_province department organization_level_1 " +
      "organization_level_2 organization_level_3 job_family",
  ),
};
export const employee = object(employeeFields);

const employeeBadge = {
  id: uuid,
  issued_to: text,
  ...optionalTexts("issued_to_first_name issued_to_middle_name issued_to_last_name"),
  issued_at: timestamp,
  issued_at_date: date,
  expires_at: orNull(timestamp),
  expires_at_date: orNull(date),
  state: badgeStates,
  public: bool,
  badge_template: object({
    id: uuid,
    image,
    image_url: address,
    ...texts("description name"),
    skills: list(text),
  }),
  issuer: object({ name: text, image_url: orNull(address) }),
};
export const employmentBadge = object({ ...employeeBadge, badge_url: address });

export const employeeData = object({
  ...employeeFields,
  bio: orNull(text),
  vanity_url: orNull(address),
  badges: list(object(employeeBadge)),
});

export const employment = object({
  ...employeeFields,
  last_updated_by_organization_at: timestamp,
  level: orNull(text),
  employer: object({ id: uuid, name: text, ...optionalTexts("bio industry") }),
  badges: list(employmentBadge),
  employment_histories: list(
    object({
      id: uuid,
      current: bool,
      ...optionalTexts("employer_job_title partner_occupation occupation_name model_version state"),
      confidence_rating: orNull(scalar("a number", (value) => typeof value === "number")),
    }),
  ),
});
