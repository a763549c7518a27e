import { CALLERS, type CallerName } from "./callers";

type Row = Record<CallerName, number>;

// The rights of the callers, as the matrix tests them: 401 without a credential, 404 for those of another organization,
// 403 without the flag, scope or role, and otherwise the operation's success status.
const outsideCallers = {
  other: 404,
  anonymous: 401,
  bad: 401,
  outsider: 404,
  "foreign application": 404,
  earner: 404,
};
const reading: Row = {
  ...outsideCallers,
  owner: 200,
  reader: 200,
  writer: 403,
  deleter: 403,
  viewer: 200,
  issuer: 200,
  administrator: 200,
  application: 200,
};
const writing = (status: number): Row => ({
  ...outsideCallers,
  owner: status,
  reader: 403,
  writer: status,
  deleter: 403,
  viewer: 403,
  issuer: status,
  administrator: status,
  application: status,
});
const deleting: Row = {
  ...outsideCallers,
  owner: 204,
  reader: 403,
  writer: 403,
  deleter: 204,
  viewer: 403,
  issuer: 403,
  administrator: 204,
  application: 204,
};
const administratorsOnly = { viewer: 403, issuer: 403 };
// The caller is the client in the body: sessions and Bearer tokens are ignored, and a token in HTTP Basic means that
// the client authenticates a second time.
const byRequestClient: Row = {
  owner: 400,
  other: 400,
  bad: 400,
  reader: 400,
  writer: 400,
  deleter: 400,
  anonymous: 200,
  outsider: 200,
  viewer: 200,
  issuer: 200,
  administrator: 200,
  application: 200,
  "foreign application": 200,
  earner: 200,
};

// Operations that need no credential and ignore any that is sent, valid or not.
const forAllCallers = (status: number): Row =>
  Object.fromEntries(Object.keys(reading).map((caller) => [caller, status])) as Row;
/** Public, to programs and to people. */
const publicRead = Object.fromEntries(CALLERS.map((caller) => [caller, 200])) as Row;

// A person's own resources: only sessions are accepted, and other people get no access.
const forSessions = (earner: number, others: number): Row => ({
  owner: 401,
  other: 401,
  anonymous: 401,
  bad: 401,
  reader: 401,
  writer: 401,
  deleter: 401,
  outsider: others,
  viewer: others,
  issuer: others,
  administrator: others,
  application: 401,
  "foreign application": 401,
  earner,
});
/** Each person has such a resource of their own. */
const forEachPerson = (status: number): Row => forSessions(status, status);
const forOwnResource = (status: number): Row => forSessions(status, 404);

const ORGANIZATION = "/organizations/[organization_id]";
const INTEGRATIONS = `${ORGANIZATION}/learning_integrations`;

