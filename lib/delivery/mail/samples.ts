import { imageUrl } from "@/lib/art/images/serializer";
import type { TextsOfMail } from "@/lib/delivery/mail-designs/schema";
import { clock } from "@/lib/kernel/clock";
import { publicUrl } from "@/lib/kernel/env";
import { withLanguage, type Locale } from "@/lib/kernel/locales";
import type { SampleData } from "./queries";
import {
  renderAccountChanged,
  renderAddress,
  renderConnectCourse,
  renderDomainLost,
  renderEmployeeInvitation,
  renderExpiringBadge,
  renderMemberInvitation,
  renderNotice,
  renderPassword,
  renderPendingBadge,
  renderReplacedBadge,
  renderRevokedBadge,
  renderMergedMail,
  renderWebhookFailing,
  type RenderedMail,
} from "./render";
import type { MailKind } from "./choices";
import { loadMailTranslator } from "./mail-translator";

const DAY_MS = 86_400_000;

/** The fictional recipient of sample mails. */
const SAMPLE_RECIPIENT = {
  name: "Ada",
  fullName: "Ada Lovelace",
  address: "ada@example.org",
  account: "ada.lovelace@example.org",
};
const MESSAGE = "This badge replaces the one of last week.\nYour name on it was misspelt. We are sorry.";
const SAMPLE_ID = "00000000-0000-4000-8000-000000000000";
const REASON = "It was issued to the wrong address.";

/** What a sample shows: the organization, and its own words in the mail. */
type Sample = SampleData & { texts: TextsOfMail | null };

const daysFromNow = (days: number): Date => new Date(clock.now().getTime() + days * DAY_MS);

/** The link of a sample leads to a page of ours that shows nothing. */
const link = (path: string, locale: Locale): string => withLanguage(publicUrl(path), locale);

const sampleBadge = (sample: Sample, locale: Locale) => ({
  earner: SAMPLE_RECIPIENT.name,
  recipient: SAMPLE_RECIPIENT.fullName,
  texts: sample.texts,
  address: SAMPLE_RECIPIENT.address,
  badgeName: sample.badgeName ?? "Your first badge",
  imageUrl: sample.imageId ? imageUrl(sample.imageId) : publicUrl("/icon.svg"),
  issuer: sample.name,
  issuerColor: sample.color,
  link: link("/accept/sample", locale),
});

const sampleInvitation = (sample: Sample) => ({
  address: SAMPLE_RECIPIENT.address,
  organization: sample.name,
  color: sample.color,
});

/**
 * Every kind of mail as an organization would send it: its name, colour and newest badge, and a fictional recipient.
 */
const SAMPLES: Record<MailKind, (sample: Sample, locale: Locale) => Promise<RenderedMail>> = {
  pending_badge: (sample, locale) =>
    renderPendingBadge(locale, { ...sampleBadge(sample, locale), description: sample.description ?? "" }),
  replaced_badge: (sample, locale) =>
    renderReplacedBadge(locale, { ...sampleBadge(sample, locale), message: MESSAGE, isPending: true }),
  revoked_badge: (sample, locale) =>
    renderRevokedBadge(locale, { ...sampleBadge(sample, locale), reason: REASON }),
  expiring_badge: (sample, locale) =>
    renderExpiringBadge(locale, { ...sampleBadge(sample, locale), expiresOn: daysFromNow(30) }),
  employee_invitation: (sample, locale) =>
    renderEmployeeInvitation(locale, {
      ...sampleInvitation(sample),
      employee: SAMPLE_RECIPIENT.name,
      link: link("/sign-in", locale),
    }),
  member_invitation: (sample, locale) =>
    renderMemberInvitation(locale, {
      ...sampleInvitation(sample),
      inviter: null,
      role: "issuer",
      expiresAt: daysFromNow(7),
      link: publicUrl("/invitations/sample"),
    }),
  confirm_email: (_sample, locale) =>
    renderAddress(locale, {
      kind: "confirm_email",
      address: SAMPLE_RECIPIENT.address,
      account: SAMPLE_RECIPIENT.account,
      link: link("/wallet", locale),
    }),
  merge_accounts: (_sample, locale) =>
    renderAddress(locale, {
      kind: "merge_accounts",
      address: SAMPLE_RECIPIENT.address,
      account: SAMPLE_RECIPIENT.account,
      link: link("/wallet", locale),
    }),
  connect_course: (sample, locale) =>
    renderConnectCourse(locale, {
      ...sampleInvitation(sample),
      course: "Mathematics",
      app: "Moodle",
      link: link("/connect/sample", locale),
    }),
  password: (_sample, locale) =>
    renderPassword(locale, {
      address: SAMPLE_RECIPIENT.address,
      link: link("/password/sample", locale),
    }),
  account_changed: (_sample, locale) =>
    renderAccountChanged(locale, {
      change: "password",
      address: SAMPLE_RECIPIENT.address,
      link: link("/password", locale),
    }),
  webhook_failing: (sample, locale) =>
    renderWebhookFailing(locale, {
      organization: sample.name,
      color: sample.color,
      webhookUrl: sample.webhookUrl ?? "https://example.org/badges",
      failingSince: daysFromNow(-5),
      link: publicUrl("/console"),
    }),
  domain_lost: (sample, locale) =>
    renderDomainLost(locale, {
      organization: sample.name,
      color: sample.color,
      domain: "example.org",
      link: publicUrl("/console"),
    }),
  notice: (sample, locale) =>
    renderNotice(locale, {
      kind: "token_ending",
      data: {
        credential: "authorization_token",
        id: SAMPLE_ID,
        name: "Student portal",
        ends_at: daysFromNow(14).toISOString(),
      },
      organization: sample.name,
      color: sample.color,
      address: SAMPLE_RECIPIENT.address,
      link: publicUrl("/console"),
    }),
  several: async (sample, locale) => {
    const { t } = await loadMailTranslator(locale);
    const { issuer, badgeName: badge, address, link: href } = sampleBadge(sample, locale);
    const item = {
      line: t("pending_badge.subject", { issuer, badge }),
      note: null,
      link: { href, label: t("pending_badge.action") },
    };
    return renderMergedMail(locale, {
      organization: issuer,
      address,
      areAllNewBadges: true,
      items: [item, item],
    });
  },
};

/** Renders a mail as this organization would send it, with these words of its own; sends nothing. */
export const renderSampleMail = (
  sample: SampleData,
  kind: MailKind,
  locale: Locale,
  texts: TextsOfMail | null,
): Promise<RenderedMail> => SAMPLES[kind]({ ...sample, texts }, locale);
