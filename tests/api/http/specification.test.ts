import { describe, expect, it } from "vitest";
import { learningOperations, operations } from "../../support/http/routes";
import { EARNER_ROWS } from "../../support/http/earner-operations";

/**
 * The implemented rows of the specification's tables, with the specification's spelling of paths. Later parts extend
 * the list.
 */
const SPECIFICATION_ROWS = `
GET /organizations
GET /organizations/<organization_id>
PUT /organizations/<organization_id>
GET /organizations/<organization_id>/oauth_applications
GET /organizations/<organization_id>/oauth_applications/<oauth_application_id>
POST /organizations/<organization_id>/oauth_applications
PUT /organizations/<organization_id>/oauth_applications/<oauth_application_id>
DELETE /organizations/<organization_id>/oauth_applications/<oauth_application_id>
POST /oauth/token
GET /organizations/<organization_id>/authorization_tokens
POST /organizations/<organization_id>/authorization_tokens
POST /organizations/<organization_id>/authorization_tokens/rotate
POST /organizations/<organization_id>/badges
GET /organizations/<organization_id>/badges
GET /organizations/<organization_id>/issuers
GET /organizations/<organization_id>/grantors
DELETE /organizations/<organization_id>/issuers/<issuer_id>
GET /organizations/<organization_id>/recommendations
GET /organizations/<organization_id>/recommendations/<recommendation_id>
GET /organizations/<organization_id>/recommendations/<recommendation_id>/badge_templates
POST /organizations/<organization_id>/recommendations
PATCH /organizations/<organization_id>/recommendations/<recommendation_id>
DELETE /organizations/<organization_id>/recommendations/<recommendation_id>
POST /organizations/<organization_id>/badges/<badge_id>/replace
GET /organizations/<organization_id>/high_volume_issued_badge_search
GET /organizations/<organization_id>/employees
GET /organizations/<organization_id>/employees/<employee_id>
POST /organizations/<organization_id>/employees
PUT /organizations/<organization_id>/employees/<employee_id>
POST /organizations/<organization_id>/employees/send_invitations
DELETE /organizations/<organization_id>/employees/<employee_id>
GET /organizations/<organization_id>/employees/<employee_id>/data
GET /organizations/<organization_id>/employee_external_badges
GET /organizations/<organization_id>/events/<event_id>
GET /organizations/<organization_id>/events
`;

/**
 * Endpoints that the specification mentions outside its tables, as decisions 0004, 0008, 0009, 0010, 0017, 0110, 0115 and 0124 define
 * them.
 */
