import { imageUrl } from "@/lib/art/images/serializer";
import { clock } from "@/lib/kernel/clock";
import { publicUrl } from "@/lib/kernel/env";
import { inLanguage, type Locale } from "@/lib/kernel/locales";
import { findSample, type Sample } from "./queries";
import {
  renderAccountChanged,
  renderAddress,
  renderConnectCourse,
  renderDomainLost,
  renderEmployeeInvitation,
  renderExpiringBadge,
  renderMemberInvitation,
  renderPassword,
  renderPendingBadge,
  renderReplacedBadge,
  renderRevokedBadge,
  renderSeveral,
  renderWebhookFailing,
  type Rendered,
} from "./render";
import type { MailKind } from "./choices";
import { wordsOf } from "./words";

const DAY_MS = 86_400_000;

/** The fictional recipient of sample mails. */
const READER = { name: "Ada", address: "ada@example.org", account: "ada.lovelace@example.org" };
const MESSAGE = "This badge replaces the one of last week.\nYour name on it was misspelt; we are sorry.";
const REASON = "It was issued to the wrong address.";

const daysFromNow = (days: number): Date => new Date(clock.now().getTime() + days * DAY_MS);

/** The link of a sample leads to a page of ours that shows nothing. */
const link = (path: string, locale: Locale): string => inLanguage(publicUrl(path), locale);

const badgeOf = (sample: Sample, locale: Locale) => ({
  earner: READER.name,
  address: READER.address,
  badgeName: sample.badgeName ?? "Your first badge",
  imageUrl: sample.imageId ? imageUrl(sample.imageId) : publicUrl("/icon.svg"),
  issuer: sample.name,
  issuerColor: sample.color,
  link: link("/accept/sample", locale),
});

const invitationOf = (sample: Sample) => ({
  address: READER.address,
  organization: sample.name,
  color: sample.color,
});

/**
 * Every kind of mail as an organization would send it: its name, colour and newest badge, and a fictional recipient.
 */
const SAMPLES: Record<MailKind, (sample: Sample, locale: Locale) => Promise<Rendered>> = {
  pending_badge: (sample, locale) =>
    renderPendingBadge(locale, { ...badgeOf(sample, locale), description: sample.description ?? "" }),
  replaced_badge: (sample, locale) =>
    renderReplacedBadge(locale, { ...badgeOf(sample, locale), message: MESSAGE, isPending: true }),
  revoked_badge: (sample, locale) =>
    renderRevokedBadge(locale, { ...badgeOf(sample, locale), reason: REASON }),
  expiring_badge: (sample, locale) =>
    renderExpiringBadge(locale, { ...badgeOf(sample, locale), expiresOn: daysFromNow(30) }),
  employee_invitation: (sample, locale) =>
    renderEmployeeInvitation(locale, {
      ...invitationOf(sample),
      employee: READER.name,
      link: link("/sign-in", locale),
    }),
  member_invitation: (sample, locale) =>
    renderMemberInvitation(locale, {
      ...invitationOf(sample),
      inviter: null,
      role: "issuer",
      expiresAt: daysFromNow(7),
      link: publicUrl("/invitations/sample"),
    }),
  confirm_email: (_sample, locale) =>
    renderAddress(locale, {
      kind: "confirm_email",
      address: READER.address,
      account: READER.account,
      link: link("/wallet", locale),
    }),
  merge_accounts: (_sample, locale) =>
    renderAddress(locale, {
      kind: "merge_accounts",
      address: READER.address,
      account: READER.account,
      link: link("/wallet", locale),
    }),
  connect_course: (sample, locale) =>
    renderConnectCourse(locale, {
      ...invitationOf(sample),
      course: "Mathematics",
      app: "Moodle",
      link: link("/connect/sample", locale),
    }),
  password: (_sample, locale) =>
    renderPassword(locale, {
      address: READER.address,
      link: link("/password/sample", locale),
    }),
  account_changed: (_sample, locale) =>
    renderAccountChanged(locale, {
      change: "password",
      address: READER.address,
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
  several: async (sample, locale) => {
    const { t } = await wordsOf(locale);
    const { issuer, badgeName: badge, address, link: href } = badgeOf(sample, locale);
    const item = {
      line: t("pending_badge.subject", { issuer, badge }),
      note: null,
      link: { href, label: t("pending_badge.action") },
    };
    return renderSeveral(locale, { organization: issuer, address, isOfBadges: true, items: [item, item] });
  },
};

/** Renders a mail as this organization would send it; sends nothing. */
export async function sampleMail(
  { organizationId }: { organizationId: string },
  kind: MailKind,
  locale: Locale,
): Promise<Rendered> {
  return SAMPLES[kind](await findSample(organizationId), locale);
}
