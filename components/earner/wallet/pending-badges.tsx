import { useTranslations } from "next-intl";
import Link from "next/link";
import { LocalDate } from "@/components/ui/time/local-date";
import type { WalletBadge } from "@/lib/badges/issued/schema";
import { ResultsNotice } from "@/components/public/badge/results-section";
import { AnswerButtons } from "./answer-buttons";
import { BadgeArt } from "./badge-gallery";
import { BadgeTags } from "./badge-tags";
import { issuerName } from "./display-state";

function PendingBadge({ badge }: { badge: WalletBadge }) {
  const t = useTranslations("wallet.badges");
  const { name } = badge.badge_template;
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-4 px-5 py-5 sm:flex-nowrap">
      <BadgeArt badge={badge} className="size-20 sm:size-24" />
      <div className="flex min-w-48 grow basis-0 flex-col gap-1">
        <h3 className="font-heading text-xl leading-tight">
          <Link prefetch={false} href={`/wallet/badges/${badge.id}`} className="text-ink">
            {name}
          </Link>
        </h3>
        {badge.is_test ? <BadgeTags standing="pending" isPublic={false} isTest /> : null}
        <p className="text-sm text-ink-soft">
          {t("issued_by", { issuer: issuerName(badge) })}
          <span aria-hidden="true"> · </span>
          <LocalDate className="whitespace-nowrap" value={badge.issued_at_date} />
        </p>
        <ResultsNotice results={badge.results} className="mt-2.5" />
        <div className="mt-2.5">
          <AnswerButtons badge={{ id: badge.id, name }} />
        </div>
      </div>
    </li>
  );
}

/** The pending badges with buttons to accept or decline them. */
export function PendingBadges({ badges, total }: { badges: WalletBadge[]; total: number }) {
  const t = useTranslations("wallet");
  return (
    <section aria-labelledby="pending" className="mb-10 rounded-xl border border-accent bg-accent-soft">
      <div className="px-5 pt-5">
        <h2 id="pending" className="font-heading text-2xl leading-tight">
          {t("badges.pending", { count: total })}
        </h2>
        <p className="mt-1.5 max-w-prose text-sm text-ink-soft">{t("answer.hint")}</p>
      </div>
      <ul className="divide-y divide-line">
        {badges.map((badge) => (
          <PendingBadge key={badge.id} badge={badge} />
        ))}
      </ul>
    </section>
  );
}
