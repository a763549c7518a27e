import { beforeAll, describe, expect, it } from "vitest";
import { listBadgeEvents, listBadgeMails, createPendingBadge } from "../../support/badges/badges";
import {
  badgeBody,
  createTestOrganization,
  createTemplate,
  nextSerial,
  type TestOrganization,
} from "../../support/builders";
import { digestTables, countQueries, sql } from "../../support/platform/database";
import { createPerson } from "../../support/accounts/members";
import { randomNumbers } from "../../support/random";

type Item = Record<string, unknown>;
type Result = { index: number; status: number; badge?: any; error?: any }; // oxlint-disable-line typescript/no-explicit-any

let organization: TestOrganization;
let template: { id: string };

beforeAll(async () => {
  organization = await createTestOrganization();
  template = await createTemplate(organization);
});

const buildItem = (changes: Item = {}) => badgeBody(template.id, changes);
const sendBatch = (badges: unknown, headers: Record<string, string> = {}) =>
  organization.client.post("/badges/batch", { badges }, headers);

async function issueBatch(badges: unknown[]): Promise<Result[]> {
  const { status, data } = await sendBatch(badges);
  expect(status, JSON.stringify(data).slice(0, 500)).toBe(200);
  expect(data.map(({ index }: Result) => index)).toEqual(badges.map((_one, index) => index));
  return data;
}

const issueForStatuses = async (badges: unknown[]) => (await issueBatch(badges)).map(({ status }) => status);
const newBatchEmail = () => `batch-${nextSerial()}@example.org`;
const listHeldBadges = async (email: string) => {
  const rows = await sql(
    "SELECT id, state, replaces_badge_id, replacement_badge_id FROM issued_badges WHERE recipient_email = $1 ORDER BY id",
    [email],
  );
  return rows;
};

