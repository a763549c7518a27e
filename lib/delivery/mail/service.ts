import { withAuditEntry } from "@/lib/access/audit/service";
import type { Caller } from "@/lib/access/callers/caller";
import {
  isDesignedMail,
  type DesignedMail,
  writePlaceholder,
  type Placeholder,
} from "@/lib/delivery/mail-designs/choices";
import { readInstallationSender } from "@/lib/delivery/mail-designs/installation-sender";
import { applyDesignChanges, getMailDesign } from "@/lib/delivery/mail-designs/service";
import type { MailDesignRow } from "@/lib/delivery/mail-designs/serializer";
import { recordEvents } from "@/lib/platform/recording/record-events";
import { unprocessable } from "@/lib/kernel/errors";
import type { Locale } from "@/lib/kernel/locales";
import { takePoint, type RateLimitPolicy } from "@/lib/platform/limits/rate-limit";
import { isOrganizationMail, type MailKind } from "./choices";
import type { DesignTestPayload } from "./design-test-mails";
import { findProvedAddress, findSampleData } from "./queries";
import type { DesignTest, DesignTestInput, MailPreview, MailPreviewInput } from "./schema";
import { loadMailTranslator, titleNameParameters } from "./mail-translator";

const placeholder = (name: Placeholder): string => writePlaceholder(name);

/** Returns the subject and the heading that an organization has without its own, with placeholders. */
async function loadBuiltInTexts(kind: DesignedMail, locale: Locale) {
  const { t } = await loadMailTranslator(locale);
  return {
    subject: t(`${kind}.subject`, {
      issuer: placeholder("issuer_name"),
      badge: placeholder("badge_name"),
      date: placeholder("expires_on"),
    }),
    heading: t(`${kind}.title`, titleNameParameters(placeholder("recipient_first_name"))),
  };
}

// Loaded for the first preview: the templates and react-email take 40 MB.
const loadSamples = () => import("./samples");

const TESTS: RateLimitPolicy = { name: "mail-design-tests", points: 10, seconds: 3_600 };

const findTexts = ({ texts }: MailDesignRow, kind: MailKind, locale: Locale) =>
  isDesignedMail(kind) ? (texts[locale]?.[kind] ?? null) : null;

/** Returns the design of the organization with changes that need not be saved. */
const withChanges = async (caller: Caller, { design }: MailPreviewInput): Promise<MailDesignRow> => {
  const stored = await getMailDesign(caller);
  return design ? applyDesignChanges(caller, stored, design) : stored;
};

/** Returns the sender of a kind of mail. Those about accounts are the installation's own. */
export const findSender = (
  kind: MailKind,
  { senderName, replyTo }: MailDesignRow,
  supportEmail: string | null,
) => {
  const own = readInstallationSender();
  if (!isOrganizationMail(kind)) return { from: own, reply_to: null };
  return { from: { ...own, name: senderName ?? own.name }, reply_to: replyTo?.email ?? supportEmail };
};

/** Renders a mail of the organization for a fictional recipient, in a design that need not be saved. */
export async function previewMailDesign(caller: Caller, input: MailPreviewInput): Promise<MailPreview> {
  const { kind, locale } = input;
  const [design, sample, { renderSampleMail }] = await Promise.all([
    withChanges(caller, input),
    findSampleData(caller.organizationId),
    loadSamples(),
  ]);
  const [mail, builtIn] = await Promise.all([
    renderSampleMail(sample, kind, locale, findTexts(design, kind, locale)),
    isDesignedMail(kind) ? loadBuiltInTexts(kind, locale) : null,
  ]);
  return { ...findSender(kind, design, sample.supportEmail), ...mail, built_in: builtIn };
}

/** Returns the address to which the caller can send tests: a person's confirmed primary one. */
export const findOwnAddress = async ({ actor }: Caller): Promise<string | null> =>
  actor.type === "User" ? findProvedAddress(actor.id) : null;

/** Returns the address of the caller. Throws 422 unless they are a person with a confirmed one. */
async function requireOwnAddress(caller: Caller): Promise<string> {
  const address = await findOwnAddress(caller);
  if (address === null)
    throw unprocessable(
      "no_own_address",
      "Test e-mails are sent to signed-in members with a confirmed address.",
    );
  return address;
}

async function requireTestAllowed({ actor }: Caller): Promise<void> {
  await takePoint(TESTS, actor.id, "You can send 10 test e-mails an hour. Try again later.");
}

const buildPayload = (
  { senderName, replyTo, ...design }: MailDesignRow,
  { kind, locale }: { kind: DesignedMail; locale: Locale },
): DesignTestPayload => ({
  template: "design_test",
  kind,
  locale,
  sender_name: senderName,
  reply_to_email_id: replyTo?.id ?? null,
  texts: design.texts[locale]?.[kind] ?? null,
});

type PreparedTest = DesignTest & { payload: DesignTestPayload };

/**
 * Builds the mail of the preview to the caller's own address, and counts it. Throws 422 for a caller without an address,
 * 429 after ten an hour.
 */
export async function prepareMailDesignTest(caller: Caller, input: DesignTestInput): Promise<PreparedTest> {
  const address = await requireOwnAddress(caller);
  const payload = buildPayload(await withChanges(caller, input), input);
  await requireTestAllowed(caller);
  return { address, payload };
}

/** Sends the mail that was prepared to the caller's own address, and nowhere else. */
export function sendMailDesignTest(caller: Caller, { address, payload }: PreparedTest): Promise<DesignTest> {
  const { organizationId, actor } = caller;
  return withAuditEntry(caller, "mail_design.send_test", organizationId, async () => {
    await recordEvents([], [{ kind: "mail", organizationId, subjectId: actor.id, payload }]);
    return { address };
  });
}
