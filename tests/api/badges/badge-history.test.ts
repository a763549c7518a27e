import { beforeAll, describe, expect, it } from "vitest";
import { accept, makeBadge, sendMails } from "../../support/badges/badges";
import { makeOrganization, makeTemplate, serial, type TestOrganization } from "../../support/builders";
import { countQueries, sql } from "../../support/platform/database";
import { bearer, grantToken, makeApplication } from "../../support/access/oauth";

let organization: TestOrganization;
let template: { id: string };

beforeAll(async () => {
  organization = await makeOrganization();
  await organization.client.put("", { webhook_url: "https://hooks.example.org/badges" });
  template = await makeTemplate(organization);
});

type Entry = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any

const historyOf = async (id: string, query = ""): Promise<Entry[]> => {
  const { status, data } = await organization.client.get(`/badges/${id}/history${query}`);
  expect(status, JSON.stringify(data)).toBe(200);
  return data as Entry[];
};

const lineOf = (entry: Entry): string =>
  [entry.kind, entry.event_type ?? entry.template ?? entry.action, entry.state].filter(Boolean).join(" ");

/** The entries without their order: everything in one request has the same timestamp. */
const linesOf = (entries: Entry[]): string[] => entries.map(lineOf).toSorted();

describe("GET /organizations/{id}/badges/{id}/history", () => {
  it("200: events, mails, deliveries and audit entries, newest first", async () => {
    const badge = await makeBadge(organization, template.id);
    await sendMails(badge.id);
    const address = `right-${serial()}@example.org`;
    await organization.client.put(`/badges/${badge.id}/recipient`, { recipient_email: address });
    await sendMails(badge.id);
    await organization.client.put(`/badges/${badge.id}/revoke`, { reason: "By mistake." });
    const entries = await historyOf(badge.id);
    expect(linesOf(entries)).toEqual(
      [
        "audit_entry badge.issue",
        "event badge.created",
        "webhook_delivery badge.created due",
        "mail pending_badge sent",
        "event pending_badge_notification.no_user.sent",
        "webhook_delivery pending_badge_notification.no_user.sent due",
        "audit_entry badge.correct_recipient",
        "mail pending_badge sent",
        "event pending_badge_notification.no_user.sent",
        "webhook_delivery pending_badge_notification.no_user.sent due",
        "audit_entry badge.revoke",
        "event badge.state.changed revoked",
        "webhook_delivery badge.state.changed due",
        "mail revoked_badge due",
      ].toSorted(),
    );
    const moments = entries.map(({ occurred_at }) => occurred_at as string);
    expect(moments).toEqual(moments.toSorted().toReversed());
    expect(JSON.stringify(entries)).not.toContain("/accept/");
  });

  it("200: shows for a mail whether it was sent, is being retried, has failed or was no longer needed", async () => {
    const badge = await makeBadge(organization, template.id);
    const mail = async () => (await historyOf(badge.id)).find(({ kind }) => kind === "mail");
    const set = (values: string) =>
      sql(`UPDATE outbox_messages SET ${values} WHERE subject_id = $1 AND kind = 'mail'`, [badge.id]);
    await set("attempts = 2, last_reason = 'ECONNREFUSED'");
    expect(await mail()).toMatchObject({ state: "due", attempts_count: 2, last_reason: "ECONNREFUSED" });
    await set("state = 'failed', finished_at = now(), last_reason = 'smtp 550 no such user'");
    expect(await mail()).toMatchObject({
      state: "failed",
      last_reason: "smtp 550 no such user",
      next_attempt_at: null,
    });
    await set("state = 'due', finished_at = NULL");
    await accept(badge.id);
    expect(await sendMails(badge.id)).toEqual([]);
    expect(await mail()).toMatchObject({ state: "not_needed", last_reason: null });
  });

  it("200: shows a delivery with its attempts and the reason of the last failure", async () => {
    const badge = await makeBadge(organization, template.id);
    await sql(
      `WITH message AS (
         UPDATE outbox_messages SET last_reason = 'status' WHERE kind = 'webhook'
           AND subject_id IN (SELECT id FROM events WHERE subject_id = $1) RETURNING id)
       INSERT INTO webhook_attempts (id, outbox_message_id, attempted_at, duration_ms, status, reason)
       SELECT gen_random_uuid(), id, now(), 12, 500, 'status' FROM message, generate_series(1, 3)`,
      [badge.id],
    );
    const delivery = (await historyOf(badge.id)).find(({ kind }) => kind === "webhook_delivery");
    expect(delivery).toMatchObject({ state: "due", attempts_count: 3, last_reason: "status" });
  });

  it("200: paginated, with a constant number of queries", async () => {
    const badge = await makeBadge(organization, template.id);
    const read = () => organization.client.get(`/badges/${badge.id}/history?per=10`);
    await read();
    const few = await countQueries(read);
    await sql(
      `INSERT INTO events (id, organization_id, event_type, occurred_at, subject_id)
       SELECT gen_random_uuid(), $2, 'badge.privacy.changed', now() - n * interval '1 minute', $1
       FROM generate_series(1, 95) AS n`,
      [badge.id, organization.id],
    );
    expect(await countQueries(read)).toBe(few);
    const first = await organization.client.get(`/badges/${badge.id}/history?per=50`);
    const { data } = await organization.client.get(`/badges/${badge.id}/history?per=50&page=2`);
    expect(first.metadata.total_count).toBe(first.data.length + data.length);
    expect(new Set([...first.data, ...data].map(({ id }: Entry) => id)).size).toBe(
      first.metadata.total_count,
    );
  });

  it("200: omits the kinds that the token has no scope for", async () => {
    const badge = await makeBadge(organization, template.id);
    await sendMails(badge.id);
    const application = await makeApplication(organization);
    const kinds = async (scope: string): Promise<unknown[]> => {
      const headers = bearer(await grantToken(application, scope));
      const { data } = await organization.client.get(`/badges/${badge.id}/history`, undefined, headers);
      return data.map(({ kind }: Entry) => kind);
    };
    expect(new Set(await kinds("issued_badges"))).toEqual(new Set(["mail"]));
    expect(new Set(await kinds("issued_badges events"))).toEqual(
      new Set(["event", "mail", "webhook_delivery"]),
    );
    expect(new Set(await kinds("issued_badges memberships"))).toEqual(new Set(["audit_entry", "mail"]));
  });

  it("404: badges of other organizations, unknown and deleted ones", async () => {
    const badge = await makeBadge(organization, template.id);
    const stranger = await makeOrganization();
    expect((await stranger.client.get(`/badges/${badge.id}/history`)).status).toBe(404);
    const unknown = "/badges/0190a5b4-0000-7000-8000-000000000000/history";
    expect((await organization.client.get(unknown)).status).toBe(404);
    await organization.client.delete(`/badges/${badge.id}`);
    expect((await organization.client.get(`/badges/${badge.id}/history`)).status).toBe(404);
  });

  it("shows each organization of a badge only its own entries", async () => {
    const badge = await makeBadge(organization, template.id);
    const issuer = await makeOrganization();
    await sql("UPDATE issued_badges SET organization_id = $2 WHERE id = $1", [badge.id, issuer.id]);
    const { data } = await issuer.client.get(`/badges/${badge.id}/history`);
    expect(data).toEqual([]);
    expect((await historyOf(badge.id)).length).toBeGreaterThan(0);
  });
});
