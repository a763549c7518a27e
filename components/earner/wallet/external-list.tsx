import { Award } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { OutsideLink } from "@/components/public/badge/outside-link";
import { LocalDate } from "@/components/ui/time/local-date";
import { Picture } from "@/components/ui/picture";
import { Tag } from "@/components/ui/tag";
import type { EarnerExternalBadge } from "@/lib/credentials/external-badges/schema";
import { ExternalActions } from "./external-actions";

/** A tag with the result of the verification. */
function VerificationTag({ badge }: { badge: EarnerExternalBadge }) {
  const t = useTranslations("wallet");
  if (badge.revoked) return <Tag tone="negative">{t("badges.revoked")}</Tag>;
  if (badge.verification_status.verified) return <Tag tone="positive">{t("external.verified")}</Tag>;
  return <Tag>{t(badge.type === "EmulatedBadge" ? "external.typed_in" : "external.unverified")}</Tag>;
}

function ExternalBadgeImage({ badge }: { badge: EarnerExternalBadge }) {
  const box = "size-20 shrink-0";
  return badge.image_url ? (
    <Picture
      src={badge.image_url}
      alt=""
      width={80}
      height={80}
      loading="lazy"
      className={`${box} object-contain`}
    />
  ) : (
    <span className={`${box} flex items-center justify-center rounded-xl border border-dashed border-edge`}>
      <Award className="size-8 text-ink-faint" aria-hidden="true" strokeWidth={1.25} />
    </span>
  );
}

function ExternalBadge({ badge }: { badge: EarnerExternalBadge }) {
  const t = useTranslations("wallet");
  const format = useFormatter();
  const { id, badge_name: name, issuer_name: issuer, issued_at_date: issued, badge_url: page } = badge;
  const refreshed = new Date(badge.refreshed_at);
  return (
    <li className="flex flex-wrap items-start gap-x-5 gap-y-4 py-6 sm:flex-nowrap">
      <ExternalBadgeImage badge={badge} />
      <div className="flex min-w-48 grow basis-0 flex-col gap-1">
        <h2 className="font-heading text-xl leading-tight">{name}</h2>
        {issuer ? <p className="text-ink-soft">{t("badges.issued_by", { issuer })}</p> : null}
        <div className="flex flex-wrap items-center gap-1.5 py-0.5">
          <VerificationTag badge={badge} />
          <Tag tone={badge.public ? "positive" : "neutral"}>
            {t(badge.public ? "badges.public" : "badges.private")}
          </Tag>
        </div>
        <p className="flex flex-wrap gap-x-4 text-[0.8125rem] text-ink-faint">
          {issued ? <LocalDate className="whitespace-nowrap" value={issued} /> : null}
          {badge.type === "OpenBadge" ? (
            <span>
              {t("external.looked_at", {
                date: format.dateTime(refreshed, { dateStyle: "long", timeZone: "UTC" }),
              })}
            </span>
          ) : null}
          {page ? <OutsideLink href={page}>{t("external.original")}</OutsideLink> : null}
        </p>
        <div className="mt-3">
          <ExternalActions
            badge={{ id, name, public: badge.public, isRefreshable: badge.type === "OpenBadge" }}
          />
        </div>
      </div>
    </li>
  );
}

/** The list of badges from other services. */
export const ExternalList = ({ badges }: { badges: EarnerExternalBadge[] }) => (
  <ul className="divide-y divide-line border-y border-line">
    {badges.map((badge) => (
      <ExternalBadge key={badge.id} badge={badge} />
    ))}
  </ul>
);
