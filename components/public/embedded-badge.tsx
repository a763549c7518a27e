import { useFormatter, useTranslations } from "next-intl";
import { IssuerName } from "@/components/public/badge/badge-hero";
import { VALIDITY_INK } from "@/components/public/badge/badge-facts";
import { TestNotice } from "@/components/public/badge/test-notice";
import { Brand } from "@/components/ui/page/brand";
import { Picture } from "@/components/ui/picture";
import type { DatedValidity } from "@/lib/badges/issued/choices";
import type { IssuedBadge } from "@/lib/badges/issued/schema";
import type { PublicIssuer } from "@/lib/credentials/public-pages/schema";

type EmbeddedBadgeProps = { badge: IssuedBadge; issuer: PublicIssuer; validity: DatedValidity };

function State({ badge, validity }: Omit<EmbeddedBadgeProps, "issuer">) {
  const t = useTranslations("public");
  const format = useFormatter();
  const ink = VALIDITY_INK[validity];
  const day = (date: string) => format.dateTime(new Date(date), { dateStyle: "long", timeZone: "UTC" });
  switch (validity) {
    case "valid":
      return <strong className={ink}>{t("verification.valid")}</strong>;
    case "expired": {
      const date = day(badge.expires_at_date ?? badge.issued_at_date);
      return <strong className={ink}>{t("embed.expired", { date })}</strong>;
    }
    case "not_yet_valid":
      return <strong className={ink}>{t("embed.valid_from", { date: day(badge.issued_at_date) })}</strong>;
  }
}

/** A badge as a small card, embedded in a page of another site. */
export function EmbeddedBadge({ badge, issuer, validity }: EmbeddedBadgeProps) {
  const t = useTranslations("public");
  const { name } = badge.badge_template;
  return (
    <Brand color={issuer.color}>
      <main className="flex min-h-screen items-center gap-4 p-4">
        <Picture
          src={`/images/${badge.image.id}/image.png`}
          alt={t("badge.alt", { name })}
          width={600}
          height={600}
          className="h-auto w-24 shrink-0 sm:w-28"
        />
        <div className="min-w-0 text-sm">
          <TestNotice issuer={issuer} />
          <h1 className="font-heading text-lg leading-tight">{name}</h1>
          <p className="mt-1">{badge.issued_to || t("badge.earned_unnamed")}</p>
          <p className="text-ink-soft">
            {t.rich("badge.issued_by", {
              issuer: () => (
                <IssuerName issuer={issuer} verified={t("badge.verified_domain")} isLinked={false} />
              ),
            })}
          </p>
          <p className="mt-1">
            <State badge={badge} validity={validity} />
          </p>
          <p className="mt-1">
            <a
              href={badge.badge_url}
              target="_blank"
              rel="noopener"
              className="inline-flex min-h-6 items-center text-accent underline underline-offset-3"
            >
              {t("embed.open")}
            </a>
          </p>
        </div>
      </main>
    </Brand>
  );
}
