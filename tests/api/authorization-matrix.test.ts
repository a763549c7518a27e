import { beforeAll, describe, expect, it } from "vitest";
import type { EndpointSpec } from "@/lib/http/exchange";
import { makeTwo, PREPARATIONS } from "../support/authorization";
import { TABLE } from "../support/authorization-table";
import {
  badgeBody,
  makeRecommendation,
  makeTemplate,
  templateBody,
  type TestOrganization,
} from "../support/builders";
import { CALLERS, headersOf } from "../support/callers";
import { send } from "../support/client";
import { contents, sql } from "../support/database";
import { makeSubscriber } from "../support/outbox";
import { operations } from "../support/routes";

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
const TABLE: Record<string, Row> = {
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
  [`DELETE ${ORGANIZATION}/authorization_tokens/[authorization_token_id]`]: {
    ...deleting,
    ...byAdministrators,
  },
  [`GET ${ORGANIZATION}/badge_templates`]: reading,
  [`POST ${ORGANIZATION}/badge_templates`]: writing(201),
  [`GET ${ORGANIZATION}/badge_templates/[badge_template_id]`]: reading,
  [`PUT ${ORGANIZATION}/badge_templates/[badge_template_id]`]: writing(200),
  [`DELETE ${ORGANIZATION}/badge_templates/[badge_template_id]`]: deleting,
  [`GET ${ORGANIZATION}/badges`]: reading,
  [`GET ${ORGANIZATION}/high_volume_issued_badge_search`]: reading,
  [`POST ${ORGANIZATION}/badges`]: writing(201),
  [`POST ${ORGANIZATION}/badges/batch`]: writing(200),
  [`GET ${ORGANIZATION}/badge_imports`]: reading,
  [`POST ${ORGANIZATION}/badge_imports`]: writing(201),
  [`GET ${ORGANIZATION}/badge_imports/[badge_import_id]`]: reading,
  [`PATCH ${ORGANIZATION}/badge_imports/[badge_import_id]`]: writing(200),
  [`DELETE ${ORGANIZATION}/badge_imports/[badge_import_id]`]: deleting,
  [`GET ${ORGANIZATION}/badge_imports/[badge_import_id]/rows`]: reading,
  [`GET ${ORGANIZATION}/badge_imports/[badge_import_id]/result`]: reading,
  [`POST ${ORGANIZATION}/badge_imports/[badge_import_id]/start`]: writing(200),
  [`POST ${ORGANIZATION}/badge_imports/[badge_import_id]/cancel`]: writing(200),
  [`GET ${ORGANIZATION}/badges/[badge_id]`]: reading,
  [`GET ${ORGANIZATION}/issuers`]: { ...reading, ...byAdministrators },
  [`POST ${ORGANIZATION}/issuers`]: { ...writing(201), ...byAdministrators },
  [`DELETE ${ORGANIZATION}/issuers/[issuer_id]`]: { ...deleting, ...byAdministrators },
  [`GET ${ORGANIZATION}/grantors`]: { ...reading, ...byAdministrators },
  [`GET ${ORGANIZATION}/grantors/[grantor_id]/badge_templates`]: reading,
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
  [`POST ${ORGANIZATION}/employees/send_invitations`]: { ...writing(200), ...byAdministrators },
  [`GET ${ORGANIZATION}/employees/[employee_id]`]: { ...reading, ...byAdministrators },
  [`PUT ${ORGANIZATION}/employees/[employee_id]`]: { ...writing(200), ...byAdministrators },
  [`DELETE ${ORGANIZATION}/employees/[employee_id]`]: { ...deleting, ...byAdministrators },
  [`GET ${ORGANIZATION}/employees/[employee_id]/data`]: { ...reading, ...byAdministrators },
  [`GET ${ORGANIZATION}/employee_external_badges`]: { ...reading, ...byAdministrators },
  [`GET ${ORGANIZATION}/events`]: reading,
  [`GET ${ORGANIZATION}/events/[event_id]`]: reading,
  [`GET ${ORGANIZATION}/oauth_applications`]: { ...reading, ...byAdministrators },
  // It may do everything, so a token that may only write makes none.
  [`POST ${ORGANIZATION}/oauth_applications`]: { ...writing(201), ...byAdministrators, writer: 403 },
  [`GET ${ORGANIZATION}/oauth_applications/[oauth_application_id]`]: { ...reading, ...byAdministrators },
  [`PUT ${ORGANIZATION}/oauth_applications/[oauth_application_id]`]: { ...writing(200), ...byAdministrators },
  [`DELETE ${ORGANIZATION}/oauth_applications/[oauth_application_id]`]: { ...deleting, ...byAdministrators },
  [`GET ${ORGANIZATION}/learning_apps`]: { ...reading, ...byAdministrators },
  // An app may do everything, as an OAuth application may.
  [`POST ${ORGANIZATION}/learning_apps`]: { ...writing(201), ...byAdministrators, writer: 403 },
  [`GET ${ORGANIZATION}/learning_apps/[learning_app_id]`]: { ...reading, ...byAdministrators },
  [`PUT ${ORGANIZATION}/learning_apps/[learning_app_id]`]: {
    ...writing(200),
    ...byAdministrators,
    writer: 403,
  },
  [`DELETE ${ORGANIZATION}/learning_apps/[learning_app_id]`]: { ...deleting, ...byAdministrators },
  [`POST ${ORGANIZATION}/learning_apps/[learning_app_id]/rotate_secret`]: {
    ...writing(201),
    ...byAdministrators,
    writer: 403,
  },
  "POST /oauth/token": ofTheClient,
  "GET /me": everybodys(200),
  "PATCH /me": everybodys(200),
  "PUT /me/password": everybodys(200),
  "DELETE /me/sessions": everybodys(204),
  "POST /me/merge": own(200),
  "GET /me/badges": everybodys(200),
  "GET /me/badges/[badge_id]": own(200),
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
  "POST /me/employments/[employee_id]/accept": own(200),
  "POST /me/employments/[employee_id]/reject": own(200),
  "POST /me/employments/[employee_id]/leave": own(200),
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
  [`GET ${ORGANIZATION}/webhook_settings`]: reading,
  [`PUT ${ORGANIZATION}/webhook_settings`]: { ...writing(200), ...byAdministrators },
  // Who knows the secret can forge deliveries: reading alone is not enough.
  [`GET ${ORGANIZATION}/webhook_secret`]: { ...reading, ...byAdministrators, reader: 403 },
  [`POST ${ORGANIZATION}/webhook_secret/rotate`]: { ...writing(201), ...byAdministrators },
  [`POST ${ORGANIZATION}/webhook_test_events`]: { ...writing(201), ...byAdministrators },
  [`GET ${ORGANIZATION}/webhook_deliveries`]: reading,
  [`GET ${ORGANIZATION}/webhook_deliveries/[webhook_delivery_id]`]: reading,
  [`POST ${ORGANIZATION}/webhook_deliveries/redeliver`]: { ...writing(200), ...byAdministrators },
  [`POST ${ORGANIZATION}/webhook_deliveries/[webhook_delivery_id]/redeliver`]: {
    ...writing(200),
    ...byAdministrators,
  },
};