const DECISION_ROWS = `
GET /organizations/<organization_id>/audit_entries
GET /organizations/<organization_id>/audit_chain
GET /organizations/<organization_id>/audit_chain/heads
GET /organizations/<organization_id>/audit_chain/export
GET /organizations/<organization_id>/audit_chain/verification
GET /organizations/<organization_id>/api_requests
GET /organizations/<organization_id>/api_requests/<api_request_id>
GET /organizations/<organization_id>/test_organization
POST /organizations/<organization_id>/test_organization
POST /organizations/<organization_id>/test_clock
GET /organizations/<organization_id>/test_mails
GET /organizations/<organization_id>/test_mails/<test_mail_id>
GET /organizations/<organization_id>/members
GET /organizations/<organization_id>/members/<member_id>
PUT /organizations/<organization_id>/members/<member_id>
DELETE /organizations/<organization_id>/members/<member_id>
GET /organizations/<organization_id>/invitations
POST /organizations/<organization_id>/invitations
DELETE /organizations/<organization_id>/invitations/<invitation_id>
POST /organizations/<organization_id>/invitations/<invitation_id>/resend
DELETE /organizations/<organization_id>/authorization_tokens/<authorization_token_id>
POST /organizations/<organization_id>/authorization_tokens/<authorization_token_id>/reveal
POST /organizations/<organization_id>/authorization_tokens/<authorization_token_id>/rotate
POST /organizations/<organization_id>/oauth_applications/<oauth_application_id>/rotate_secret
GET /organizations/<organization_id>/badge_templates
POST /organizations/<organization_id>/badge_templates
GET /organizations/<organization_id>/badge_templates/<badge_template_id>
PUT /organizations/<organization_id>/badge_templates/<badge_template_id>
DELETE /organizations/<organization_id>/badge_templates/<badge_template_id>
POST /organizations/<organization_id>/badge_templates/<badge_template_id>/copy
POST /organizations/<organization_id>/badge_art_preview
POST /organizations/<organization_id>/issuers
GET /organizations/<organization_id>/issuers/<issuer_id>
PUT /organizations/<organization_id>/issuers/<issuer_id>
POST /organizations/<organization_id>/employees/batch
GET /organizations/<organization_id>/grantors/<grantor_id>/badge_templates
GET /organizations/<organization_id>/issuable_badge_templates
GET /organizations/<organization_id>/badges/<badge_id>
PUT /organizations/<organization_id>/badges/<badge_id>/revoke
DELETE /organizations/<organization_id>/badges/<badge_id>
GET /organizations/<organization_id>/badges/<badge_id>/history
PUT /organizations/<organization_id>/badges/<badge_id>/recipient
POST /organizations/<organization_id>/badges/<badge_id>/send_notification
POST /organizations/<organization_id>/badges/batch
GET /organizations/<organization_id>/badge_bulk_actions
POST /organizations/<organization_id>/badge_bulk_actions
GET /organizations/<organization_id>/badge_bulk_actions/<badge_bulk_action_id>
GET /organizations/<organization_id>/badge_bulk_actions/<badge_bulk_action_id>/badges
POST /organizations/<organization_id>/badge_bulk_actions/<badge_bulk_action_id>/cancel
GET /organizations/<organization_id>/service_moves
POST /organizations/<organization_id>/service_moves
GET /organizations/<organization_id>/service_moves/<service_move_id>
DELETE /organizations/<organization_id>/service_moves/<service_move_id>
POST /organizations/<organization_id>/service_moves/<service_move_id>/start
POST /organizations/<organization_id>/service_moves/<service_move_id>/stop
GET /organizations/<organization_id>/badge_imports
POST /organizations/<organization_id>/badge_imports
GET /organizations/<organization_id>/badge_imports/<badge_import_id>
PATCH /organizations/<organization_id>/badge_imports/<badge_import_id>
DELETE /organizations/<organization_id>/badge_imports/<badge_import_id>
GET /organizations/<organization_id>/badge_imports/<badge_import_id>/rows
GET /organizations/<organization_id>/badge_imports/<badge_import_id>/rows/<row_number>/mail_preview
GET /organizations/<organization_id>/badge_imports/<badge_import_id>/sheet
PATCH /organizations/<organization_id>/badge_imports/<badge_import_id>/sheet
GET /organizations/<organization_id>/badge_imports/<badge_import_id>/result
POST /organizations/<organization_id>/badge_imports/<badge_import_id>/start
POST /organizations/<organization_id>/badge_imports/<badge_import_id>/cancel
GET /organizations/<organization_id>/badge_templates/<badge_template_id>/import_sample
GET /organizations/<organization_id>/learning_apps
POST /organizations/<organization_id>/learning_apps
GET /organizations/<organization_id>/learning_apps/<learning_app_id>
PUT /organizations/<organization_id>/learning_apps/<learning_app_id>
DELETE /organizations/<organization_id>/learning_apps/<learning_app_id>
POST /organizations/<organization_id>/learning_apps/<learning_app_id>/rotate_secret
GET /organizations/<organization_id>/learning_apps/<learning_app_id>/tokens
DELETE /organizations/<organization_id>/learning_apps/<learning_app_id>/tokens/<learning_token_id>
POST /organizations/<organization_id>/learning_apps/<learning_app_id>/launch_checks
GET /organizations/<organization_id>/learning_integrations
POST /organizations/<organization_id>/learning_integrations
GET /organizations/<organization_id>/learning_integrations/<learning_integration_id>
PUT /organizations/<organization_id>/learning_integrations/<learning_integration_id>
DELETE /organizations/<organization_id>/learning_integrations/<learning_integration_id>
GET /organizations/<organization_id>/learning_integrations/<learning_integration_id>/students
GET /organizations/<organization_id>/learning_integrations/<learning_integration_id>/gradables
GET /organizations/<organization_id>/learning_integrations/<learning_integration_id>/grades
GET /organizations/<organization_id>/learning_integrations/<learning_integration_id>/logs
GET /organizations/<organization_id>/learning_integrations/<learning_integration_id>/rules
GET /organizations/<organization_id>/learning_integrations/<learning_integration_id>/rules/<badge_template_id>
PUT /organizations/<organization_id>/learning_integrations/<learning_integration_id>/rules/<badge_template_id>
POST /organizations/<organization_id>/learning_integrations/<learning_integration_id>/rules/<badge_template_id>/evaluate
POST /organizations/<organization_id>/learning_integrations/<learning_integration_id>/rule_preview
GET /organizations/<organization_id>/certificate_design
PUT /organizations/<organization_id>/certificate_design
POST /organizations/<organization_id>/certificate_design_preview
GET /organizations/<organization_id>/template_certificate_designs
GET /organizations/<organization_id>/badge_templates/<badge_template_id>/certificate_design
PUT /organizations/<organization_id>/badge_templates/<badge_template_id>/certificate_design
DELETE /organizations/<organization_id>/badge_templates/<badge_template_id>/certificate_design
POST /organizations/<organization_id>/badge_templates/<badge_template_id>/certificate_design_preview
GET /organizations/<organization_id>/mail_design
PUT /organizations/<organization_id>/mail_design
POST /organizations/<organization_id>/mail_design_preview
POST /organizations/<organization_id>/mail_design_test
GET /organizations/<organization_id>/domain
PUT /organizations/<organization_id>/domain
DELETE /organizations/<organization_id>/domain
POST /organizations/<organization_id>/domain/check
GET /organizations/<organization_id>/analytics
GET /organizations/<organization_id>/endorsements
POST /organizations/<organization_id>/endorsements
POST /organizations/<organization_id>/endorsements/<endorsement_id>/accept
POST /organizations/<organization_id>/endorsements/<endorsement_id>/decline
POST /organizations/<organization_id>/endorsements/<endorsement_id>/withdraw
GET /organizations/<organization_id>/domain/issuer
PUT /organizations/<organization_id>/domain/issuer
POST /organizations/<organization_id>/domain/issuer/check
GET /organizations/<organization_id>/signing_keys
POST /organizations/<organization_id>/signing_keys/rotate
POST /organizations/<organization_id>/signing_keys/<signing_key_id>/retire
GET /organizations/<organization_id>/identity_provider
PUT /organizations/<organization_id>/identity_provider
DELETE /organizations/<organization_id>/identity_provider
GET /organizations/<organization_id>/security_settings
PUT /organizations/<organization_id>/security_settings
GET /organizations/<organization_id>/webhook_settings
PUT /organizations/<organization_id>/webhook_settings
GET /organizations/<organization_id>/webhook_secret
POST /organizations/<organization_id>/webhook_secret/reveal
POST /organizations/<organization_id>/webhook_secret/rotate
POST /organizations/<organization_id>/webhook_test_events
GET /organizations/<organization_id>/webhook_deliveries
GET /organizations/<organization_id>/webhook_deliveries/<webhook_delivery_id>
POST /organizations/<organization_id>/webhook_deliveries/redeliver
POST /organizations/<organization_id>/webhook_deliveries/<webhook_delivery_id>/redeliver
`;

