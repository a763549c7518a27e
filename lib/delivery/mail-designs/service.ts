import { listChanges } from "@/lib/access/audit/changes";
import { withAuditEntry } from "@/lib/access/audit/service";
import type { Caller } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { invalidField } from "@/lib/kernel/errors";
import { LOCALES } from "@/lib/kernel/locales";
import { DESIGNED_MAILS, MAIL_TEXTS, type DesignedMail } from "./choices";
import { findDesign, findReplyToEmail, findReplyToEmails, lockDesign, saveDesign } from "./queries";
import type {
  MailDesignInput,
  StoredTexts,
  TextsInput,
  TextsOfLanguage,
  TextsOfLanguageInput,
  TextsOfMail,
} from "./schema";
import type { MailDesignRow } from "./serializer";

/** Returns the sender and the words of the organization's mails. */
export const getMailDesign = ({ organizationId }: Caller): Promise<MailDesignRow> =>
  findDesign(organizationId);

/** The most addresses that the form offers. The API takes the others, too. */
const MAX_OFFERED = 100;

const personId = ({ actor }: Caller): string | null => (actor.type === "User" ? actor.id : null);

/** Lists the addresses to which replies can be sent. */
export async function listReplyToAddresses(caller: Caller): Promise<string[]> {
  const found = await findReplyToEmails(caller.organizationId, personId(caller), MAX_OFFERED);
  return found.map(({ email }) => email);
}

/** Returns the texts of a kind of mail with the given ones; undefined when all are the built-in ones. */
function changeTexts(
  stored: TextsOfMail | undefined,
  given: TextsOfLanguageInput[DesignedMail],
): TextsOfMail | undefined {
  const texts = { subject: null, heading: null, opening: null, ...stored };
  // A text of spaces alone is none.
  for (const name of MAIL_TEXTS) if (given?.[name] !== undefined) texts[name] = given[name]?.trim() || null;
  return MAIL_TEXTS.some((name) => texts[name] !== null) ? texts : undefined;
}

/** Returns the texts with the given ones. Only texts that the organization has written are in the result. */
function mergeTexts(stored: StoredTexts, given: TextsInput = {}): StoredTexts {
  const merged: StoredTexts = {};
  for (const locale of LOCALES) {
    const texts: TextsOfLanguage = {};
    for (const kind of DESIGNED_MAILS) {
      const changed = changeTexts(stored[locale]?.[kind], given[locale]?.[kind]);
      if (changed) texts[kind] = changed;
    }
    if (Object.keys(texts).length > 0) merged[locale] = texts;
  }
  return merged;
}

type ReplyTo = MailDesignRow["replyTo"];

/**
 * Finds the given address for replies. Throws 422 unless a member has proved it: mails in the organization's name must
 * not send replies to someone who never agreed.
 */
async function changeReplyTo(
  caller: Caller,
  stored: ReplyTo,
  given: string | null | undefined,
): Promise<ReplyTo> {
  if (given === undefined || given === stored?.email) return stored;
  if (given === null) return null;
  const found = await findReplyToEmail(caller.organizationId, given, personId(caller));
  if (found) return found;
  const message = "Use a confirmed address of your account, or the primary address of a member.";
  throw invalidField("reply_to", "not_proved", message);
}

/** Returns a design with the given fields. Throws 422 for an address for replies that no member has proved. */
export const applyDesignChanges = async (
  caller: Caller,
  stored: MailDesignRow,
  { sender_name: senderName = stored.senderName, reply_to: replyTo, texts }: MailDesignInput,
): Promise<MailDesignRow> => ({
  ...stored,
  senderName,
  replyTo: await changeReplyTo(caller, stored.replyTo, replyTo),
  texts: mergeTexts(stored.texts, texts),
});

/** Lists each text as a field of its own, so that the audit log says which one changed. */
const flattenDesign = ({ senderName, replyTo, texts }: MailDesignRow) => ({
  sender_name: senderName,
  reply_to: replyTo?.email ?? null,
  ...Object.fromEntries(
    LOCALES.flatMap((locale) =>
      DESIGNED_MAILS.flatMap((kind) =>
        MAIL_TEXTS.map((name) => [`${kind}_${name} (${locale})`, texts[locale]?.[kind]?.[name] ?? null]),
      ),
    ),
  ),
});

/**
 * Changes the sender and the words of the organization's mails. Mails that are waiting to be sent are sent with the
 * change. Throws 422 for an address for replies that no member has proved.
 */
export function updateMailDesign(caller: Caller, input: MailDesignInput): Promise<MailDesignRow> {
  const { organizationId } = caller;
  return withAuditEntry(caller, "mail_design.update", organizationId, async (noteChanges) => {
    await lockDesign(organizationId);
    const before = await findDesign(organizationId);
    const { senderName, replyTo, texts } = await applyDesignChanges(caller, before, input);
    const after = await saveDesign(organizationId, {
      senderName,
      replyToEmailId: replyTo?.id ?? null,
      texts,
      updatedAt: clock.now(),
    });
    noteChanges(
      listChanges(flattenDesign(before), flattenDesign(after), {
        // An address of a person, who may remove it.
        withoutValues: ["reply_to"],
      }),
    );
    return after;
  });
}