let organization: TestOrganization;
let other: TestOrganization;

beforeAll(async () => {
  [organization, other] = await makeTwo();
});

/** Number of entries of the audit log that a request left. */
const entriesOf = async (answer: { headers: Headers }): Promise<number> => {
  const requestId = answer.headers.get("x-request-id");
  const rows = await sql("SELECT FROM audit_entries WHERE request_id = $1", [requestId]);
  return rows.length;
};

/**
 * A change leaves one entry; a look or a question, whatever was refused, and a client's sign-in none. The log is an organization's: what
 * people do with their own accounts stands in none, but that a member leaves concerns it.
 */
function entriesDue(method: string, { access, caller, verb }: EndpointSpec, status: number): number {
  if (method === "GET" || status >= 300 || access === "read" || access === null) return 0;
  return caller === "earner" && verb !== "leaveOrganization" ? 0 : 1;
}

const pathOf = (pattern: string, ids: Record<string, string>): string =>
  `/v1${pattern.replace(/\[(\w+)\]/g, (_match, name: string) => ids[name] ?? `missing-${name}`)}`;

describe("the authorization matrix", () => {
  it("has a row and a preparation for every operation, and no others", () => {
    const ids = operations.map(({ id }) => id).toSorted();
    expect(Object.keys(TABLE).toSorted()).toEqual(ids);
    expect(Object.keys(PREPARATIONS).toSorted()).toEqual(ids);
  });

  describe.each(operations.map((one) => [one.id, one] as const))("%s", (id, { method, pattern, spec }) => {
    it.each(CALLERS)("answers %s as the table says", async (caller) => {
      const expected = TABLE[id]?.[caller];
      const prepare = PREPARATIONS[id];
      if (expected === undefined || !prepare) throw new Error(`No row for ${id}`);
      const { ids = {}, body, person } = await prepare(organization);
      const headers = await headersOf(caller, organization, other, person);
      const before = expected < 300 ? {} : await contents();
      const path = pathOf(pattern, { ...ids, organization_id: organization.id });
      const answer = await send(method, path, { headers, ...(body ? { body } : {}) });
      expect(answer.status, JSON.stringify(answer.data)).toBe(expected);
      // Who is refused changes nothing, and a stranger hears what they would hear of nothing at all.
      expect(expected < 300 ? {} : await contents()).toEqual(before);
      expect(expected === 404 ? answer.data.code : "not_found").toBe("not_found");
      expect(await entriesOf(answer)).toBe(entriesDue(method, spec, expected));
    });
  });
});

