import { expect } from "vitest";
import { runMessage } from "../delivery/run-message";
import { createPurposeToken } from "@/lib/kernel/secrets";
import { acceptBadge, rejectBadge } from "@/lib/badges/issued/service";
import { mailJob } from "@/lib/delivery/mail/jobs";
import * as transport from "@/lib/delivery/mail/transport";
import { vi } from "vitest";
import { badgeBody, type TestOrganization } from "../builders";
import { sql } from "../platform/database";

type Changes = Record<string, unknown>;

/** Issues a pending badge through the API. */
export async function createPendingBadge(
  organization: TestOrganization,
  templateId: string,
  changes: Changes = {},
) {
  const { status, data } = await organization.client.post("/badges", badgeBody(templateId, changes));
  expect(status, JSON.stringify(data)).toBe(201);
  return data as { id: string; recipient_email: string; accept_badge_url: string } & Changes;
}

const mailedLinkBody = (id: string, more: { private?: boolean } = {}) => ({
  token: createPurposeToken("accept-badge-mailed", id),
  ...more,
});

/** The earner's responses, through the link in the mail. */
export const acceptByLink = (id: string, more: { private?: boolean } = {}) =>
  acceptBadge(id, mailedLinkBody(id, more));
export const rejectByLink = (id: string) => rejectBadge(id, mailedLinkBody(id));

/** Lists an organization's events for a badge, oldest first: the type, and the new state. */
export async function listBadgeEvents(organization: { id: string }, id: string): Promise<string[]> {
  const rows = await sql(
    `SELECT event_type || COALESCE(' ' || (data ->> 'state'), '') AS event FROM events
     WHERE organization_id = $1 AND subject_id = $2 ORDER BY occurred_at, events.id`,
    [organization.id, id],
  );
  return rows.map(({ event }) => String(event));
}

/** Lists the templates of the mails recorded for a badge, oldest first. */
export async function listBadgeMails(id: string): Promise<string[]> {
  const rows = await sql(
    `SELECT payload ->> 'template' AS template FROM outbox_messages
     WHERE subject_id = $1 AND kind = 'mail' ORDER BY created_at, id`,
    [id],
  );
  return rows.map(({ template }) => String(template));
}

/** Sends the mails that are due for a badge and returns them. */
export async function sendBadgeMails(id: string): Promise<transport.Mail[]> {
  const sent: transport.Mail[] = [];
  const spy = vi.spyOn(transport, "getMailTransport").mockReturnValue({
    send: (mail) => {
      sent.push(mail);
      return Promise.resolve({ state: "sent" });
    },
    close: () => undefined,
  });
  const due = await sql(
    `SELECT id FROM outbox_messages WHERE subject_id = $1 AND kind = 'mail' AND state = 'due' ORDER BY created_at, id`,
    [id],
  );
  for (const message of due) await runMessage(mailJob, String(message.id));
  spy.mockRestore();
  return sent;
}
