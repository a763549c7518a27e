import { useFormatter, useTranslations } from "next-intl";
import Link from "next/link";
import { LabelledText } from "@/components/ui/labelled-text";
import { LocalDate } from "@/components/ui/time/local-date";
import { Notice } from "@/components/ui/notice";
import type { IssuedBadge } from "@/lib/badges/issued/schema";
import { daysUntilExpiry, EXPIRING_DAYS, issuerName } from "./display-state";

const LINK = "inline-flex min-h-8 items-center text-accent underline underline-offset-4";

/**
 * The page that says how the badge is earned: that of its template, or the one that its issuer names. Issuers can turn
 * off where it is earned.
 */
function findRenewalAddress({ badge_template: template }: IssuedBadge): string | null {
  const { owner, criteria_url: criteria, enable_earn_this_badge: isEarnedThere } = template;
  if (template.public && template.state === "active")
    return `/org/${owner.vanity_slug}/badges/${template.id}`;
  const earnUrl = isEarnedThere ? template.earn_this_badge_url || template.global_activity_url : null;
  return criteria || earnUrl || null;
}

/** Links to the page that explains how to renew a badge. Without such a page, names the issuer to contact. */
function Renewal({ badge }: { badge: IssuedBadge }) {
  const t = useTranslations("wallet.expiring");
  const address = findRenewalAddress(badge);
  if (address === null) return <span>{t("ask", { issuer: issuerName(badge) })}</span>;
  const outside = address.startsWith("/") ? {} : { target: "_blank", rel: "noopener noreferrer" };
  return (
    <a href={address} {...outside} className={LINK}>
      <LabelledText label={badge.badge_template.name} text={t("renew")} />
    </a>
  );
}

type ExpiringNoticeProps = { badge: IssuedBadge; now: Date };

const toneOf = (days: number): "caution" | "neutral" => (days < EXPIRING_DAYS.urgent ? "caution" : "neutral");

/** Says on the page of a badge that it expires soon. */
export function ExpiringNotice({ badge, now }: ExpiringNoticeProps) {
  const t = useTranslations("wallet.expiring");
  const format = useFormatter();
  const days = daysUntilExpiry(badge, now);
  if (days === null) return null;
  const date = format.dateTime(new Date(badge.expires_at_date ?? ""), { dateStyle: "long", timeZone: "UTC" });
  return (
    <Notice tone={toneOf(days)} title={`${t("notice")} · ${t("days", { count: days })}`}>
      <p>{t("text", { date })}</p>
      <Renewal badge={badge} />
    </Notice>
  );
}

/** The badges that expire soon, those that expire first at the top. */
export function ExpiringBadges({ badges, now }: { badges: IssuedBadge[]; now: Date }) {
  const t = useTranslations("wallet");
  const days = badges.map((badge) => daysUntilExpiry(badge, now) ?? 0);
  if (badges.length === 0) return null;
  return (
    <section aria-labelledby="expiring" className="mb-8">
      <Notice
        tone={toneOf(Math.min(...days))}
        title={<span id="expiring">{t("expiring.title", { count: badges.length })}</span>}
      >
        <ul className="divide-y divide-line">
          {badges.map((badge, index) => (
            <li key={badge.id} className="flex flex-wrap items-center gap-x-4 gap-y-0.5 py-1.5">
              <Link
                prefetch={false}
                href={`/wallet/badges/${badge.id}`}
                className="min-w-0 grow basis-48 font-medium text-ink"
              >
                {badge.badge_template.name}
              </Link>
              <span className="whitespace-nowrap">
                {t("badge.expires_on")} <LocalDate value={badge.expires_at_date ?? ""} />
              </span>
              <span className="whitespace-nowrap">{t("expiring.days", { count: days[index] ?? 0 })}</span>
              <Renewal badge={badge} />
            </li>
          ))}
        </ul>
      </Notice>
    </section>
  );
}