describe("ids of another organization", () => {
  const nested = operations.filter(({ pattern }) => /\[\w+\].*\[\w+\]/.test(pattern));

  it.each(nested.map((one) => [one.id, one] as const))(
    "404: %s, below one's own organization",
    async (id, { method, pattern }) => {
      const { ids, body } = (await PREPARATIONS[id]?.(other)) ?? {};
      const headers = await headersOf("owner", organization, other);
      const before = await contents();
      const path = pathOf(pattern, { ...ids, organization_id: organization.id });
      const answer = await send(method, path, { headers, ...(body ? { body } : {}) });
      expect(answer.status).toBe(404);
      expect(await contents()).toEqual(before);
    },
  );

  it("422: in the body of an issue, in activities and in recommendations; nothing is stored", async () => {
    const foreign = await makeTemplate(other);
    const own = await makeTemplate(organization);
    const recommendation = (await makeRecommendation(other)).id;
    const activity = { activity_type: "Badge", required_badge_template_id: foreign.id };
    const bodies = [{ badge_template_activities: [activity] }, { recommendation_ids: [recommendation] }];
    const before = await contents();
    const { client } = organization;
    const issue = await client.post("/badges", badgeBody(foreign.id));
    expect([issue.status, issue.data.message]).toEqual([
      422,
      `Invalid or missing Badge Template ID: ${foreign.id}`,
    ]);
    for (const body of bodies) {
      const [field] = Object.keys(body);
      for (const answer of [
        await client.post("/badge_templates", templateBody(body)),
        await client.put(`/badge_templates/${own.id}`, body),
      ]) {
        expect([answer.status, answer.data.errors[0].field]).toEqual([422, field]);
      }
    }
    expect(await contents()).toEqual(before);
  });

  it("422: templates in the body of a recommendation or an authorization; nothing is stored", async () => {
    const foreign = (await makeTemplate(other)).id;
    const own = (await makeRecommendation(organization)).id;
    const issuer = await makeSubscriber(null);
    const before = await contents();
    const { post, patch } = organization.client;
    const address = { type: "offer", title: "Next", activity_url: "https://example.org/next" };
    const badge = { type: "badge", recommended_badge_template_id: foreign };
    const refused = [
      [await post("/recommendations", badge), "recommended_badge_template_id"],
      [await patch(`/recommendations/${own}`, badge), "recommended_badge_template_id"],
      [await post("/recommendations", { ...address, badge_template_ids: [foreign] }), "badge_template_ids"],
      [await patch(`/recommendations/${own}`, { badge_template_ids: [foreign] }), "badge_template_ids"],
      [
        await post("/issuers", { issuer_id: issuer.id, allowed_badge_templates: [foreign] }),
        "allowed_badge_templates",
      ],
    ] as const;
    for (const [{ status, data }, field] of refused) {
      expect([status, data.errors[0].field]).toEqual([422, field]);
      expect(data.message).toContain(foreign);
    }
    expect(await contents()).toEqual(before);
  });

  it("200: in filters find nothing", async () => {
    const foreign = await makeTemplate(other);
    const recommendation = await makeRecommendation(other, { badge_template_ids: [foreign.id] });
    await other.client.post("/badges", badgeBody(foreign.id));
    const filters = [
      `/badges?filter=badge_template_id::${foreign.id}`,
      `/badges?filter=issuer_id::${other.id}`,
      `/badges?filter=badge_templates[owner_id]::${other.id}`,
      `/badge_templates?filter=owner_id::${other.id}`,
      `/badge_templates?filter=recommendation_ids::${recommendation.id}`,
    ];
    for (const path of filters) {
      const { status, data } = await organization.client.get(path);
      expect([status, data]).toEqual([200, []]);
    }
  });

  it("in a body name the path's organization, whoever they name", async () => {
    const body = templateBody({ owner_id: other.id, organization_id: other.id });
    const { data } = await organization.client.post("/badge_templates", body);
    expect(data.owner.id).toBe(organization.id);
  });
});
