// Every text, JSON and binary column of the database is in one of these two lists (tests/api/oversight/personal-columns.test.ts).

/**
 * What ends the personal data of a column: a step of the erasure by its kind in the report, the end of the account
 * (`account`), what is said in the report under `kept` or `elsewhere` (`kept`, `retention`), or the end of the erasure
 * itself (`erasure`). `generated`: the database computes it from another column.
 */
type EndedBy =
  | "account"
  | "badges"
  | "employees"
  | "events"
  | "import_rows"
  | "mails"
  | "audit_entries"
  | "address_claims"
  | "invitations"
  | "connection_requests"
  | "test_mails"
  | "learning_logs"
  | "students"
  | "api_requests"
  | "saved_views"
  | "move_runs"
  | "erasure"
  | "generated"
  | "kept"
  | "retention";

const all = <EndedByOne extends EndedBy>(endedBy: EndedByOne, names: string): Record<string, EndedBy> =>
  Object.fromEntries(names.split(" ").map((name) => [name, endedBy]));

/** The columns that can hold a name, an address, or something else about an earner, employee, student or member. */
export const PERSONAL_COLUMNS: Record<string, Record<string, EndedBy>> = {
  account_activities: all("account", "kind address browser"),
  api_requests: all("api_requests", "path query actor_name address user_agent request_body response_body"),
  audit_entries: all("audit_entries", "actor_name address browser changes"),
  // The salt of an erased field goes with it.
  audit_links: all("audit_entries", "salts"),
  authenticator_apps: all("account", "secret"),
  authorization_tokens: all("account", "created_by_name"),
  badge_bulk_action_items: all("badges", "message"),
  badge_bulk_actions: all("account", "started_by_name stop_reason"),
  badge_collections: all("account", "name"),
  badge_import_rows: all("import_rows", "cells recipient_email recipient_name problems"),
  badge_imports: {
    ...all("import_rows", "columns"),
    ...all("account", "created_by_name started_by_name stop_reason"),
  },
  employees: {
    ...all(
      "employees",
      "email external_id first_name last_name team position_title manager_first_name manager_last_name " +
        "manager_external_id country zip_code state_or_province department organization_level_1 organization_level_2 " +
        "organization_level_3 job_family level",
    ),
    ...all("generated", "first_name_order last_name_order name_or_email search_text"),
  },
  employment_histories: all(
    "employees",
    "employer_job_title partner_occupation occupation_name model_version state",
  ),
  erasures: { ...all("erasure", "subject position"), ...all("kept", "salt digests") },
  events: all("events", "data"),
  external_badges: all(
    "account",
    "badge_name badge_description issuer_name recipient_name badge_url badge_id badge_version credential_number " +
      "criteria_id criteria_narrative skills assertion_digest signed_assertion recipient_email",
  ),
  // Encrypted, for a day.
  idempotency_keys: all("retention", "body request_digest location"),
  // Photos of accounts.
  images: all("account", "bytes sha256"),
  issued_badges: {
    ...all(
      "badges",
      "recipient_email issued_to issued_to_first_name issued_to_middle_name issued_to_last_name issuer_earner_id locale " +
        "country country_code state_or_province evidence results revocation_reason",
    ),
    ...all("generated", "search_text"),
  },
  learning_connection_requests: all("connection_requests", "lti_user_id email"),
  learning_grades: all("students", "score"),
  learning_identities: all("account", "lti_user_id"),
  learning_logs: all("learning_logs", "data"),
  learning_students: {
    ...all("students", "extern_id first last email"),
    ...all("generated", "first_order last_order search_text"),
  },
  learning_tokens: all("account", "address browser"),
  mail_sendings: all("mails", "recipient_digest"),
  member_invitations: { ...all("invitations", "email"), ...all("account", "invited_by_name") },
  move_runs: all("move_runs", "refusals"),
  notices: all("account", "key data"),
  oauth_applications: all("account", "created_by_name"),
  // Administrators change them: they belong to the organization.
  organizations: all("kept", "contact_email legal_contact_email technical_contact_email support_email"),
  outbox_messages: all("mails", "payload last_reason recipient_digest"),
  passkeys: all("account", "credential_id public_key transports name"),
  // Replaced by hashes.
  profile_addresses: all("kept", "slug"),
  recovery_codes: all("account", "digest"),
  // Deleted ten minutes after the sign-in began.
  saml_requests: all("retention", "answer"),
  saved_views: all("saved_views", "name parameters"),
  sessions: all("account", "address browser"),
  signed_credentials: all("badges", "document token_header token_signature"),
  test_mails: all("test_mails", "mail_id to_name to_address subject html text"),
  uploaded_credentials: all("account", "credential_id issuer_id document"),
  user_emails: all("address_claims", "email"),
  users: {
    ...all(
      "account",
      "first_name middle_name last_name password_hash locale vanity_slug headline bio current_position_name " +
        "current_organization_name",
    ),
    ...all("generated", "first_name_order last_name_order"),
  },
  wallet_copies: all("badges", "holder nonce_digest content_digest"),
  wallet_offers: all("badges", "code_digest transaction_key token_digest"),
  webhook_attempts: all("badges", "response_excerpt response_headers"),
};

