import type { NewEvent } from "@/lib/delivery/recording/record";
import type { Claimed } from "@/lib/kernel/outbox/claim";
import type { Attempted } from "@/lib/kernel/outbox/worker";
import type { Mail } from "./transport";
import type { Words } from "./words";

export type Written = Omit<Mail, "id">;

/** What follows from a mail that was handed over: the event that this is, and the employee whom it invited. */
export type Effects = { events?: NewEvent[]; invited?: string };

/** What an attempt writes beside its outcome: the effects, and the messages that went in the same mail. */
export type MailDetail = (Effects & { others?: Attempted<MailDetail>[] }) | undefined;

/** How a mail stands among others that are merged into one. */
export type Part = {
  /** Of its reader; the first part's is that of the whole mail. */
  locale: string;
  to: Mail["to"];
  replyTo: Mail["replyTo"];
  /** The name above the mail, and its colour. */
  sender: string;
  color: string | null;
  /** It tells of a new badge. */
  isNewBadge: boolean;
  /** What it says in a line, and where it leads in which words. */
  line: (words: Words) => string;
  link: { href: string; label: (words: Words) => string } | null;
  /** What somebody wrote for its reader. */
  note: string | null;
};

/** A mail that is to be sent: by itself (`write`) or as a part of another one. */
export type Letter = {
  message: Claimed;
  write: () => Promise<Written>;
  /** Null for mails that their recipient asked for: they do not count and are never merged. */
  part: Part | null;
  effects: Effects;
};
