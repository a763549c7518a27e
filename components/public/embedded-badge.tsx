import { useFormatter, useTranslations } from "next-intl";
import { IssuerName } from "@/components/public/badge/badge-hero";
import { TestNotice } from "@/components/public/badge/test-notice";
import { Brand } from "@/components/ui/brand";
import { Picture } from "@/components/ui/picture";
import type { IssuedBadge } from "@/lib/badges/issued/schema";
import type { PublicIssuer } from "@/lib/credentials/public-pages/schema";

type EmbeddedBadgeProps = { badge: IssuedBadge; issuer: PublicIssuer; isExpired: boolean };

function State({ badge, isExpired }: Omit<EmbeddedBadgeProps, "issuer">) {
  const t = useTranslations("public");
  const format = useFormatter();
  if (!isExpired) return <strong className="text-positive">{t("verification.valid")}</strong>;
  const date = format.dateTime(new Date(badge.expires_at_date ?? badge.issued_at_date), {
    dateStyle: "long",
  });
  return <strong className="text-negative">{t("embed.expired", { date })}</strong>;
}

/** A badge as a small card, embedded in a page of another site. */
export function EmbeddedBadge({ badge, issuer, isExpired }: EmbeddedBadgeProps) {
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
            <State badge={badge} isExpired={isExpired} />
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