/** Operations open to anyone, before a sign-in (decisions 0051 and 0119), and to verify a badge (decision 0097). */
const PUBLIC_OPERATIONS = `
POST /sign_in/passkey_options
POST /sign_in/provider
POST /password_resets
PUT /password_resets/<password_reset_id>
POST /v1/verify
`;

/** The implemented part of the learning edition (its paths respond with 200, whatever the method). */
const LEARNING = `
POST /auth/lti
POST /v1.1/authenticate
POST /v1.1/cle_auth/authenticate
POST /v1.1/cle_auth/authorize
POST /v1.1/cle_auth/connect
DELETE /v1.1/cle_auth/deauthenticate
POST /v1.1/cle_auth/deauthenticate
POST /v1.1/cle_auth/exchange
POST /v1.1/cle_auth/reconnect
GET /v1.1/cle_integrations
POST /v1.1/cle_integrations/create
DELETE /v1.1/cle_integrations/delete
POST /v1.1/cle_integrations/delete
GET /v1.1/cle_logs
DELETE /v1.1/cle_logs/delete
POST /v1.1/cle_logs/delete
GET /v1.1/cle_students
POST /v1.1/cle_students/create
DELETE /v1.1/cle_students/delete
POST /v1.1/cle_students/delete
GET /v1.1/cle_gradable
POST /v1.1/cle_gradable/create
DELETE /v1.1/cle_gradable/delete
POST /v1.1/cle_gradable/delete
GET /v1.1/cle_eligibility/grade
POST /v1.1/cle_eligibility/grade/register
GET /v1.1/cle_rules
GET /v1.1/cle_rules/desc
POST /v1.1/cle_rules/update
PUT /v1.1/cle_rules/update
PATCH /v1.1/cle_rules/update
GET /v1.1/cle_eligibility/students
GET /v1.1/cle_launch
POST /v1.1/cle_launch/accept
POST /v1.1/cle_launch/decline
POST /v1.1/cle_launch/claim
POST /v1.1/cle_eligibility/evaluate/rule
`;

