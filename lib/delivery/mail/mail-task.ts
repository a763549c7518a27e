import type { NewEvent } from "@/lib/platform/recording/record-events";
import type { ClaimedMessage } from "@/lib/kernel/outbox/claim";
import type { DetailedResult } from "@/lib/kernel/outbox/worker";
import type { Mail } from "./transport";
import type { MailTranslator } from "./mail-translator";

export type MailContent = Omit<Mail, "id">;

/** The effects of a sent mail: its events, and the employee whom it invited. */
export type MailEffects = { events?: NewEvent[]; invited?: string };

/** Data that an attempt stores beside the outcome: the effects, and the other messages of the same mail. */
export type MailDetail = (MailEffects & { others?: DetailedResult<MailDetail>[] }) | undefined;

/** A mail as one of several in one: its content in a line, a message that a person wrote to the reader, and a link. */
export type MailItem = { line: string; note: string | null; link: { href: string; label: string } | null };

/** A mail that can be part of a merged one. */
export type MailPart = Pick<Mail, "to" | "fromName" | "replyTo"> & {
  /** The reader's language. The first part determines that of the whole mail. */
  locale: string;
  /** The name at the top of the mail. */
  organization: string;
  /** The mail is about a new badge. */
  isNewBadge: boolean;
  writeItem: (words: MailTranslator) => MailItem;
};

/** A mail to send: separately (`write`) or as part of a merged one. */
export type MailTask = {
  message: ClaimedMessage;
  /**
   * Identifies a mail that a job records: the same subject and recipient give the same key, and so the same Message-ID. After a
   * restore the job records the mail again, and the receiver recognizes it. Null for mails that a request causes.
   */
  repeatKey: string | null;
  /** The mail is of a test organization: it is stored there instead of being sent. */
  isTest: boolean;
  write: () => Promise<MailContent>;
  /** Null for mails that their recipient requested: they do not count toward the limits and are never merged. */
  part: MailPart | null;
  effects: MailEffects;
};

/** The outcome of a message, with what is stored beside it. */
export type MailResult = DetailedResult<MailDetail>;

/** Returns whether there is a mail to send; otherwise the message already has an outcome. */
export const isTask = <One extends object>(one: One | MailResult): one is Exclude<One, MailResult> =>
  "write" in one;