const columns = (names: string): string[] => names.split(" ");

/** The other columns: texts of organizations about themselves, keys, types, and ids. */
export const OTHER_COLUMNS: Record<string, string[]> = {
  api_requests: columns("method actor_type actor_id"),
  audit_chains: columns("hash fault"),
  audit_entries: columns("actor_type actor_id action subject_id"),
  audit_heads: columns("token"),
  // Hashes that do not tell the value without the salt.
  audit_links: columns("content hash erased"),
  authorization_tokens: columns("digest ciphertext description scopes created_by_id created_by_type"),
  backup_stores: columns("address"),
  badge_bulk_action_items: columns("code"),
  badge_bulk_actions: columns("reason started_by_type started_by_id"),
  badge_imports: columns("file_name mapping created_by_id started_by_type started_by_id"),
  badge_template_activities: columns("title activity_url"),
  badge_templates: columns(
    "name name_order description search_text vanity_slug design global_activity_url earn_this_badge_url job_board_url " +
      "linkedin_share_default_message level time_to_earn cost type_category achievement_type criteria_url_name " +
      "criteria_url skills reporting_tags alignments default_expires_after",
  ),
  certificate_designs: columns("design options"),
  encryption_key_probes: columns("value"),
  endorsements: columns("badge_name comment document token_header token_signature"),
  engagement_counts: columns("channel"),
  erasures: columns("requested_by counts"),
  events: columns("event_type"),
  hourly_runs: columns("job"),
  idempotency_keys: columns("caller_id key"),
  idempotency_reservations: columns("caller_id key"),
  issuer_domains: columns("domain findings"),
  issuer_earner_groups: columns("external_id name"),
  identity_providers: columns(
    "entity_id sign_in_url sign_in_binding certificates email_attribute first_name_attribute last_name_attribute role_attribute role_rules tried_certificate",
  ),
  issuer_authorizations: columns("authorization_type subscription_type"),
  issuer_keys: columns("public_key private_key"),
  learning_apps: columns("name consumer_key secret"),
  learning_authorization_codes: columns("digest redirect_url"),
  learning_gradables: columns("extern_id name name_order min_pass_requirement"),
  learning_integrations: columns("course_id name name_order launch_origins"),
  learning_logs: columns("type error_id"),
  learning_nonces: columns("nonce"),
  learning_rule_requirements: columns("value"),
  learning_rules: columns("name description"),
  learning_tokens: columns("digest refresh_digest launch_origins"),
  mail_designs: columns("sender_name texts"),
  member_invitations: columns("invited_by_type invited_by_id"),
  move_runs: columns("source counts"),
  // Their reports have no addresses (lib/moving/service-moves/report.ts).
  service_moves: columns(
    "base_url source_id token inspection phase progress report stop_reason started_by_type started_by_id",
  ),
  moved_records: columns("kind old_id new_id digest"),
  notice_choices: columns("kind"),
  notices: columns("kind"),
  oauth_access_tokens: columns("digest scopes"),
  oauth_applications: columns("name description uid secret_digest scopes created_by_id created_by_type"),
  organization_domains: columns("name token findings"),
  organizations: columns(
    "name name_order vanity_slug website_url zip_or_postal_code organization_type bio twitter_url facebook_url " +
      "linked_in_url linked_in_name linked_in_org_id address city state_or_province country location primary_hex_color " +
      "support_url print_method pdf_id default_page industry_id verified_domain webhook_url allowed_webhooks " +
      "webhook_secret webhook_previous_secret",
  ),
  // Ids of traces.
  outbox_messages: columns("traceparent"),
  page_builds: columns("id"),
  page_files: columns("path build_id content"),
  recommendations: columns("title title_order description activity_url"),
  saved_views: columns("list"),
  signing_keys: columns("public_key private_key"),
  saml_requests: columns("browser_digest return_path code_digest"),
  // The identity provider of an organization that the session comes from.
  sessions: columns("provider_domain provider_certificate"),
  status_list_entries: columns("issuer_did"),
  status_lists: columns("issuer_did"),
  template_certificate_designs: columns("design"),
  used_challenges: columns("digest"),
  wallet_applications: columns(
    "uid name secret_digest auth_method redirect_uris scopes grant_types client_uri logo_uri tos_uri policy_uri " +
      "contacts software_id software_version",
  ),
  wallet_grants: columns("scopes redirect_uri code_digest code_challenge"),
  wallet_tokens: columns("digest scopes"),
  webhook_attempts: columns("reason request_headers"),
};
