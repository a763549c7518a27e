import type { z } from "zod";
import { allows } from "@/lib/access/callers/rights";
import { ROLE_ACCESS, ROLE_SCOPES } from "@/lib/access/callers/roles";
import { recordEvents, type NewMessage } from "@/lib/platform/recording/record-events";
import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import { newId } from "@/lib/kernel/ids";
import type { MemberRole } from "@/prisma/generated/client";
import { NOTICE_KINDS, type NoticeKind } from "./choices";
import { findRecipients, insertNotices, type Recipient } from "./queries";
import type { NoticeData } from "./schema";

/** How many members of an organization get a notice. */
const MAX_RECIPIENTS = 20;

type DataOf = { [Kind in NoticeKind]: { kind: Kind; data: z.infer<(typeof NoticeData)[Kind]> } };

/** A notice to make. */
export type NewNotice = DataOf[NoticeKind] & {
  /** Null for a notice about the account of `userId`. */
  organizationId: string | null;
  /** Only this member, or the owner of the account. Otherwise every member with the right to act. */
  userId?: string;
  /** What it is about. A person gets one notice for each key of an organization. */
  key: string;
};

/** The roles that may act on a notice of this kind, and therefore get it; none for a notice about an account. */
export function rolesOfKind(kind: NoticeKind): MemberRole[] {
  const right = NOTICE_KINDS[kind];
  if (right === null) return [];
  const roles = Object.keys(ROLE_ACCESS) as MemberRole[];
  return roles.filter((role) =>
    allows({ scopes: ROLE_SCOPES[role], access: ROLE_ACCESS[role] }, right.scope, right.access),
  );
}

/** The mail of a notice. That of a lost domain is older than notices. */
function buildMail(id: string, { organizationId, ...notice }: NewNotice, userId: string): NewMessage {
  return notice.kind === "domain_failing" && notice.data.event === "verification_lost"
    ? {
        kind: "mail",
        organizationId,
        subjectId: userId,
        payload: { template: "domain_lost", domain: notice.data.domain },
      }
    : { kind: "mail", organizationId, subjectId: id, payload: { template: "notice" } };
}

/** The key of a notice among those of a person, who can be a member of several organizations. */
const personalKey = ({ key, organizationId }: NewNotice): string =>
  organizationId === null ? key : `${organizationId}:${key}`;

const buildRow = (id: string, notice: NewNotice, { userId, console: isShown }: Recipient) => ({
  id,
  userId,
  organizationId: notice.organizationId,
  kind: notice.kind,
  key: personalKey(notice),
  data: notice.data,
  isShown,
  createdAt: clock.now(),
});

/**
 * Makes notices with their mails, in the open transaction or one of its own. A person who already has a notice with this
 * key gets no other one, so it can be repeated. A row is also made for those who have turned a kind off, so that no late
 * mail comes after they turn it on. Returns how many rows are new.
 */
export async function recordNotices(notices: NewNotice[]): Promise<number> {
  if (notices.length === 0) return 0;
  const searches = notices.map(({ kind, organizationId, userId = null }, place) => ({
    place,
    kind,
    organization_id: organizationId,
    user_id: userId,
    roles: rolesOfKind(kind),
  }));
  return transaction(async () => {
    const recipients = await findRecipients(searches, MAX_RECIPIENTS);
    const made = recipients.flatMap((recipient) => {
      const notice = notices[recipient.place];
      return notice ? [{ id: newId(), notice, recipient }] : [];
    });
    // In one order, because two processes may make the same notices at the same time.
    const rows = made.map(({ id, notice, recipient }) => buildRow(id, notice, recipient));
    const newIds = await insertNotices(
      rows.toSorted((one, other) => (one.userId + one.key < other.userId + other.key ? -1 : 1)),
    );
    const mailed = made.filter(({ id, recipient }) => recipient.mail && newIds.has(id));
    await recordEvents(
      [],
      mailed.map(({ id, notice, recipient }) => buildMail(id, notice, recipient.userId)),
    );
    return newIds.size;
  });
}
