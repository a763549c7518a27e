import { WALLET_PREPARATIONS } from "./wallet-authorization";
import { WEBHOOK_PREPARATIONS } from "./webhook-authorization";
import { linkTokenSubject, type LinkPurpose } from "@/lib/accounts/accounts/serializer";
import { createPurposeToken } from "@/lib/kernel/secrets";
import {
  authorizeIssuer,
  badgeBody,
  createEmployee,
  createTestOrganization,
  createRecommendation,
  createTemplate,
  nextSerial,
  templateBody,
} from "../builders";
import { send } from "../http/client";
import { createPasswordLink } from "../accounts/earners";
import { COURSE_PREPARATIONS } from "./course-authorization";
import { CERTIFICATE_PREPARATIONS } from "./certificate-authorization";
import { DOMAIN_PREPARATIONS } from "./domain-authorization";
import { IDENTITY_PROVIDER_PREPARATIONS } from "./identity-provider-authorization";
import {
  createOwnBadge,
  createShownBadge,
  DOCUMENT_PREPARATIONS,
  KEY_PREPARATIONS,
} from "./document-authorization";
import { ENDORSEMENT_PREPARATIONS } from "./endorsement-authorization";
import { BULK_ACTION_PREPARATIONS } from "./bulk-action-authorization";
import { SERVICE_MOVE_PREPARATIONS } from "./service-move-authorization";
import { IMPORT_PREPARATIONS } from "./import-authorization";
import { createTestLearningApp } from "../learning/learning";
import {
  createConnectedEmployee,
  createMember,
  createPerson,
  createPromptedEmployee,
} from "../accounts/members";
import { insertOldRequest } from "../platform/old-records";
import { createAllowedApplication } from "../applications/wallet-application";
import { tokenRequestFields, createApplication } from "../applications/oauth";
import { createSubscriber } from "../delivery/outbox";
import { TEST_MODE_PREPARATIONS } from "./test-mode-authorization";
import { MAIL_DESIGN_PREPARATIONS } from "./mail-design-authorization";
import { ACCOUNT_SECURITY_PREPARATIONS } from "./account-security-authorization";
import { NOTICE_PREPARATIONS } from "./notice-authorization";
import { SAVED_VIEW_PREPARATIONS } from "./saved-view-authorization";
import { prepareNothing, type Preparation } from "./preparation";

const template: Preparation = async (organization) => ({
  ids: { badge_template_id: (await createTemplate(organization)).id },
});

const badge: Preparation = async (organization) => {
  const { id } = await createTemplate(organization);
  const { data } = await organization.client.post("/badges", badgeBody(id));
  return { ids: { badge_id: data.id } };
};

/** A badge without a mail, whose recipient can be corrected at once. */
const unmailedBadge: Preparation = async (organization) => {
  const { id } = await createTemplate(organization);
  const body = badgeBody(id, { suppress_badge_notification_email: true });
  return { ids: { badge_id: (await organization.client.post("/badges", body)).data.id } };
};

/** A token that can be shown and rotated with no more than the scope of its own kind. */
const TOKENS_ALONE = { scopes: ["authorization_tokens"] };

const token: Preparation = async (organization) => {
  const { data } = await organization.client.post("/authorization_tokens", TOKENS_ALONE);
  return { ids: { authorization_token_id: data.id } };
};

/** A token that every caller with the right to write may have. */
const unreadableToken: Preparation = async (organization) => {
  const body = { ...TOKENS_ALONE, read_enabled: false };
  const { data } = await organization.client.post("/authorization_tokens", body);
  return { ids: { authorization_token_id: data.id } };
};

const event: Preparation = async (organization) => {
  await createTemplate(organization);
  return { ids: { event_id: (await organization.client.get("/events?per=1")).data[0].id } };
};

const application: Preparation = async (organization) => ({
  ids: {
    oauth_application_id: String(
      (await createApplication(organization, { scopes: ["oauth_applications"] })).id,
    ),
  },
});

const recommendation: Preparation = async (organization) => ({
  ids: { recommendation_id: (await createRecommendation(organization)).id },
});

