import { afterAll, beforeAll, expect, it } from "vitest";
import { remindOfExpirations } from "@/lib/badges/issued/jobs";
import { mailJob } from "@/lib/delivery/mail/jobs";
import { closeMailTransport } from "@/lib/delivery/mail/transport";
import { env } from "@/lib/kernel/env";
import { recordNotices } from "@/lib/organizations/notices/record";
import { acceptByLink, createPendingBadge } from "../../support/badges/badges";
import { createTemplate, createTestOrganization, type TestOrganization } from "../../support/builders";
import { startMailServer } from "../../support/delivery/mail-server";
import { runMessage } from "../../support/delivery/run-message";
import { sql } from "../../support/platform/database";

// A restored database lacks what was recorded after its moment: that a mail was recorded, and its message.

const DAY_MS = 24 * 3_600_000;

let organization: TestOrganization;

beforeAll(async () => {
  organization = await createTestOrganization();
});
afterAll(() => {
  closeMailTransport();
  delete env().SMTP_URL;
});

/** Sends the due mails of a kind, and returns the ids of their messages. */
async function sendDue(template: string): Promise<string[]> {
  const due = await sql(
    "SELECT id FROM outbox_messages WHERE kind = 'mail' AND state = 'due' AND payload ->> 'template' = $1",
    [template],
  );
  const ids = due.map(({ id }) => String(id));
  for (const id of ids) await runMessage(mailJob, id);
  return ids;
}

it("a mail that a job records again after a restore has the same Message-ID, and another message", async () => {
  const { received, port } = await startMailServer();
  closeMailTransport();
  env().SMTP_URL = `smtp://127.0.0.1:${port}`;
  const { id: templateId } = await createTemplate(organization, { send_expiring_badge_notifications: true });
  const expires_at = new Date(Date.now() + 10 * DAY_MS).toISOString();
  const badge = await createPendingBadge(organization, templateId, { issued_at: "2020-01-01", expires_at });
  await acceptByLink(badge.id);
  const recordAndSend = async (): Promise<string[]> => {
    await remindOfExpirations();
    await recordNotices([
      {
        kind: "token_ending",
        organizationId: organization.id,
        key: "token_ending:4711",
        data: { credential: "authorization_token", id: badge.id, name: "Library", ends_at: expires_at },
      },
    ]);
    return [...(await sendDue("expiring_badge")), ...(await sendDue("notice"))];
  };
  const before = await recordAndSend();
  await sql("DELETE FROM outbox_messages WHERE id = ANY ($1::uuid[])", [before]);
  await sql("DELETE FROM mail_sendings", []);
  await sql("DELETE FROM notices WHERE key LIKE '%token_ending:4711'", []);
  await sql("UPDATE issued_badges SET expiry_reminded_for = NULL WHERE id = $1", [badge.id]);
  const after = await recordAndSend();

  expect(after).toHaveLength(before.length);
  expect(after.filter((id) => before.includes(id))).toEqual([]);
  const mails = await Promise.all(received.map(({ mail }) => mail));
  const ids = mails.map(({ messageId }) => messageId);
  expect(ids).toHaveLength(before.length * 2);
  expect(ids.slice(before.length)).toEqual(ids.slice(0, before.length));
  expect(new Set(ids).size).toBe(before.length);
});
