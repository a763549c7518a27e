import { beforeAll, describe, expect, it } from "vitest";
import { acceptByLink, createPendingBadge, sendBadgeMails } from "../../support/badges/badges";
import {
  createTestOrganization,
  createTemplate,
  nextSerial,
  type TestOrganization,
} from "../../support/builders";
import { countQueries, sql } from "../../support/platform/database";
import { bearerHeaders, obtainAccessToken, createApplication } from "../../support/applications/oauth";

let organization: TestOrganization;
let template: { id: string };

beforeAll(async () => {
  organization = await createTestOrganization();
  await organization.client.put("", { webhook_url: "https://hooks.example.org/badges" });
  template = await createTemplate(organization);
});

type Entry = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any

const getHistory = async (id: string, query = ""): Promise<Entry[]> => {
  const { status, data } = await organization.client.get(`/badges/${id}/history${query}`);
  expect(status, JSON.stringify(data)).toBe(200);
  return data as Entry[];
};

const summarizeEntry = (entry: Entry): string =>
  [entry.kind, entry.event_type ?? entry.template ?? entry.action, entry.state].filter(Boolean).join(" ");

/** The entries without their order: everything in one request has the same timestamp. */
const summarizeEntries = (entries: Entry[]): string[] => entries.map(summarizeEntry).toSorted();

describe("GET /organizations/{id}/badges/{id}/history", () => {
  it("200: events, mails, deliveries and audit entries, newest first", async () => {
    const badge = await createPendingBadge(organization, template.id);
    await sendBadgeMails(badge.id);
    const address = `right-${nextSerial()}@example.org`;
    await organization.client.put(`/badges/${badge.id}/recipient`, { recipient_email: address });
    await sendBadgeMails(badge.id);
    await organization.client.put(`/badges/${badge.id}/revoke`, { reason: "By mistake." });
    const entries = await getHistory(badge.id);
    expect(summarizeEntries(entries)).toEqual(
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
    const badge = await createPendingBadge(organization, template.id);
    const findMailEntry = async () => (await getHistory(badge.id)).find(({ kind }) => kind === "mail");
    const updateMail = (values: string) =>
      sql(`UPDATE outbox_messages SET ${values} WHERE subject_id = $1 AND kind = 'mail'`, [badge.id]);
    await updateMail("attempts = 2, last_reason = 'ECONNREFUSED'");
    expect(await findMailEntry()).toMatchObject({
      state: "due",
      attempts_count: 2,
      last_reason: "ECONNREFUSED",
    });
    await updateMail("state = 'failed', finished_at = now(), last_reason = 'smtp 550 no such user'");
    expect(await findMailEntry()).toMatchObject({
      state: "failed",
      last_reason: "smtp 550 no such user",
      next_attempt_at: null,
    });
    await updateMail("state = 'due', finished_at = NULL");
    await acceptByLink(badge.id);
    expect(await sendBadgeMails(badge.id)).toEqual([]);
    expect(await findMailEntry()).toMatchObject({ state: "not_needed", last_reason: null });
  });

  it("200: shows a delivery with its attempts and the reason of the last failure", async () => {
    const badge = await createPendingBadge(organization, template.id);
    await sql(
      `WITH message AS (
         UPDATE outbox_messages SET last_reason = 'status' WHERE kind = 'webhook'
           AND subject_id IN (SELECT id FROM events WHERE subject_id = $1) RETURNING id)
       INSERT INTO webhook_attempts (id, outbox_message_id, attempted_at, duration_ms, status, reason)
       SELECT gen_random_uuid(), id, now(), 12, 500, 'status' FROM message, generate_series(1, 3)`,
      [badge.id],
    );
    const delivery = (await getHistory(badge.id)).find(({ kind }) => kind === "webhook_delivery");
    expect(delivery).toMatchObject({ state: "due", attempts_count: 3, last_reason: "status" });
  });

  it("200: paginated, with a constant number of queries", async () => {
    const badge = await createPendingBadge(organization, template.id);
    const readHistory = () => organization.client.get(`/badges/${badge.id}/history?per=10`);
    await readHistory();
    const few = await countQueries(readHistory);
    await sql(
      `INSERT INTO events (id, organization_id, event_type, occurred_at, subject_id)
       SELECT gen_random_uuid(), $2, 'badge.privacy.changed', now() - n * interval '1 minute', $1
       FROM generate_series(1, 95) AS n`,
      [badge.id, organization.id],
    );
    expect(await countQueries(readHistory)).toBe(few);
    const first = await organization.client.get(`/badges/${badge.id}/history?per=50`);
    const { data } = await organization.client.get(`/badges/${badge.id}/history?per=50&page=2`);
    expect(first.metadata.total_count).toBe(first.data.length + data.length);
    expect(new Set([...first.data, ...data].map(({ id }: Entry) => id)).size).toBe(
      first.metadata.total_count,
    );
  });

  it("200: omits the kinds that the token has no scope for", async () => {
    const badge = await createPendingBadge(organization, template.id);
    await sendBadgeMails(badge.id);
    const application = await createApplication(organization);
    const listKinds = async (scope: string): Promise<unknown[]> => {
      const headers = bearerHeaders(await obtainAccessToken(application, scope));
      const { data } = await organization.client.get(`/badges/${badge.id}/history`, undefined, headers);
      return data.map(({ kind }: Entry) => kind);
    };
    expect(new Set(await listKinds("issued_badges"))).toEqual(new Set(["mail"]));
    expect(new Set(await listKinds("issued_badges events"))).toEqual(
      new Set(["event", "mail", "webhook_delivery"]),
    );
    expect(new Set(await listKinds("issued_badges memberships"))).toEqual(new Set(["audit_entry", "mail"]));
  });

  it("404: badges of other organizations, unknown and deleted ones", async () => {
    const badge = await createPendingBadge(organization, template.id);
    const stranger = await createTestOrganization();
    expect((await stranger.client.get(`/badges/${badge.id}/history`)).status).toBe(404);
    const unknown = "/badges/0190a5b4-0000-7000-8000-000000000000/history";
    expect((await organization.client.get(unknown)).status).toBe(404);
    await organization.client.delete(`/badges/${badge.id}`);
    expect((await organization.client.get(`/badges/${badge.id}/history`)).status).toBe(404);
  });

  it("shows each organization of a badge only its own entries", async () => {
    const badge = await createPendingBadge(organization, template.id);
    const issuer = await createTestOrganization();
    await sql("UPDATE issued_badges SET organization_id = $2 WHERE id = $1", [badge.id, issuer.id]);
    const { data } = await issuer.client.get(`/badges/${badge.id}/history`);
    expect(data).toEqual([]);
    expect((await getHistory(badge.id)).length).toBeGreaterThan(0);
  });
});