const issuer: Preparation = async (organization) => ({
  ids: { issuer_id: (await authorizeIssuer(organization, await createSubscriber(null))).id },
});

const grantors = new Map<string, Promise<{ id: string }>>();

// One for all requests of an organization, because creating a grantor takes far longer than reading it.
const grantor: Preparation = async (organization) => {
  const known = grantors.get(organization.id);
  const record = known ?? createTestOrganization().then((created) => authorizeIssuer(created, organization));
  grantors.set(organization.id, record);
  return { ids: { grantor_id: (await record).id } };
};

const employee: Preparation = async (organization) => ({
  ids: { employee_id: encodeURIComponent((await createEmployee(organization)).email) },
});
const acceptedBadge: Preparation = async (organization) => ({
  ...(await createShownBadge(organization)),
  body: { public: false },
});

/** An address that a person claims, and the token of its mail. `email` may belong to another person. */
const claim = async (purpose: LinkPurpose, email = `claimed-${nextSerial()}@example.org`) => {
  const person = await createPerson();
  const { data } = await send("POST", "/me/emails", { headers: person.headers, body: { email } });
  const token = createPurposeToken(purpose, linkTokenSubject(data.id, new Date(data.confirmation_sent_at)));
  return { ids: { email_id: data.id as string }, person, body: { token } };
};

const confirmedAddress: Preparation = async () => {
  const { ids, person, body } = await claim("confirm-email");
  await send("POST", `/me/emails/${ids.email_id}/confirm`, { headers: person.headers, body });
  return { ids, person, body: { primary: true } };
};

/** An employment that waits for the person's response. */
const employment: Preparation = async (organization) => {
  const { person, employee } = await createPromptedEmployee(organization);
  return { ids: { employment_id: employee.id }, person };
};

const acceptedEmployment: Preparation = async (organization) => {
  const { person, employee } = await createConnectedEmployee(organization);
  return { ids: { employment_id: employee.id }, person };
};

const member: Preparation = async (organization) => ({
  ids: { member_id: (await createMember(organization.id, "issuer")).id },
});

const memberInvitation: Preparation = async (organization) => {
  const body = { email: `invited-${nextSerial()}@example.org`, role: "viewer" };
  return { ids: { invitation_id: (await organization.client.post("/invitations", body)).data.id } };
};

const typedIn = { badge: { badge_name: "First aid", issuer_name: "Red Cross" } };

const externalBadge: Preparation = async () => {
  const person = await createPerson();
  const { data } = await send("POST", "/me/external_badges", { headers: person.headers, body: typedIn });
  return { ids: { external_badge_id: data.id }, person };
};

const badgeCollection: Preparation = async () => {
  const person = await createPerson();
  const body = { name: "Sea" };
  const { data } = await send("POST", "/me/badge_collections", { headers: person.headers, body });
  return { ids: { badge_collection_id: data.id }, person };
};

const connection: Preparation = async (organization) => {
  const person = await createPerson();
  const body = { client_id: organization.client_id };
  const { data } = await send("POST", "/me/connected_applications", { headers: person.headers, body });
  return { ids: { application_id: String(data.id) }, person };
};

/** An app, and a token of its owner. */
const learningApp: Preparation = async (organization) => {
  const { id } = await createTestLearningApp(organization);
  const { data } = await organization.client.get(`/learning_apps/${id}/tokens`);
  return { ids: { learning_app_id: id, learning_token_id: data[0].id } };
};

const apiRequest: Preparation = async (organization) => ({
  ids: { api_request_id: await insertOldRequest(organization.id, 1) },
});

/** The lists of an organization, which need no preparation. */
const LISTS = [
  "audit_entries audit_chain audit_chain/heads audit_chain/export audit_chain/verification api_requests authorization_tokens badge_templates badges badge_bulk_actions service_moves issuers grantors",
  "issuable_badge_templates recommendations high_volume_issued_badge_search employees",
  "employee_external_badges badge_imports events oauth_applications members invitations learning_apps",
].flatMap((names) => names.split(" "));

