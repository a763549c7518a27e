import { withAuditEntry } from "@/lib/access/audit/service";
import type { Caller } from "@/lib/access/callers/caller";
import { imageUrl } from "@/lib/art/images/serializer";
import { getRowMail } from "@/lib/badges/imports/row-mail";
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
import { publicUrl } from "@/lib/kernel/env";
import { withLanguage, type Locale } from "@/lib/kernel/locales";
import { takePoint, type RateLimitPolicy } from "@/lib/platform/limits/rate-limit";
import { isOrganizationMail, type MailKind } from "./choices";
import type { DesignTestPayload } from "./mails/design-test";
import { findProvedAddress, findSampleData, type SampleData } from "./queries";
import type { DesignTest, DesignTestInput, MailPreview, MailPreviewInput, RowMailPreview } from "./schema";
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
const loadMails = () => import("./mails");

const TESTS: RateLimitPolicy = { name: "mail-design-tests", points: 10, seconds: 3_600 };

const findTexts = ({ texts }: MailDesignRow, kind: MailKind, locale: Locale) =>
  isDesignedMail(kind) ? (texts[locale]?.[kind] ?? null) : null;

/** Returns the design of the organization with changes that need not be saved. */
const withChanges = async (caller: Caller, { design }: MailPreviewInput): Promise<MailDesignRow> => {
  const stored = await getMailDesign(caller);
  return design ? applyDesignChanges(caller, stored, design) : stored;
};

/** Returns the sender of a kind of mail. Those about accounts are the installation's own. */
const findSender = (kind: MailKind, { senderName, replyTo }: MailDesignRow, supportEmail: string | null) => {
  const own = readInstallationSender();
  if (!isOrganizationMail(kind)) return { from: own, reply_to: null };
  return { from: { ...own, name: senderName ?? own.name }, reply_to: replyTo?.email ?? supportEmail };
};

/** Reads what sample mails show of an organization that exists. */
async function getSampleData(organizationId: string): Promise<SampleData> {
  const [sample] = await findSampleData([organizationId]);
  if (!sample) throw new Error(`The organization ${organizationId} does not exist.`);
  return sample;
}

/** Renders a mail of the organization for a fictional recipient, in a design that need not be saved. */
export async function previewMailDesign(caller: Caller, input: MailPreviewInput): Promise<MailPreview> {
  const { kind, locale } = input;
  const [design, sample, { renderSampleMail }] = await Promise.all([
    withChanges(caller, input),
    getSampleData(caller.organizationId),
    loadMails(),
  ]);
  const [mail, builtIn] = await Promise.all([
    renderSampleMail(sample, kind, locale, findTexts(design, kind, locale)),
    isDesignedMail(kind) ? loadBuiltInTexts(kind, locale) : null,
  ]);
  return { ...findSender(kind, design, sample.supportEmail), ...mail, built_in: builtIn };
}

/**
 * Renders the mail that the recipient of a row of an import gets, in the language of the row. Its link leads to a page that
 * shows nothing, because there is no badge yet. Sends nothing. Throws 404 for an unknown import or row, 422 for a row with
 * errors.
 */
export async function previewRowMail(
  caller: Caller,
  importId: string,
  number: number,
): Promise<RowMailPreview> {
  const { isSent, recipient, locale, badge, issuerId } = await getRowMail(caller, importId, number);
  const [issuer, design, { pendingBadge }] = await Promise.all([
    getSampleData(issuerId),
    getMailDesign({ ...caller, organizationId: issuerId }),
    import("./mails/badges"),
  ]);
  const mail = await pendingBadge.render(locale, {
    earner: recipient.firstName,
    recipient: recipient.name,
    texts: design.texts[locale]?.pending_badge ?? null,
    address: recipient.address,
    badgeName: badge.name,
    description: badge.description,
    imageUrl: imageUrl(badge.imageId),
    issuer: issuer.name,
    issuerColor: issuer.color,
    link: withLanguage(publicUrl("/accept/sample"), locale),
  });
  return {
    is_sent: isSent,
    locale,
    ...findSender("pending_badge", design, issuer.supportEmail),
    to: { name: recipient.name, address: recipient.address },
    ...mail,
  };
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
