import { CALLERS, type CallerName } from "./callers";

type Row = Record<CallerName, number>;

// The rights of the callers, as the matrix sees them: 401 without a credential, 404 for those of another
// organization, 403 without the flag, scope or role, and otherwise what the operation answers.
const outside = {
  other: 404,
  nobody: 401,
  bad: 401,
  outsider: 404,
  "foreign application": 404,
  earner: 404,
};
const reading: Row = {
  ...outside,
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
  ...outside,
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
  ...outside,
  owner: 204,
  reader: 403,
  writer: 403,
  deleter: 204,
  viewer: 403,
  issuer: 403,
  administrator: 204,
  application: 204,
};
const byAdministrators = { viewer: 403, issuer: 403 };
// The client in the body is who asks: sessions and Bearer tokens count for nothing, and a token of HTTP Basic says
// that the client authenticates a second time.
const ofTheClient: Row = {
  owner: 400,
  other: 400,
  bad: 400,
  reader: 400,
  writer: 400,
  deleter: 400,
  nobody: 200,
  outsider: 200,
  viewer: 200,
  issuer: 200,
  administrator: 200,
  application: 200,
  "foreign application": 200,
  earner: 200,
};

// What needs nobody: credentials are not looked at, right or wrong.
const anybodys = (status: number): Row =>
  Object.fromEntries(Object.keys(reading).map((caller) => [caller, status])) as Row;
/** What is public, to programs as to people. */
const ofEverybody = Object.fromEntries(CALLERS.map((caller) => [caller, 200])) as Row;

