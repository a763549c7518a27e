import type { ReactElement } from "react";
import { render, toPlainText } from "react-email";
import type { z } from "zod";
import type { ClaimedMessage } from "@/lib/kernel/outbox/claim";
import { toLocale, type Locale } from "@/lib/kernel/locales";
import { loadMailTranslator, type MailTranslator } from "./mail-translator";
import type { MailEffects, MailItem, MailTask } from "./mail-task";
import type { Sample } from "./samples";
import type { Mail } from "./transport";

/** A mail in the language of its reader. */
export type WrittenMail = {
  subject: string;
  body: ReactElement;
  /** The mail as one of several in one. By default its line is the subject, without a link or a note. */
  item?: Partial<MailItem>;
};

/** How a mail is written from its facts. Its texts are in `mail.json` of lib/platform/languages/messages. */
export type ContentDefinition<Facts> = {
  write: (facts: Facts, words: MailTranslator) => WrittenMail;
  /** Returns the facts of a mail to a fictional recipient, for previews. */
  sample: (sample: Sample, locale: Locale) => NoInfer<Facts>;
};

/** A mail to one reader. */
type Letter<Facts> = Pick<Mail, "to" | "fromName"> & {
  replyTo?: Mail["replyTo"];
  /** The reader's language. */
  locale: string;
  /**
   * The name of the organization whose mails count toward the limits and may be merged (limits.ts). Null for mails that
   * the reader requested or must get at once.
   */
  organization: string | null;
  /** The mail is about a new badge. */
  isNewBadge?: boolean;
  facts: Facts;
  effects?: MailEffects;
  /** See `MailTask`. Null by default. */
  repeatKey?: string;
};

type Load<Subject extends { id: string }> = (ids: string[]) => Promise<Subject[]>;

type MailDefinition<
  Payload extends { template: string },
  Subject extends { id: string },
  Facts,
> = ContentDefinition<Facts> & {
  /** The payload of the outbox message. */
  payload: z.ZodType<Payload>;
  /** Finds the subjects of a page of messages with one query. Mails with the same `load` share it. */
  load: Load<Subject>;
  /** The id by which `load` finds a subject: that of the message's subject by default. */
  subjectId?: (message: ClaimedMessage, payload: Payload) => string;
  /** Returns the mail; null if it is no longer needed; or why it cannot be sent. */
  prepare: (
    subject: Subject,
    payload: Payload,
    message: ClaimedMessage,
  ) => Letter<Facts> | { failure: string } | null;
};

export type RenderedMail = { subject: string; html: string; text: string };

const TEXT_OPTIONS = { wordwrap: 78, selectors: [{ selector: "h1", options: { uppercase: false } }] };

async function renderMail({ subject, body }: WrittenMail): Promise<RenderedMail> {
  const html = await render(body);
  return { subject, html, text: toPlainText(html, TEXT_OPTIONS) };
}

/** Defines a mail without a message of its own. */
export function defineContent<Facts>({ write, sample }: ContentDefinition<Facts>) {
  const renderFacts = async (locale: Locale, facts: Facts): Promise<RenderedMail> =>
    renderMail(write(facts, await loadMailTranslator(locale)));
  return {
    write,
    sample,
    render: renderFacts,
    writeItem: (facts: Facts, words: MailTranslator): MailItem => {
      const { subject, item } = write(facts, words);
      return { line: subject, note: null, link: null, ...item };
    },
    writeSample: (from: Sample, locale: Locale, words: MailTranslator): WrittenMail =>
      write(sample(from, locale), words),
    renderSample: (from: Sample, locale: Locale): Promise<RenderedMail> =>
      renderFacts(locale, sample(from, locale)),
  };
}

/** The subjects of a page of messages, each by the function that loaded it and its id. */
export type Subjects = {
  get: <Subject extends { id: string }>(load: Load<Subject>, id: string) => Subject | undefined;
};

/** A mail before it is known whether its organization is a test organization. */
type PreparedMail = Pick<MailTask, "write" | "part" | "effects" | "repeatKey">;

/** A message whose payload is known: what it is about, and how that becomes a mail. */
export type ParsedMessage = {
  load: Load<{ id: string }>;
  subjectId: string;
  prepare: (subjects: Subjects) => PreparedMail | { failure: string } | null;
};

/**
 * Defines everything about a mail that an outbox message requests. `MailDefinition` describes each member. mails.ts lists
 * the definitions.
 */
export function defineMail<Payload extends { template: string }, Subject extends { id: string }, Facts>(
  definition: MailDefinition<Payload, Subject, Facts>,
) {
  const { payload, load, subjectId, prepare } = definition;
  const content = defineContent<Facts>(definition);
  const toPreparedMail = ({ facts, organization, effects = {}, ...letter }: Letter<Facts>): PreparedMail => {
    const { locale, to, fromName = null, replyTo = null, isNewBadge = false, repeatKey = null } = letter;
    const envelope = { to, fromName, replyTo };
    const writeItem = (words: MailTranslator) => content.writeItem(facts, words);
    return {
      write: async () => ({ ...(await content.render(toLocale(locale), facts)), ...envelope }),
      part: organization === null ? null : { ...envelope, locale, organization, isNewBadge, writeItem },
      effects,
      repeatKey,
    };
  };
  return {
    ...content,
    payload,
    /** Parses a message; undefined if its payload is not one of this mail. */
    parse: (message: ClaimedMessage): ParsedMessage | undefined => {
      const { data } = payload.safeParse(message.payload);
      if (!data) return undefined;
      const id = subjectId?.(message, data) ?? message.subjectId;
      return {
        load,
        subjectId: id,
        prepare: (subjects) => {
          const subject = subjects.get(load, id);
          const letter = subject ? prepare(subject, data, message) : null;
          return letter && "facts" in letter ? toPreparedMail(letter) : letter;
        },
      };
    },
  };
}

/** A defined mail, by the `template` of its payload. */
export type DefinedMail<Template extends string> = {
  payload: z.ZodType<{ template: Template }>;
  parse: (message: ClaimedMessage) => ParsedMessage | undefined;
  renderSample: (sample: Sample, locale: Locale) => Promise<RenderedMail>;
};
