import { mailJob } from "@/lib/delivery/mail/jobs";
import { getMailTransport, type Mail } from "@/lib/delivery/mail/transport";
import { makeDueNotices } from "@/lib/organizations/notices/jobs";
import type { NewNotice } from "@/lib/organizations/notices/record";
import type { NoticeSettingsInput } from "@/lib/organizations/notices/schema";
import { newId } from "@/lib/kernel/ids";
import { vi } from "vitest";
import { send } from "../http/client";
import { sql } from "../platform/database";
import { runMessage } from "./run-message";

export const DAY_MS = 86_400_000;

type Reader = { headers: Record<string, string> };

/** Runs the hourly job until it has nothing left. */
export async function makeAllNotices(): Promise<void> {
  while (await makeDueNotices());
}

/** Returns what a person sees of their notices, the newest first. */
export const listNotices = async ({ headers }: Reader, query = "") =>
  (await send("GET", `/me/notices${query}`, { headers })).data as {
    id: string;
    kind: string;
    organization: { id: string } | null;
    data: Record<string, unknown>;
    is_read: boolean;
  }[];

/** Lists the waiting mails of notices to a person. */
const listNoticeMails = async (userId: string) =>
  (await sql(
    `SELECT message.id FROM outbox_messages AS message LEFT JOIN notices AS notice ON notice.id = message.subject_id
     WHERE message.kind = 'mail' AND message.state = 'due'
       AND ((payload ->> 'template' = 'notice' AND notice.user_id = $1)
         OR (payload ->> 'template' = 'domain_lost' AND message.subject_id = $1)) ORDER BY message.id`,
    [userId],
  )) as { id: string }[];

/** Sends the waiting mails of notices to a person, and returns them. */
export async function sendNoticeMails(userId: string): Promise<Mail[]> {
  const sent: Mail[] = [];
  const spy = vi.spyOn(getMailTransport(), "send").mockImplementation((mail) => {
    sent.push(mail);
    return Promise.resolve({ state: "sent" });
  });
  for (const { id } of await listNoticeMails(userId)) await runMessage(mailJob, id);
  spy.mockRestore();
  return sent;
}

/** Chooses how a person gets one kind of notice. */
export const choose = ({ headers }: Reader, setting: NoticeSettingsInput["settings"][number]) =>
  send("PUT", "/me/notice_settings", { headers, body: { settings: [setting] } });

/** A notice about an organization's webhooks. */
export const webhookNotice = (organizationId: string, key: string = newId()): NewNotice => ({
  kind: "webhooks_failing",
  organizationId,
  key,
  data: { failing_since: new Date().toISOString() },
});