/** Open Badges, public and without credentials (decision 0078). */
const OPEN_BADGES = `
GET /obi/v2/badge_assertions/<badge_id>
GET /obi/v2/badge_assertions/<badge_id>/image
GET /obi/v2/badge_assertions/<badge_id>/image.svg
GET /obi/v2/badge_classes/<badge_template_id>
GET /obi/v2/issuers/<organization_id>
GET /obi/v3/credentials/<badge_id>
GET /obi/v3/credentials/<badge_id>/image.png
GET /obi/v3/credentials/<badge_id>/image.svg
GET /obi/v3/credentials/<badge_id>/status
GET /obi/v3/endorsements/<endorsement_id>
GET /obi/v3/issuers/<organization_id>
GET /obi/v3/issuers/<organization_id>/did.json
GET /obi/v3/issuers/<organization_id>/jwk
GET /obi/v3/issuers/<organization_id>/jwks
GET /obi/v3/issuers/<organization_id>/status_lists/<list_number>
GET /v1/oembed
`;

/** Badges in wallets (decision 0098). Two of the paths are published as well-known ones. */
const WALLETS = `
POST /wallet_issuance/token
POST /wallet_issuance/nonce
POST /wallet_issuance/credential
GET /well_known/oauth_authorization_server
GET /well_known/openid_credential_issuer
`;

const splitRows = (text: string): string[] => text.trim().split("\n");
const toSpecificationPath = (pattern: string): string => pattern.replaceAll("[", "<").replaceAll("]", ">");
const implemented = new Map(
  operations.map((one) => [`${one.method} ${toSpecificationPath(one.pattern)}`, one]),
);

const all = [
  ...splitRows(SPECIFICATION_ROWS),
  ...splitRows(DECISION_ROWS),
  ...splitRows(EARNER_ROWS),
  ...splitRows(PUBLIC_OPERATIONS),
  ...splitRows(OPEN_BADGES),
  ...splitRows(WALLETS),
];

/** The status that the specification gives for a method ("Success codes"). */
const SUCCESS: Record<string, number> = { GET: 200, PUT: 200, PATCH: 200, POST: 201, DELETE: 204 };
/**
 * POSTs that create no single resource, or only act on one, respond with 200 ("200 reads, updates and invitations";
 * decision 0010).
 */