// What is a person's own: sessions alone, and of those the others get to see nothing of it.
const sessions = (earner: number, others: number): Row => ({
  owner: 401,
  other: 401,
  nobody: 401,
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
/** Each person has such a thing of their own. */
const everybodys = (status: number): Row => sessions(status, status);
const own = (status: number): Row => sessions(status, 404);

const ORGANIZATION = "/organizations/[organization_id]";
const INTEGRATIONS = `${ORGANIZATION}/learning_integrations`;

/** Operation id to what each caller gets. Every operation of the routes stands here, and nothing else does. */
export const TABLE: Record<string, Row> = {
  // Lists what is the caller's own, so that nobody is a stranger here.
  "GET /organizations": { ...reading, other: 200, outsider: 200, "foreign application": 200 },
  [`GET ${ORGANIZATION}`]: reading,
  [`PUT ${ORGANIZATION}`]: { ...writing(200), ...byAdministrators },
  [`GET ${ORGANIZATION}/audit_entries`]: { ...reading, ...byAdministrators },
  [`GET ${ORGANIZATION}/authorization_tokens`]: { ...reading, ...byAdministrators },
  [`POST ${ORGANIZATION}/authorization_tokens`]: { ...writing(201), ...byAdministrators },
  // A session and an application have no token to rotate.
  [`POST ${ORGANIZATION}/authorization_tokens/rotate`]: {
    ...writing(201),
    ...byAdministrators,
    administrator: 422,
    application: 422,
  },
  // Whoever may not read the list does not get around it.
  [`POST ${ORGANIZATION}/authorization_tokens/[authorization_token_id]/reveal`]: {
    ...writing(200),
    ...byAdministrators,
    writer: 403,
  },
  [`POST ${ORGANIZATION}/authorization_tokens/[authorization_token_id]/rotate`]: {
    ...writing(201),
    ...byAdministrators,
  },
  [`DELETE ${ORGANIZATION}/authorization_tokens/[authorization_token_id]`]: {
    ...deleting,
    ...byAdministrators,
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
  [`GET ${ORGANIZATION}/issuers`]: { ...reading, ...byAdministrators },
  [`POST ${ORGANIZATION}/issuers`]: { ...writing(201), ...byAdministrators },
  [`GET ${ORGANIZATION}/issuers/[issuer_id]`]: { ...reading, ...byAdministrators },
  [`PUT ${ORGANIZATION}/issuers/[issuer_id]`]: { ...writing(200), ...byAdministrators },
  [`DELETE ${ORGANIZATION}/issuers/[issuer_id]`]: { ...deleting, ...byAdministrators },
  [`GET ${ORGANIZATION}/grantors`]: { ...reading, ...byAdministrators },
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
  [`GET ${ORGANIZATION}/employees`]: { ...reading, ...byAdministrators },
  [`POST ${ORGANIZATION}/employees`]: { ...writing(201), ...byAdministrators },
  [`POST ${ORGANIZATION}/employees/batch`]: { ...writing(200), ...byAdministrators },
  [`POST ${ORGANIZATION}/employees/send_invitations`]: { ...writing(200), ...byAdministrators },
  [`GET ${ORGANIZATION}/employees/[employee_id]`]: { ...reading, ...byAdministrators },
  [`PUT ${ORGANIZATION}/employees/[employee_id]`]: { ...writing(200), ...byAdministrators },
  [`DELETE ${ORGANIZATION}/employees/[employee_id]`]: { ...deleting, ...byAdministrators },
  [`GET ${ORGANIZATION}/employees/[employee_id]/data`]: { ...reading, ...byAdministrators },
  [`GET ${ORGANIZATION}/employee_external_badges`]: { ...reading, ...byAdministrators },
  [`GET ${ORGANIZATION}/events`]: reading,
  [`GET ${ORGANIZATION}/events/[event_id]`]: reading,
  [`GET ${ORGANIZATION}/oauth_applications`]: { ...reading, ...byAdministrators },
  [`POST ${ORGANIZATION}/oauth_applications`]: { ...writing(201), ...byAdministrators },
  [`GET ${ORGANIZATION}/oauth_applications/[oauth_application_id]`]: { ...reading, ...byAdministrators },
  [`PUT ${ORGANIZATION}/oauth_applications/[oauth_application_id]`]: { ...writing(200), ...byAdministrators },
  [`DELETE ${ORGANIZATION}/oauth_applications/[oauth_application_id]`]: { ...deleting, ...byAdministrators },
  // Of an application that may do everything: a token that may only write does not get its secret.
  [`POST ${ORGANIZATION}/oauth_applications/[oauth_application_id]/rotate_secret`]: {
    ...writing(201),
    ...byAdministrators,
    writer: 403,
  },
  [`GET ${ORGANIZATION}/learning_apps`]: { ...reading, ...byAdministrators },
  // An app may read, write and delete.
  [`POST ${ORGANIZATION}/learning_apps`]: { ...writing(201), ...byAdministrators, writer: 403 },
  [`GET ${ORGANIZATION}/learning_apps/[learning_app_id]`]: { ...reading, ...byAdministrators },
  [`PUT ${ORGANIZATION}/learning_apps/[learning_app_id]`]: {
    ...writing(200),
    ...byAdministrators,
    writer: 403,
  },
  [`DELETE ${ORGANIZATION}/learning_apps/[learning_app_id]`]: { ...deleting, ...byAdministrators },
  [`GET ${ORGANIZATION}/learning_apps/[learning_app_id]/tokens`]: { ...reading, ...byAdministrators },
  [`DELETE ${ORGANIZATION}/learning_apps/[learning_app_id]/tokens/[learning_token_id]`]: {
    ...deleting,
    ...byAdministrators,
  },
  [`POST ${ORGANIZATION}/learning_apps/[learning_app_id]/rotate_secret`]: {
    ...writing(201),
    ...byAdministrators,
    writer: 403,
  },
  [`GET ${ORGANIZATION}/members`]: { ...reading, ...byAdministrators },
  [`GET ${ORGANIZATION}/members/[member_id]`]: { ...reading, ...byAdministrators },
  // Nobody gives a role above their own, and every role reads.
  [`PUT ${ORGANIZATION}/members/[member_id]`]: { ...writing(200), ...byAdministrators, writer: 403 },
  [`DELETE ${ORGANIZATION}/members/[member_id]`]: { ...deleting, ...byAdministrators },
  [`GET ${ORGANIZATION}/invitations`]: { ...reading, ...byAdministrators },
  [`POST ${ORGANIZATION}/invitations`]: { ...writing(201), ...byAdministrators, writer: 403 },
  [`DELETE ${ORGANIZATION}/invitations/[invitation_id]`]: { ...deleting, ...byAdministrators },
  [`POST ${ORGANIZATION}/invitations/[invitation_id]/resend`]: {
    ...writing(200),
    ...byAdministrators,
    writer: 403,
  },
  "POST /oauth/token": ofTheClient,
  "POST /password_resets": anybodys(202),
  "PUT /password_resets/[password_reset_id]": anybodys(200),
  "GET /me": everybodys(200),
  "PATCH /me": everybodys(200),
  // By a session that has just begun, since these people have no password (account-protection.test.ts has the others).
  "DELETE /me": everybodys(204),
  "GET /me/data": everybodys(200),
  "PUT /me/password": everybodys(200),
  "DELETE /me/sessions": everybodys(204),
  "POST /me/merge": own(200),
  "GET /me/memberships": everybodys(200),
  // Every member may leave; who is none is told nothing.
  "DELETE /me/memberships/[organization_id]": { ...everybodys(204), outsider: 404 },
  "GET /me/badges": everybodys(200),
  "GET /me/badges/[badge_id]": own(200),
  "GET /me/badges/[badge_id]/certificate": own(200),
  "PATCH /me/badges/[badge_id]": own(200),
  "POST /me/badges/[badge_id]/accept": own(200),
  "POST /me/badges/[badge_id]/reject": own(200),
  "GET /me/connected_applications": everybodys(200),
  "POST /me/connected_applications": everybodys(201),
  "DELETE /me/connected_applications/[application_id]": own(204),
  "GET /me/emails": everybodys(200),
  "POST /me/emails": everybodys(201),
  "PATCH /me/emails/[email_id]": own(200),
  "DELETE /me/emails/[email_id]": own(204),
  "POST /me/emails/[email_id]/confirm": own(200),
  "POST /me/emails/[email_id]/send_confirmation": own(200),
  "GET /me/employments": everybodys(200),
  "POST /me/employments/[employment_id]/accept": own(200),
  "POST /me/employments/[employment_id]/reject": own(200),
  "POST /me/employments/[employment_id]/leave": own(200),
  "GET /me/external_badges": everybodys(200),
  "POST /me/external_badges": everybodys(201),
  "GET /me/external_badges/[external_badge_id]": own(200),
  "PATCH /me/external_badges/[external_badge_id]": own(200),
  "DELETE /me/external_badges/[external_badge_id]": own(204),
  // Typed in, so that there is nothing to look up: only its owner hears so.
  "POST /me/external_badges/[external_badge_id]/refresh": own(422),
  // A question: it changes nothing, and a token that may read may ask it.
  [`POST ${ORGANIZATION}/learning_apps/[learning_app_id]/launch_checks`]: { ...reading, ...byAdministrators },
  [`GET ${INTEGRATIONS}`]: reading,
  [`POST ${INTEGRATIONS}`]: { ...writing(201), ...byAdministrators },
  [`GET ${INTEGRATIONS}/[learning_integration_id]`]: reading,
  [`PUT ${INTEGRATIONS}/[learning_integration_id]`]: { ...writing(200), ...byAdministrators },
  [`DELETE ${INTEGRATIONS}/[learning_integration_id]`]: { ...deleting, ...byAdministrators },
  [`GET ${INTEGRATIONS}/[learning_integration_id]/students`]: reading,
  [`GET ${INTEGRATIONS}/[learning_integration_id]/gradables`]: reading,
  [`GET ${INTEGRATIONS}/[learning_integration_id]/grades`]: reading,
  [`GET ${INTEGRATIONS}/[learning_integration_id]/logs`]: reading,
  [`GET ${INTEGRATIONS}/[learning_integration_id]/rules`]: reading,
  [`GET ${INTEGRATIONS}/[learning_integration_id]/rules/[badge_template_id]`]: reading,
  [`PUT ${INTEGRATIONS}/[learning_integration_id]/rules/[badge_template_id]`]: writing(200),
  [`POST ${INTEGRATIONS}/[learning_integration_id]/rules/[badge_template_id]/evaluate`]: writing(200),
  [`POST ${INTEGRATIONS}/[learning_integration_id]/rule_preview`]: reading,
  [`GET ${ORGANIZATION}/domain`]: { ...reading, ...byAdministrators },
  [`PUT ${ORGANIZATION}/domain`]: { ...writing(200), ...byAdministrators },
  [`DELETE ${ORGANIZATION}/domain`]: deleting,
  [`POST ${ORGANIZATION}/domain/check`]: { ...writing(200), ...byAdministrators },
  [`GET ${ORGANIZATION}/webhook_settings`]: reading,
  [`PUT ${ORGANIZATION}/webhook_settings`]: { ...writing(200), ...byAdministrators },
  // Who knows the secret can forge deliveries: reading alone is not enough.
  [`GET ${ORGANIZATION}/webhook_secret`]: { ...reading, ...byAdministrators, reader: 403 },
  // A token without permission to read learns nothing here either.
  [`POST ${ORGANIZATION}/webhook_secret/reveal`]: { ...writing(200), ...byAdministrators, writer: 403 },
  [`POST ${ORGANIZATION}/webhook_secret/rotate`]: { ...writing(201), ...byAdministrators, writer: 403 },
  [`POST ${ORGANIZATION}/webhook_test_events`]: { ...writing(201), ...byAdministrators },
  [`GET ${ORGANIZATION}/webhook_deliveries`]: reading,
  [`GET ${ORGANIZATION}/webhook_deliveries/[webhook_delivery_id]`]: reading,
  [`POST ${ORGANIZATION}/webhook_deliveries/redeliver`]: { ...writing(200), ...byAdministrators },
  [`POST ${ORGANIZATION}/webhook_deliveries/[webhook_delivery_id]/redeliver`]: {
    ...writing(200),
    ...byAdministrators,
  },
  // Public: whatever credential somebody sends along counts for nothing.
  "GET /obi/v2/badge_assertions/[badge_id]": ofEverybody,
  "GET /obi/v2/badge_assertions/[badge_id]/image": ofEverybody,
  "GET /obi/v2/badge_classes/[badge_template_id]": ofEverybody,
  "GET /obi/v2/issuers/[organization_id]": ofEverybody,
  "GET /obi/v3/credentials/[badge_id]": ofEverybody,
  "GET /obi/v3/credentials/[badge_id]/status": ofEverybody,
  "GET /obi/v3/issuers/[organization_id]": ofEverybody,
  "GET /obi/v3/issuers/[organization_id]/did.json": ofEverybody,
  "GET /obi/v3/issuers/[organization_id]/jwk": ofEverybody,
  "GET /obi/v3/issuers/[organization_id]/jwks": ofEverybody,
};
