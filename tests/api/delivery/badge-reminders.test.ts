import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { findPublicBadge } from "@/app/(public)/badges/[badge_id]/public-badge";
import { remindOfExpirations } from "@/lib/badges/issued/jobs";
import * as record from "@/lib/platform/recording/record-events";
import {
  acceptByLink,
  listBadgeEvents,
  listBadgeMails,
  createPendingBadge,
  sendBadgeMails,
} from "../../support/badges/badges";
import { createTestOrganization, createTemplate, type TestOrganization } from "../../support/builders";
import { sql } from "../../support/platform/database";
import { stopClock } from "../../support/delivery/outbox";

const DAY = 24 * 3_600_000;

let organization: TestOrganization;
let template: { id: string };

beforeAll(async () => {
  organization = await createTestOrganization();
  template = await createTemplate(organization, { send_expiring_badge_notifications: true });
});
afterEach(() => vi.restoreAllMocks());

const timeInDays = (days: number): string => new Date(Date.now() + days * DAY).toISOString();

async function issueAccepted(days: number | null, templateId = template.id) {
  const expires_at = days === null ? false : timeInDays(days);
  const badge = await createPendingBadge(organization, templateId, { issued_at: "2020-01-01", expires_at });
  await acceptByLink(badge.id);
  return badge;
}

const listReminders = async (id: string) =>
  (await listBadgeMails(id)).filter((name) => name === "expiring_badge");

describe("the reminder of an expiration", () => {
  it("is one mail for an accepted badge that expires within 30 days, however often the job runs", async () => {
    const [soon, later, never] = [
      await issueAccepted(29.9),
      await issueAccepted(31),
      await issueAccepted(null),
    ];
    await Promise.all([remindOfExpirations(), remindOfExpirations(), remindOfExpirations()]);
    await remindOfExpirations();
    expect(await listReminders(soon.id)).toHaveLength(1);
    expect(await listReminders(later.id)).toEqual([]);
    expect(await listReminders(never.id)).toEqual([]);
    const mails = await sendBadgeMails(soon.id);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.to.address).toBe(soon.recipient_email);
    expect(mails[0]?.subject).toContain("expires on");
    expect(mails[0]?.text).toContain(`/badges/${soon.id}`);
    // The reminder leaves no event, because the badge did not change.
    expect(await listBadgeEvents(organization, soon.id)).toEqual([
      "badge.created",
      "badge.state.changed accepted",
    ]);
  });

  it("is sent 30 days before, and again for another expiration date", async () => {
    const badge = await issueAccepted(45);
    await remindOfExpirations();
    expect(await listReminders(badge.id)).toEqual([]);
    const clock = stopClock();
    clock.advance(16 * DAY);
    await remindOfExpirations();
    expect(await listReminders(badge.id)).toHaveLength(1);
    await sql("UPDATE issued_badges SET expires_at = $2 WHERE id = $1", [badge.id, timeInDays(60)]);
    await remindOfExpirations();
    expect(await listReminders(badge.id)).toHaveLength(1);
    clock.advance(20 * DAY);
    await remindOfExpirations();
    expect(await listReminders(badge.id)).toHaveLength(2);
    // The first mail is still pending, but its content is outdated.
    expect(await sendBadgeMails(badge.id)).toHaveLength(1);
  });

  it("is not sent for templates without the setting, nor for badges that are pending, revoked, deleted or expired", async () => {
    const plain = await createTemplate(organization);
    const withoutReminders = await issueAccepted(10, plain.id);
    const pending = await createPendingBadge(organization, template.id, { expires_at: timeInDays(10) });
    const [revoked, deleted, expired] = [
      await issueAccepted(10),
      await issueAccepted(10),
      await issueAccepted(-1),
    ];
    await organization.client.put(`/badges/${revoked.id}/revoke`, { reason: "x" });
    await organization.client.delete(`/badges/${deleted.id}`);
    await remindOfExpirations();
    for (const { id } of [withoutReminders, pending, revoked, deleted, expired])
      expect(await listReminders(id)).toEqual([]);
  });

  it.each([
    ["revoked", (id: string) => organization.client.put(`/badges/${id}/revoke`, { reason: "x" })],
    ["deleted", (id: string) => organization.client.delete(`/badges/${id}`)],
    [
      "replaced",
      (id: string) =>
        organization.client.post(`/badges/${id}/replace`, {
          badge_template_id: template.id,
          issued_at: "2026-05-01",
        }),
    ],
  ])("is not sent when the badge is %s before the mail goes out", async (_name, end) => {
    const badge = await issueAccepted(5);
    await remindOfExpirations();
    await end(badge.id);
    const subjects = (await sendBadgeMails(badge.id)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.includes("expires on"))).toEqual([]);
  });

  it("is not marked as sent without its mail: a run that dies is repeated", async () => {
    const badge = await issueAccepted(5);
    vi.spyOn(record, "recordEvents").mockRejectedValueOnce(new Error("killed"));
    await expect(remindOfExpirations()).rejects.toThrow("killed");
    expect(await listReminders(badge.id)).toEqual([]);
    await remindOfExpirations();
    expect(await listReminders(badge.id)).toHaveLength(1);
  });

  it("is sent for a bounded number at a time, and reports that more are left", async () => {
    const many = await createTemplate(organization, { send_expiring_badge_notifications: true });
    const badge = await issueAccepted(5, many.id);
    await sql(
      `INSERT INTO issued_badges SELECT (jsonb_populate_record(badge, jsonb_build_object('id', gen_random_uuid()))).*
       FROM issued_badges AS badge, generate_series(1, 600) WHERE badge.id = $1`,
      [badge.id],
    );
    expect(await remindOfExpirations()).toBe(true);
    expect(await remindOfExpirations()).toBe(false);
    const [row] = await sql(
      `SELECT count(DISTINCT subject_id)::int AS badges, count(*)::int AS mails FROM outbox_messages
       JOIN issued_badges badge ON badge.id = subject_id
       WHERE badge_template_id = $1 AND payload ->> 'template' = 'expiring_badge'`,
      [many.id],
    );
    expect(row).toEqual({ badges: 601, mails: 601 });
  });
});

describe("an expired badge", () => {
  it("keeps its state; its public page says that it has expired", async () => {
    const badge = await issueAccepted(-1);
    const { data } = await organization.client.get(`/badges/${badge.id}`);
    expect(data.state).toBe("accepted");
    expect(await findPublicBadge(badge.id)).toMatchObject({ shown: { validity: "expired" } });
    const valid = await issueAccepted(1);
    expect(await findPublicBadge(valid.id)).toMatchObject({ shown: { validity: "valid" } });
  });
});