describe("POST /organizations/{id}/badges/batch", () => {
  it("200: one result per item, in order; each badge equals one that was issued alone", async () => {
    const group = { external_id: `G-${nextSerial()}`, name: "Class" };
    const person = await createPerson();
    const bodies = [
      buildItem({ issuer_earner_group: group, locale: "fr" }),
      buildItem({ recipient_email: person.email, suppress_badge_notification_email: true }),
      buildItem({
        issuer_earner_group: group,
        evidence: [{ type: "IdEvidence", title: "t", description: "d" }],
      }),
    ];
    const responses = await issueBatch(bodies);
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(responses).toMatchObject([
      { badge: { state: "pending", locale: "fr", issuer_earner_group: group } },
      { badge: { user: { id: person.id }, issued_to: "Ada Okafor" } },
      { badge: { evidence: [{ type: "IdEvidence" }] } },
    ]);
    for (const { badge } of responses) {
      const { accept_badge_url, ...rest } = badge;
      expect(accept_badge_url).toContain(badge.id);
      expect((await organization.client.get(`/badges/${badge.id}`)).data).toEqual(rest);
      expect(await listBadgeEvents(organization, badge.id)).toEqual(["badge.created"]);
      const entries = await sql("SELECT action FROM audit_entries WHERE subject_id = $1", [badge.id]);
      expect(entries).toEqual([{ action: "badge.issue" }]);
    }
    const mails = await Promise.all(responses.map(({ badge }) => listBadgeMails(badge.id)));
    expect(mails).toEqual([["pending_badge"], [], ["pending_badge"]]);
  });

  it("200: an invalid item gets its own 422 with the same message as a single issue; the others are issued", async () => {
    const archived = await createTemplate(organization);
    await organization.client.put(`/badge_templates/${archived.id}`, { state: "archived" });
    const foreign = await createTemplate(await createTestOrganization());
    const bad = [
      buildItem({ recipient_email: "nobody", issued_at: undefined }),
      buildItem({ badge_template_id: "x" }),
      buildItem({ badge_template_id: archived.id }),
      buildItem({ badge_template_id: foreign.id }),
      buildItem({ expires_at: "2020-01-01" }),
      buildItem({ issued_to: "a\u0000b" }),
      "text",
      null,
    ];
    const responses = await issueBatch([
      buildItem(),
      ...bad,
      buildItem({ badge_template_id: template.id.toUpperCase() }),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([201, ...bad.map(() => 422), 201]);
    for (const [index, body] of bad.slice(0, 6).entries()) {
      const alone = await organization.client.post("/badges", body as Item);
      expect(responses[index + 1]).toEqual({ index: index + 1, status: 422, error: alone.data });
    }
  });

  it("200: an empty list does nothing", async () => {
    expect(await issueBatch([])).toEqual([]);
    expect(await issueForStatuses([{}])).toEqual([422]);
  });

  it("422: more than 1,000 items, or items that are not a list; nothing is stored", async () => {
    const before = await digestTables();
    for (const badges of [Array.from({ length: 1_001 }, () => buildItem()), undefined, null, "x", {}]) {
      const { status, data } = await sendBatch(badges);
      expect([status, data.errors[0].field]).toEqual([422, "badges"]);
    }
    expect(await digestTables()).toEqual(before);
  });

  it("413: a body larger than 10 MiB", async () => {
    const response = await organization.client.post(
      "/badges/batch",
      `{"badges":["${"x".repeat(10 * 1_048_576)}"]}`,
    );
    expect(response.status).toBe(413);
  });

  it("200: accepts more than the 1 MiB of other requests", async () => {
    const long = { type: "PlainTextEvidence", title: "t", description: "d".repeat(5_000) };
    const many = Array.from({ length: 25 }, () =>
      buildItem({ evidence: Array.from({ length: 10 }, () => long) }),
    );
    expect(JSON.stringify(many).length).toBeGreaterThan(1_048_576);
    expect(new Set(await issueForStatuses(many))).toEqual(new Set([201]));
  });

  it("replays its response for an Idempotency-Key", async () => {
    const key = { "idempotency-key": `batch-${nextSerial()}` };
    const body = [buildItem(), buildItem({ recipient_email: "nobody" })];
    const first = await sendBatch(body, key);
    const before = await digestTables();
    const second = await sendBatch(body, key);
    expect([second.status, second.data]).toEqual([200, first.data]);
    expect(second.headers.get("idempotent-replayed")).toBe("true");
    expect(await digestTables()).toEqual(before);
  });

  it("updates the badge count of each template", async () => {
    const counted = await createTemplate(organization);
    const responses = await issueBatch([1, 2, 3].map(() => buildItem({ badge_template_id: counted.id })));
    expect(responses[0]?.badge.badge_template.badges_count).toBe(3);
    expect((await organization.client.get(`/badge_templates/${counted.id}`)).data.badges_count).toBe(3);
  });

  it("needs as many queries for 1,000 items as for one", async () => {
    const person = await createPerson();
    const replaced = newBatchEmail();
    await createPendingBadge(organization, template.id, { recipient_email: replaced });
    const one = [buildItem({ recipient_email: replaced, duplicate_behavior: "replace" })];
    const many = Array.from({ length: 999 }, () => buildItem());
    const few = await countQueries(() => issueBatch(one));
    const all = await countQueries(async () => {
      const responses = await issueBatch([
        ...many,
        buildItem({ recipient_email: person.email, duplicate_behavior: "replace" }),
      ]);
      expect(responses.every(({ status }) => status === 201)).toBe(true);
    });
    expect(few).toBeLessThanOrEqual(12);
    expect(all).toBeLessThanOrEqual(few);
  });
});

describe("duplicates in a batch", () => {
  it("the first of two duplicates is issued, compared by address or by earner id", async () => {
    const [email, earner] = [newBatchEmail(), `E-${nextSerial()}`];
    const body = buildItem({ recipient_email: email });
    expect(await issueForStatuses([body, body, { ...body, duplicate_behavior: "replace" }])).toEqual([
      201, 422, 422,
    ]);
    expect(
      await issueForStatuses([
        buildItem({ issuer_earner_id: earner }),
        buildItem({ issuer_earner_id: earner }),
      ]),
    ).toEqual([201, 422]);
    expect(await listHeldBadges(email)).toHaveLength(1);
  });

  it("a refused item does not block others", async () => {
    const [email, earner] = [newBatchEmail(), `E-${nextSerial()}`];
    await createPendingBadge(organization, template.id, { issuer_earner_id: earner });
    const both = { recipient_email: email, issuer_earner_id: earner };
    expect(await issueForStatuses([buildItem(both), buildItem({ recipient_email: email })])).toEqual([
      422, 201,
    ]);
  });

  it("allow issues a badge next to an earlier one, which counts for later items", async () => {
    const body = buildItem({ recipient_email: newBatchEmail() });
    expect(await issueForStatuses([body, { ...body, duplicate_behavior: "allow" }])).toEqual([201, 201]);
    const other = buildItem({ recipient_email: newBatchEmail(), duplicate_behavior: "allow" });
    expect(await issueForStatuses([other, other, { ...other, duplicate_behavior: "deny" }])).toEqual([
      201, 201, 422,
    ]);
  });

  it("a held badge is denied by deny; replace replaces it, with both events", async () => {
    const email = newBatchEmail();
    const old = await createPendingBadge(organization, template.id, { recipient_email: email });
    const body = buildItem({ recipient_email: email });
    const [denied, replacing] = await issueBatch([body, { ...body, duplicate_behavior: "replace" }]);
    expect(denied?.error).toMatchObject({ code: "duplicate_badge" });
    expect(replacing?.badge).toMatchObject({ state: "pending", replaces_badge_id: old.id });
    expect(await listHeldBadges(email)).toMatchObject([
      { id: old.id, state: "replaced", replacement_badge_id: replacing?.badge.id },
      { id: replacing?.badge.id, state: "pending", replaces_badge_id: old.id },
    ]);
    expect(await listBadgeEvents(organization, old.id)).toEqual([
      "badge.created",
      "badge.state.changed replaced",
    ]);
  });

  it("replace leaves badges of other issuing organizations alone", async () => {
    const email = newBatchEmail();
    const issuer = await createTestOrganization();
    const otherBadge = await createPendingBadge(organization, template.id, { recipient_email: email });
    await sql("UPDATE issued_badges SET organization_id = $2 WHERE id = $1", [otherBadge.id, issuer.id]);
    const body = buildItem({ recipient_email: email, duplicate_behavior: "replace" });
    expect(await issueForStatuses([body])).toEqual([422]);
    expect((await organization.client.post("/badges", body)).status).toBe(422);
    expect((await listHeldBadges(email)).map(({ state }) => state)).toEqual(["pending"]);
  });

  it("many concurrent batches for the same people and templates: no held duplicates, no deadlock, correct counts", async () => {
    const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
    const random = randomNumbers(seed);
    const templates = [await createTemplate(organization), await createTemplate(organization)];
    const emails = Array.from({ length: 12 }, newBatchEmail);
    const behaviors = [undefined, "deny", "replace"];
    const pickRandom = <One>(list: One[]): One => list[Math.floor(random() * list.length)] as One;
    const batches = Array.from({ length: 8 }, () =>
      Array.from({ length: 20 }, () =>
        buildItem({
          badge_template_id: pickRandom(templates).id,
          recipient_email: pickRandom(emails),
          duplicate_behavior: pickRandom(behaviors),
        }),
      ),
    );
    const responses = await Promise.all(batches.map(issueBatch));
    const issued = responses.flat().filter(({ status }) => status === 201);
    const doubles = await sql(
      `SELECT badge_template_id, recipient_email FROM issued_badges
       WHERE recipient_email = ANY ($1) AND state IN ('pending', 'accepted') GROUP BY 1, 2 HAVING count(*) > 1`,
      [emails],
    );
    expect(doubles, `seed ${seed}`).toEqual([]);
    for (const { id } of templates) {
      const number = issued.filter(({ badge }) => badge.badge_template.id === id).length;
      const { data } = await organization.client.get(`/badge_templates/${id}`);
      expect(data.badges_count, `seed ${seed}`).toBe(number);
    }
  });
});