const ACTIONS = new Set([
  "POST /me/notices/mark_read",
  "POST /oauth/token",
  "POST /wallet_issuance/token",
  "POST /wallet_issuance/nonce",
  "POST /wallet_issuance/credential",
  "POST /organizations/<organization_id>/authorization_tokens/<authorization_token_id>/reveal",
  "POST /organizations/<organization_id>/badges/batch",
  "POST /organizations/<organization_id>/badge_bulk_actions/<badge_bulk_action_id>/cancel",
  "POST /organizations/<organization_id>/service_moves/<service_move_id>/start",
  "POST /organizations/<organization_id>/service_moves/<service_move_id>/stop",
  "POST /organizations/<organization_id>/badge_imports/<badge_import_id>/start",
  "POST /organizations/<organization_id>/badge_imports/<badge_import_id>/cancel",
  "POST /organizations/<organization_id>/badge_art_preview",
  "POST /organizations/<organization_id>/certificate_design_preview",
  "POST /organizations/<organization_id>/badge_templates/<badge_template_id>/certificate_design_preview",
  "POST /organizations/<organization_id>/mail_design_preview",
  "POST /organizations/<organization_id>/mail_design_test",
  "POST /organizations/<organization_id>/badges/<badge_id>/send_notification",
  "POST /organizations/<organization_id>/domain/check",
  "POST /organizations/<organization_id>/endorsements/<endorsement_id>/accept",
  "POST /organizations/<organization_id>/endorsements/<endorsement_id>/decline",
  "POST /organizations/<organization_id>/endorsements/<endorsement_id>/withdraw",
  "POST /organizations/<organization_id>/domain/issuer/check",
  "POST /organizations/<organization_id>/signing_keys/<signing_key_id>/retire",
  "POST /organizations/<organization_id>/employees/batch",
  "POST /organizations/<organization_id>/employees/send_invitations",
  "POST /organizations/<organization_id>/invitations/<invitation_id>/resend",
  "POST /organizations/<organization_id>/learning_apps/<learning_app_id>/launch_checks",
  "POST /organizations/<organization_id>/learning_integrations/<learning_integration_id>/rules/<badge_template_id>/evaluate",
  "POST /organizations/<organization_id>/learning_integrations/<learning_integration_id>/rule_preview",
  "POST /organizations/<organization_id>/webhook_secret/reveal",
  "POST /organizations/<organization_id>/webhook_deliveries/redeliver",
  "POST /organizations/<organization_id>/webhook_deliveries/<webhook_delivery_id>/redeliver",
  "POST /me/merge",
  "POST /me/proof",
  "POST /me/proof/passkey_options",
  "POST /me/passkeys/options",
  "POST /sign_in/passkey_options",
  "POST /sign_in/provider",
  "POST /me/authenticator_app/confirm",
  "POST /me/recovery_codes/confirm",
  "POST /me/badges/<badge_id>/accept",
  "POST /me/badges/<badge_id>/reject",
  "POST /organizations/<organization_id>/test_organization",
  "POST /organizations/<organization_id>/test_clock",
  "POST /me/emails/<email_id>/confirm",
  "POST /me/emails/<email_id>/send_confirmation",
  "POST /me/employments/<employment_id>/accept",
  "POST /me/employments/<employment_id>/reject",
  "POST /me/employments/<employment_id>/leave",
  "POST /me/external_badges/<external_badge_id>/refresh",
]);

/** Operations whose effect comes with a later mail, if at all. */
const ACCEPTED_LATER = "POST /password_resets";
const VERIFIES = "POST /v1/verify";

const expectedStatus = (row: string): number | undefined => {
  if (row === ACCEPTED_LATER) return 202;
  if (row === VERIFIES) return 200;
  return ACTIONS.has(row) ? 200 : SUCCESS[row.split(" ")[0] ?? ""];
};

describe("the specification's endpoints", () => {
  it.each(all)("%s has a handler with a spec", (row) => {
    const operation = implemented.get(row);
    expect(operation?.handler).toBeTypeOf("function");
    expect(operation?.spec.status).toBe(expectedStatus(row));
    expect(operation?.spec.summary).not.toBe("");
  });

  it("are all that exist", () => {
    expect([...implemented.keys()].toSorted()).toEqual(all.toSorted());
  });

  it("of the learning edition have handlers with specs, and are all that exist", () => {
    expect(learningOperations.map(({ id }) => id).toSorted()).toEqual(splitRows(LEARNING).toSorted());
    expect(learningOperations.every(({ spec }) => spec.summary !== "")).toBe(true);
  });
});