/** The status for each caller, by operation id. Contains every operation of the routes and no others. */
export const TABLE: Record<string, Row> = {
  // Lists what belongs to the caller, so every caller has access.
  "GET /organizations": { ...reading, other: 200, outsider: 200, "foreign application": 200 },
  [`GET ${ORGANIZATION}`]: reading,
  [`PUT ${ORGANIZATION}`]: { ...writing(200), ...administratorsOnly },
  [`GET ${ORGANIZATION}/audit_entries`]: { ...reading, ...administratorsOnly },
  [`GET ${ORGANIZATION}/authorization_tokens`]: { ...reading, ...administratorsOnly },
  [`POST ${ORGANIZATION}/authorization_tokens`]: { ...writing(201), ...administratorsOnly },
  // A session and an application have no token to rotate.
  [`POST ${ORGANIZATION}/authorization_tokens/rotate`]: {
    ...writing(201),
    ...administratorsOnly,
    administrator: 422,
    application: 422,
  },
  // Without the right to read the list, this is refused too.
  [`POST ${ORGANIZATION}/authorization_tokens/[authorization_token_id]/reveal`]: {
    ...writing(200),
    ...administratorsOnly,
    writer: 403,
  },
  [`POST ${ORGANIZATION}/authorization_tokens/[authorization_token_id]/rotate`]: {
    ...writing(201),
    ...administratorsOnly,
  },
  [`DELETE ${ORGANIZATION}/authorization_tokens/[authorization_token_id]`]: {
    ...deleting,
    ...administratorsOnly,
  },
  [`GET ${ORGANIZATION}/badge_imports`]: reading,
  [`POST ${ORGANIZATION}/badge_imports`]: writing(201),
  [`GET ${ORGANIZATION}/badge_imports/[badge_import_id]`]: reading,
  [`PATCH ${ORGANIZATION}/badge_imports/[badge_import_id]`]: writing(200),
  [`DELETE ${ORGANIZATION}/badge_imports/[badge_import_id]`]: deleting,
  [`GET ${ORGANIZATION}/badge_imports/[badge_import_id]/rows`]: reading,
  [`GET ${ORGANIZATION}/badge_imports/[badge_import_id]/result`]: reading,
  [`POST ${ORGANIZATION}/badge_imports/[badge_import_id]/start`]: writing(200),
  [`POST ${ORGANIZATION}/badge_imports/[badge_import_id]/cancel`]: writing(200),
  [`GET ${ORGANIZATION}/badge_templates`]: reading,
  [`POST ${ORGANIZATION}/badge_templates`]: writing(201),
  [`GET ${ORGANIZATION}/badge_templates/[badge_template_id]`]: reading,
  [`PUT ${ORGANIZATION}/badge_templates/[badge_template_id]`]: writing(200),
  [`DELETE ${ORGANIZATION}/badge_templates/[badge_template_id]`]: deleting,
  [`POST ${ORGANIZATION}/badge_templates/[badge_template_id]/copy`]: writing(201),
  [`GET ${ORGANIZATION}/badge_templates/[badge_template_id]/import_sample`]: reading,
  [`POST ${ORGANIZATION}/badge_art_preview`]: reading,
  [`GET ${ORGANIZATION}/badges`]: reading,
  [`GET ${ORGANIZATION}/high_volume_issued_badge_search`]: reading,
  [`POST ${ORGANIZATION}/badges`]: writing(201),
  [`POST ${ORGANIZATION}/badges/batch`]: writing(200),
  [`GET ${ORGANIZATION}/badges/[badge_id]`]: reading,
  [`GET ${ORGANIZATION}/badges/[badge_id]/history`]: reading,
  [`POST ${ORGANIZATION}/badges/[badge_id]/send_notification`]: writing(200),
  [`PUT ${ORGANIZATION}/badges/[badge_id]/recipient`]: writing(200),
  [`GET ${ORGANIZATION}/issuers`]: { ...reading, ...administratorsOnly },
  [`POST ${ORGANIZATION}/issuers`]: { ...writing(201), ...administratorsOnly },
  [`GET ${ORGANIZATION}/issuers/[issuer_id]`]: { ...reading, ...administratorsOnly },
  [`PUT ${ORGANIZATION}/issuers/[issuer_id]`]: { ...writing(200), ...administratorsOnly },
  [`DELETE ${ORGANIZATION}/issuers/[issuer_id]`]: { ...deleting, ...administratorsOnly },
  [`GET ${ORGANIZATION}/grantors`]: { ...reading, ...administratorsOnly },
  [`GET ${ORGANIZATION}/grantors/[grantor_id]/badge_templates`]: reading,
  [`GET ${ORGANIZATION}/issuable_badge_templates`]: reading,
  [`GET ${ORGANIZATION}/recommendations`]: reading,
  [`POST ${ORGANIZATION}/recommendations`]: writing(201),
  [`GET ${ORGANIZATION}/recommendations/[recommendation_id]`]: reading,
  [`PATCH ${ORGANIZATION}/recommendations/[recommendation_id]`]: writing(200),
  [`DELETE ${ORGANIZATION}/recommendations/[recommendation_id]`]: deleting,
  [`GET ${ORGANIZATION}/recommendations/[recommendation_id]/badge_templates`]: reading,
  [`DELETE ${ORGANIZATION}/badges/[badge_id]`]: deleting,
  [`POST ${ORGANIZATION}/badges/[badge_id]/replace`]: writing(201),
  [`PUT ${ORGANIZATION}/badges/[badge_id]/revoke`]: writing(200),
  [`GET ${ORGANIZATION}/employees`]: { ...reading, ...administratorsOnly },
  [`POST ${ORGANIZATION}/employees`]: { ...writing(201), ...administratorsOnly },
  [`POST ${ORGANIZATION}/employees/batch`]: { ...writing(200), ...administratorsOnly },
  [`POST ${ORGANIZATION}/employees/send_invitations`]: { ...writing(200), ...administratorsOnly },
  [`GET ${ORGANIZATION}/employees/[employee_id]`]: { ...reading, ...administratorsOnly },
  [`PUT ${ORGANIZATION}/employees/[employee_id]`]: { ...writing(200), ...administratorsOnly },
  [`DELETE ${ORGANIZATION}/employees/[employee_id]`]: { ...deleting, ...administratorsOnly },
  [`GET ${ORGANIZATION}/employees/[employee_id]/data`]: { ...reading, ...administratorsOnly },
  [`GET ${ORGANIZATION}/employee_external_badges`]: { ...reading, ...administratorsOnly },
  [`GET ${ORGANIZATION}/events`]: reading,
  [`GET ${ORGANIZATION}/events/[event_id]`]: reading,
  [`GET ${ORGANIZATION}/oauth_applications`]: { ...reading, ...administratorsOnly },
  [`POST ${ORGANIZATION}/oauth_applications`]: { ...writing(201), ...administratorsOnly },
  [`GET ${ORGANIZATION}/oauth_applications/[oauth_application_id]`]: { ...reading, ...administratorsOnly },
  [`PUT ${ORGANIZATION}/oauth_applications/[oauth_application_id]`]: {
    ...writing(200),
    ...administratorsOnly,
  },
  [`DELETE ${ORGANIZATION}/oauth_applications/[oauth_application_id]`]: {
    ...deleting,
    ...administratorsOnly,
  },
  // Of an application that may do everything: a token that may only write does not get its secret.
  [`POST ${ORGANIZATION}/oauth_applications/[oauth_application_id]/rotate_secret`]: {
    ...writing(201),
    ...administratorsOnly,
    writer: 403,
  },
  [`GET ${ORGANIZATION}/learning_apps`]: { ...reading, ...administratorsOnly },
  // An app may read, write and delete.
  [`POST ${ORGANIZATION}/learning_apps`]: { ...writing(201), ...administratorsOnly, writer: 403 },
  [`GET ${ORGANIZATION}/learning_apps/[learning_app_id]`]: { ...reading, ...administratorsOnly },
  [`PUT ${ORGANIZATION}/learning_apps/[learning_app_id]`]: {
    ...writing(200),
    ...administratorsOnly,
    writer: 403,
  },
  [`DELETE ${ORGANIZATION}/learning_apps/[learning_app_id]`]: { ...deleting, ...administratorsOnly },
  [`GET ${ORGANIZATION}/learning_apps/[learning_app_id]/tokens`]: { ...reading, ...administratorsOnly },
  [`DELETE ${ORGANIZATION}/learning_apps/[learning_app_id]/tokens/[learning_token_id]`]: {
    ...deleting,
    ...administratorsOnly,
  },
  [`POST ${ORGANIZATION}/learning_apps/[learning_app_id]/rotate_secret`]: {
    ...writing(201),
    ...administratorsOnly,
    writer: 403,
  },
  [`GET ${ORGANIZATION}/members`]: { ...reading, ...administratorsOnly },
  [`GET ${ORGANIZATION}/members/[member_id]`]: { ...reading, ...administratorsOnly },
  // Roles above the caller's own cannot be given, and every role can read.
  [`PUT ${ORGANIZATION}/members/[member_id]`]: { ...writing(200), ...administratorsOnly, writer: 403 },
  [`DELETE ${ORGANIZATION}/members/[member_id]`]: { ...deleting, ...administratorsOnly },
  [`GET ${ORGANIZATION}/invitations`]: { ...reading, ...administratorsOnly },
  [`POST ${ORGANIZATION}/invitations`]: { ...writing(201), ...administratorsOnly, writer: 403 },
  [`DELETE ${ORGANIZATION}/invitations/[invitation_id]`]: { ...deleting, ...administratorsOnly },
  [`POST ${ORGANIZATION}/invitations/[invitation_id]/resend`]: {
    ...writing(200),
    ...administratorsOnly,
    writer: 403,
  },
  "POST /oauth/token": byRequestClient,
  "POST /password_resets": forAllCallers(202),
  "PUT /password_resets/[password_reset_id]": forAllCallers(200),
  "GET /me": forEachPerson(200),
  "PATCH /me": forEachPerson(200),
  // With a new session, since these people have no password (account-protection.test.ts has the others).
  "DELETE /me": forEachPerson(204),
  "GET /me/data": forEachPerson(200),
  "PUT /me/password": forEachPerson(200),
  "DELETE /me/sessions": forEachPerson(204),
  "POST /me/merge": forOwnResource(200),
  "GET /me/memberships": forEachPerson(200),
  // Every member may leave. Other callers get no information.
  "DELETE /me/memberships/[organization_id]": { ...forEachPerson(204), outsider: 404 },
  "GET /me/badges": forEachPerson(200),
  "GET /me/badges/[badge_id]": forOwnResource(200),
  "GET /me/badges/[badge_id]/certificate": forOwnResource(200),
  "PATCH /me/badges/[badge_id]": forOwnResource(200),
  "POST /me/badges/[badge_id]/accept": forOwnResource(200),
  "POST /me/badges/[badge_id]/reject": forOwnResource(200),
  "GET /me/connected_applications": forEachPerson(200),
  "POST /me/connected_applications": forEachPerson(201),
  "DELETE /me/connected_applications/[application_id]": forOwnResource(204),
  "GET /me/emails": forEachPerson(200),
  "POST /me/emails": forEachPerson(201),
  "PATCH /me/emails/[email_id]": forOwnResource(200),
  "DELETE /me/emails/[email_id]": forOwnResource(204),
  "POST /me/emails/[email_id]/confirm": forOwnResource(200),
  "POST /me/emails/[email_id]/send_confirmation": forOwnResource(200),
  "GET /me/employments": forEachPerson(200),
  "POST /me/employments/[employment_id]/accept": forOwnResource(200),
  "POST /me/employments/[employment_id]/reject": forOwnResource(200),
  "POST /me/employments/[employment_id]/leave": forOwnResource(200),
  "GET /me/external_badges": forEachPerson(200),
  "POST /me/external_badges": forEachPerson(201),
  "GET /me/external_badges/[external_badge_id]": forOwnResource(200),
  "PATCH /me/external_badges/[external_badge_id]": forOwnResource(200),
  "DELETE /me/external_badges/[external_badge_id]": forOwnResource(204),
  // Entered by hand, so that no other service is queried. Only its owner has access.
  "POST /me/external_badges/[external_badge_id]/refresh": forOwnResource(422),
  // A query: it changes nothing, and the right to read is enough.
  [`POST ${ORGANIZATION}/learning_apps/[learning_app_id]/launch_checks`]: {
    ...reading,
    ...administratorsOnly,
  },
  [`GET ${INTEGRATIONS}`]: reading,
  [`POST ${INTEGRATIONS}`]: { ...writing(201), ...administratorsOnly },
  [`GET ${INTEGRATIONS}/[learning_integration_id]`]: reading,
  [`PUT ${INTEGRATIONS}/[learning_integration_id]`]: { ...writing(200), ...administratorsOnly },
  [`DELETE ${INTEGRATIONS}/[learning_integration_id]`]: { ...deleting, ...administratorsOnly },
  [`GET ${INTEGRATIONS}/[learning_integration_id]/students`]: reading,
  [`GET ${INTEGRATIONS}/[learning_integration_id]/gradables`]: reading,
  [`GET ${INTEGRATIONS}/[learning_integration_id]/grades`]: reading,
  [`GET ${INTEGRATIONS}/[learning_integration_id]/logs`]: reading,
  [`GET ${INTEGRATIONS}/[learning_integration_id]/rules`]: reading,
  [`GET ${INTEGRATIONS}/[learning_integration_id]/rules/[badge_template_id]`]: reading,
  [`PUT ${INTEGRATIONS}/[learning_integration_id]/rules/[badge_template_id]`]: writing(200),
  [`POST ${INTEGRATIONS}/[learning_integration_id]/rules/[badge_template_id]/evaluate`]: writing(200),
  [`POST ${INTEGRATIONS}/[learning_integration_id]/rule_preview`]: reading,
  [`GET ${ORGANIZATION}/domain`]: { ...reading, ...administratorsOnly },
  [`PUT ${ORGANIZATION}/domain`]: { ...writing(200), ...administratorsOnly },
  [`DELETE ${ORGANIZATION}/domain`]: deleting,
  [`POST ${ORGANIZATION}/domain/check`]: { ...writing(200), ...administratorsOnly },
  [`GET ${ORGANIZATION}/webhook_settings`]: reading,
  [`PUT ${ORGANIZATION}/webhook_settings`]: { ...writing(200), ...administratorsOnly },
  // With the secret, deliveries can be forged: the right to read is not enough.
  [`GET ${ORGANIZATION}/webhook_secret`]: { ...reading, ...administratorsOnly, reader: 403 },
  // A token without the right to read learns nothing here either.
  [`POST ${ORGANIZATION}/webhook_secret/reveal`]: { ...writing(200), ...administratorsOnly, writer: 403 },
  [`POST ${ORGANIZATION}/webhook_secret/rotate`]: { ...writing(201), ...administratorsOnly, writer: 403 },
  [`POST ${ORGANIZATION}/webhook_test_events`]: { ...writing(201), ...administratorsOnly },
  [`GET ${ORGANIZATION}/webhook_deliveries`]: reading,
  [`GET ${ORGANIZATION}/webhook_deliveries/[webhook_delivery_id]`]: reading,
  [`POST ${ORGANIZATION}/webhook_deliveries/redeliver`]: { ...writing(200), ...administratorsOnly },
  [`POST ${ORGANIZATION}/webhook_deliveries/[webhook_delivery_id]/redeliver`]: {
    ...writing(200),
    ...administratorsOnly,
  },
  // Public: any credential that is sent along is ignored.
  "GET /obi/v2/badge_assertions/[badge_id]": publicRead,
  "GET /obi/v2/badge_assertions/[badge_id]/image": publicRead,
  "GET /obi/v2/badge_classes/[badge_template_id]": publicRead,
  "GET /obi/v2/issuers/[organization_id]": publicRead,
  "GET /obi/v3/credentials/[badge_id]": publicRead,
  "GET /obi/v3/credentials/[badge_id]/status": publicRead,
  "GET /obi/v3/issuers/[organization_id]": publicRead,
  "GET /obi/v3/issuers/[organization_id]/did.json": publicRead,
  "GET /obi/v3/issuers/[organization_id]/jwk": publicRead,
  "GET /obi/v3/issuers/[organization_id]/jwks": publicRead,
  "GET /obi/v3/issuers/[organization_id]/status_lists/[list_number]": publicRead,
};
