import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { acceptBadge } from "@/lib/badges/issued/service";
import { createPurposeToken } from "@/lib/kernel/secrets";
import { basicHeaders, send } from "../../support/http/client";
import {
  badgeBody,
  createTestOrganization,
  createTemplate,
  type TestOrganization,
} from "../../support/builders";
import { createBearerHeaders } from "../../support/applications/oauth";
import { createConnectedEmployee } from "../../support/accounts/members";

let queries: string[] = [];
const original = pg.Client.prototype.query;

const queryText = (query: unknown): string =>
  typeof query === "string" ? query : String((query as { text?: string }).text ?? query);

// Counts every statement of the adapter, because that is what is sent to the database.
function recordQuery(this: pg.Client, ...parameters: unknown[]): unknown {
  const text = queryText(parameters[0]);
  // Last uses (lib/kernel/usage-recorder.ts) and the request log (lib/access/api-requests/recorder.ts) are written every
  // few seconds, for many requests at once.
  if (!text.includes("SET last_used_at") && !text.includes("api_requests")) queries.push(text);
  return Reflect.apply(original as (...all: unknown[]) => unknown, this, parameters);
}

async function collectQueries(work: () => Promise<unknown>): Promise<string[]> {
  queries = [];
  await work();
  return queries;
}

let organization: TestOrganization;
let template: { id: string };

beforeAll(async () => {
  organization = await createTestOrganization();
  template = await createTemplate(organization);
  for (let index = 0; index < 3; index += 1) {
    await organization.client.post("/badges", badgeBody(template.id));
  }
  pg.Client.prototype.query = recordQuery as typeof original;
});

afterAll(() => {
  pg.Client.prototype.query = original;
});

describe("round trips to the database", () => {
  it("an issue needs at most four: credential, template, account, and one statement for everything else", async () => {
    const known = badgeBody(template.id);
    const { data } = await organization.client.post("/badges", known);
    const token = createPurposeToken("accept-badge-mailed", data.id);
    await acceptBadge(data.id, { token });
    const other = await createTemplate(organization);
    // An employer gets an event about the badge of a connected employee.
    const { person } = await createConnectedEmployee(organization);
    const connected = badgeBody(template.id, { recipient_email: person.email });
    for (const body of [badgeBody(template.id), { ...known, badge_template_id: other.id }, connected]) {
      const sent = await collectQueries(() => organization.client.post("/badges", body));
      expect(sent, sent.join("\n\n")).toHaveLength(4);
    }
  });

  it("a list needs three whatever its length: credential, rows, total", async () => {
    const sent = await collectQueries(() => organization.client.get("/badge_templates"));
    expect(sent, sent.join("\n\n")).toHaveLength(3);
  });

  it("a list of credentials needs one more: which of their creators still exist", async () => {
    for (const path of ["/authorization_tokens", "/oauth_applications"]) {
      const sent = await collectQueries(() => organization.client.get(path));
      expect(sent, `${path}\n${sent.join("\n\n")}`).toHaveLength(4);
    }
  });

  it("a list of badges needs three as well: credential, ids of the page, and the rows with everything they share", async () => {
    const sent = await collectQueries(() => organization.client.get("/badges"));
    expect(sent, sent.join("\n\n")).toHaveLength(3);
  });

  it("a list of employees needs one more: whether the organization has access to workforce data", async () => {
    const sent = await collectQueries(() => organization.client.get("/employees"));
    expect(sent, sent.join("\n\n")).toHaveLength(4);
  });

  it("events of employments need three more: the employments, their badges, and the badges that changed", async () => {
    const own = await createTestOrganization();
    const { client } = own;
    const ownTemplate = await createTemplate(own);
    for (let index = 0; index < 3; index += 1) {
      const { person } = await createConnectedEmployee(own);
      await client.post("/badges", badgeBody(ownTemplate.id, { recipient_email: person.email }));
    }
    const sent = await collectQueries(() => client.get("/events"));
    expect(sent, sent.join("\n\n")).toHaveLength(8);
  });

  it("a list of events needs two more: the badges and the templates in the events", async () => {
    const own = await createTestOrganization();
    await own.client.post("/badges", badgeBody((await createTemplate(own)).id));
    const sent = await collectQueries(() => own.client.get("/events"));
    expect(sent, sent.join("\n\n")).toHaveLength(5);
  });

  it("an OAuth application needs as many: its token with the scopes is one query", async () => {
    const headers = await createBearerHeaders(organization);
    const base = `/v1/organizations/${organization.id}`;
    const body = badgeBody(template.id);
    const issue = await collectQueries(() => send("POST", `${base}/badges`, { headers, body }));
    expect(issue, issue.join("\n\n")).toHaveLength(4);
    const list = await collectQueries(() => send("GET", `${base}/badges`, { headers }));
    expect(list, list.join("\n\n")).toHaveLength(3);
  });

  it("a mistyped token needs none, because its checksum is wrong", async () => {
    const path = `/v1/organizations/${organization.id}/badges`;
    const mistyped = `${organization.authorization_token.slice(0, -1)}!`;
    const sent = await collectQueries(() => send("GET", path, { headers: basicHeaders(mistyped) }));
    expect(sent).toHaveLength(0);
  });
});