/** What each operation is sent, by operation id. Contains every operation, as the matrix does. */
export const PREPARATIONS: Record<string, Preparation> = {
  ...Object.fromEntries(
    LISTS.map((name) => [`GET /organizations/[organization_id]/${name}`, prepareNothing]),
  ),
  "GET /organizations": prepareNothing,
  "GET /organizations/[organization_id]/api_requests/[api_request_id]": apiRequest,
  "GET /organizations/[organization_id]/analytics": prepareNothing,
  "GET /organizations/[organization_id]": prepareNothing,
  "PUT /organizations/[organization_id]": async () => ({ body: { bio: "Changed." } }),
  "POST /organizations/[organization_id]/authorization_tokens": async () => ({
    body: { read_enabled: false },
  }),
  "POST /organizations/[organization_id]/authorization_tokens/rotate": prepareNothing,
  "DELETE /organizations/[organization_id]/authorization_tokens/[authorization_token_id]": token,
  "POST /organizations/[organization_id]/authorization_tokens/[authorization_token_id]/reveal": token,
  "POST /organizations/[organization_id]/authorization_tokens/[authorization_token_id]/rotate":
    unreadableToken,
  "POST /organizations/[organization_id]/badge_templates": async () => ({ body: templateBody() }),
  "GET /organizations/[organization_id]/badge_templates/[badge_template_id]": template,
  "PUT /organizations/[organization_id]/badge_templates/[badge_template_id]": async (organization) => ({
    ...(await template(organization)),
    body: { description: "Changed." },
  }),
  "DELETE /organizations/[organization_id]/badge_templates/[badge_template_id]": template,
  "POST /organizations/[organization_id]/badge_templates/[badge_template_id]/copy": template,
  "POST /organizations/[organization_id]/badge_art_preview": async () => ({
    body: { design: { color: "#1f5f5b" } },
  }),
  "POST /organizations/[organization_id]/badges": async (organization) => ({
    body: badgeBody((await createTemplate(organization)).id),
  }),
  "POST /organizations/[organization_id]/badges/batch": async (organization) => ({
    body: { badges: [badgeBody((await createTemplate(organization)).id)] },
  }),
  "GET /organizations/[organization_id]/badge_templates/[badge_template_id]/import_sample": template,
  "GET /organizations/[organization_id]/badges/[badge_id]": badge,
  ...MAIL_DESIGN_PREPARATIONS,
  ...BULK_ACTION_PREPARATIONS,
  ...SERVICE_MOVE_PREPARATIONS,
  ...NOTICE_PREPARATIONS,
  ...SAVED_VIEW_PREPARATIONS,
  ...ACCOUNT_SECURITY_PREPARATIONS,
  ...CERTIFICATE_PREPARATIONS,
  ...TEST_MODE_PREPARATIONS,
  ...IMPORT_PREPARATIONS,
  ...ENDORSEMENT_PREPARATIONS,
  "GET /organizations/[organization_id]/badges/[badge_id]/history": badge,
  "POST /organizations/[organization_id]/issuers": async () => ({
    body: { issuer_id: (await createSubscriber(null)).id },
  }),
  "GET /organizations/[organization_id]/issuers/[issuer_id]": issuer,
  "PUT /organizations/[organization_id]/issuers/[issuer_id]": async (organization) => ({
    ...(await issuer(organization)),
    body: { display_issuer_as: "both" },
  }),
  "DELETE /organizations/[organization_id]/issuers/[issuer_id]": issuer,
  "GET /organizations/[organization_id]/grantors/[grantor_id]/badge_templates": grantor,
  "POST /organizations/[organization_id]/recommendations": async (organization) => ({
    body: { type: "badge", recommended_badge_template_id: (await createTemplate(organization)).id },
  }),
  "GET /organizations/[organization_id]/recommendations/[recommendation_id]": recommendation,
  "PATCH /organizations/[organization_id]/recommendations/[recommendation_id]": async (organization) => ({
    ...(await recommendation(organization)),
    body: { title: "Changed." },
  }),
  "DELETE /organizations/[organization_id]/recommendations/[recommendation_id]": recommendation,
  "GET /organizations/[organization_id]/recommendations/[recommendation_id]/badge_templates": recommendation,
  "DELETE /organizations/[organization_id]/badges/[badge_id]": badge,
  "POST /organizations/[organization_id]/badges/[badge_id]/replace": async (organization) => ({
    ...(await badge(organization)),
    body: { badge_template_id: (await createTemplate(organization)).id, issued_at: "2026-05-01" },
  }),
  "POST /organizations/[organization_id]/badges/[badge_id]/send_notification": unmailedBadge,
  "PUT /organizations/[organization_id]/badges/[badge_id]/recipient": async (organization) => ({
    ...(await badge(organization)),
    body: { recipient_email: `corrected-${nextSerial()}@example.org` },
  }),
  "PUT /organizations/[organization_id]/badges/[badge_id]/revoke": async (organization) => ({
    ...(await badge(organization)),
    body: { reason: "Issued by mistake." },
  }),
  "POST /organizations/[organization_id]/employees": async () => ({
    body: { email: `employee-${nextSerial()}@example.org` },
  }),
  "POST /organizations/[organization_id]/employees/batch": async () => ({
    body: { employees: [{ email: `employee-${nextSerial()}@example.org` }] },
  }),
  "POST /organizations/[organization_id]/employees/send_invitations": prepareNothing,
  "GET /organizations/[organization_id]/employees/[employee_id]": employee,
  "PUT /organizations/[organization_id]/employees/[employee_id]": async (organization) => ({
    ...(await employee(organization)),
    body: { team: "Changed" },
  }),
  "DELETE /organizations/[organization_id]/employees/[employee_id]": employee,
  "GET /organizations/[organization_id]/employees/[employee_id]/data": employee,
  "GET /organizations/[organization_id]/events/[event_id]": event,
  "POST /organizations/[organization_id]/oauth_applications": async () => ({ body: { name: "Made" } }),
  "GET /organizations/[organization_id]/oauth_applications/[oauth_application_id]": application,
  "PUT /organizations/[organization_id]/oauth_applications/[oauth_application_id]": async (organization) => ({
    ...(await application(organization)),
    body: { name: "Changed." },
  }),
  "DELETE /organizations/[organization_id]/oauth_applications/[oauth_application_id]": application,
  "POST /organizations/[organization_id]/oauth_applications/[oauth_application_id]/rotate_secret":
    application,
  "POST /v1/verify": () => Promise.resolve({ body: { credential: "no badge" } }),
  "POST /password_resets": async () => ({ body: { email: `forgetful-${nextSerial()}@example.org` } }),
  "PUT /password_resets/[password_reset_id]": async () => {
    const { id, token } = await createPasswordLink(await createPerson());
    return { ids: { password_reset_id: id }, body: { token, password: "a new password" } };
  },
  "POST /oauth/token": async (organization) => ({
    body: tokenRequestFields(await createApplication(organization)),
  }),
  "GET /organizations/[organization_id]/members/[member_id]": member,
  "PUT /organizations/[organization_id]/members/[member_id]": async (organization) => ({
    ...(await member(organization)),
    body: { role: "viewer" },
  }),
  "DELETE /organizations/[organization_id]/members/[member_id]": member,
  "POST /organizations/[organization_id]/invitations": async () => ({
    body: { email: `invited-${nextSerial()}@example.org`, role: "viewer" },
  }),
  "DELETE /organizations/[organization_id]/invitations/[invitation_id]": memberInvitation,
  "POST /organizations/[organization_id]/invitations/[invitation_id]/resend": memberInvitation,
  "GET /me/memberships": prepareNothing,
  "DELETE /me/memberships/[organization_id]": async (organization) => ({
    person: await createMember(organization.id, "issuer"),
  }),
  "GET /me": prepareNothing,
  "PATCH /me": async () => ({ body: { bio: "Changed." } }),
  "DELETE /me": async () => ({ body: {} }),
  "GET /me/data": prepareNothing,
  "PUT /me/password": async () => ({ body: { password: "a new password" } }),
  "POST /me/merge": async () => {
    const { ids, person, body } = await claim("merge-accounts", (await createPerson()).email);
    return { person, body: { ...body, email_id: ids.email_id } };
  },
  "GET /me/badges": prepareNothing,
  "GET /me/badges/[badge_id]": createOwnBadge,
  "PATCH /me/badges/[badge_id]": acceptedBadge,
  "GET /me/badges/[badge_id]/certificate": createShownBadge,
  "GET /me/badges/[badge_id]/credential": createShownBadge,
  "POST /me/badges/[badge_id]/accept": createOwnBadge,
  "POST /me/badges/[badge_id]/reject": createOwnBadge,
  "GET /me/connected_applications": prepareNothing,
  "POST /me/connected_applications": async (organization) => ({
    body: { client_id: organization.client_id },
  }),
  "DELETE /me/connected_applications/[application_id]": connection,
  "GET /me/wallet_applications": prepareNothing,
  "DELETE /me/wallet_applications/[wallet_application_id]": createAllowedApplication,
  "GET /me/emails": prepareNothing,
  "POST /me/emails": async () => ({ body: { email: `added-${nextSerial()}@example.org` } }),
  "PATCH /me/emails/[email_id]": confirmedAddress,
  "DELETE /me/emails/[email_id]": () => claim("confirm-email"),
  "POST /me/emails/[email_id]/confirm": () => claim("confirm-email"),
  "POST /me/emails/[email_id]/send_confirmation": () => claim("confirm-email"),
  "POST /organizations/[organization_id]/learning_apps": async ({ caller }) => ({
    body: { name: "LMS", owner_id: caller.actor.id },
  }),
  "GET /organizations/[organization_id]/learning_apps/[learning_app_id]": learningApp,
  "PUT /organizations/[organization_id]/learning_apps/[learning_app_id]": async (organization) => ({
    ...(await learningApp(organization)),
    body: { name: "Changed." },
  }),
  "DELETE /organizations/[organization_id]/learning_apps/[learning_app_id]": learningApp,
  "POST /organizations/[organization_id]/learning_apps/[learning_app_id]/rotate_secret": learningApp,
  "GET /organizations/[organization_id]/learning_apps/[learning_app_id]/tokens": learningApp,
  "DELETE /organizations/[organization_id]/learning_apps/[learning_app_id]/tokens/[learning_token_id]":
    learningApp,
  "GET /me/employments": prepareNothing,
  "POST /me/employments/[employment_id]/accept": employment,
  "POST /me/employments/[employment_id]/reject": employment,
  "POST /me/employments/[employment_id]/leave": acceptedEmployment,
  "GET /me/badge_collections": prepareNothing,
  "POST /me/badge_collections": async () => ({ body: { name: "Sea" } }),
  "GET /me/badge_collections/[badge_collection_id]": badgeCollection,
  "PATCH /me/badge_collections/[badge_collection_id]": async (organization) => ({
    ...(await badgeCollection(organization)),
    body: { name: "Shore" },
  }),
  "DELETE /me/badge_collections/[badge_collection_id]": badgeCollection,
  "GET /me/external_badges": prepareNothing,
  "POST /me/external_badges": async () => ({ body: typedIn }),
  "GET /me/external_badges/[external_badge_id]": externalBadge,
  "PATCH /me/external_badges/[external_badge_id]": async (organization) => ({
    ...(await externalBadge(organization)),
    body: { public: false },
  }),
  "DELETE /me/external_badges/[external_badge_id]": externalBadge,
  "POST /me/external_badges/[external_badge_id]/refresh": externalBadge,
  "POST /organizations/[organization_id]/learning_apps/[learning_app_id]/launch_checks": async (
    organization,
  ) => ({ ...(await learningApp(organization)), body: { url: "/auth/lti" } }),
  ...COURSE_PREPARATIONS,
  ...DOMAIN_PREPARATIONS,
  ...IDENTITY_PROVIDER_PREPARATIONS,
  ...WEBHOOK_PREPARATIONS,
  ...DOCUMENT_PREPARATIONS,
  ...KEY_PREPARATIONS,
  ...WALLET_PREPARATIONS,
};
