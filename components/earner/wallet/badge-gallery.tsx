import { useTranslations } from "next-intl";
import Link from "next/link";
import { Picture } from "@/components/ui/picture";
import { LocalDate } from "@/components/ui/time/local-date";
import type { IssuedBadge, WalletBadge } from "@/lib/badges/issued/schema";
import { issuerName, displayState } from "./display-state";
import { BadgeTags, OWN_STATES } from "./badge-tags";

const CARD = [
  "relative flex h-full gap-4 rounded-xl border border-line p-4 transition-colors hover:border-edge",
  "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent sm:flex-col",
].join(" ");

/** The picture of a badge, with an empty alternative text because the name is beside it. */
export const BadgeArt = ({ badge, className }: { badge: IssuedBadge; className: string }) => (
  <Picture
    src={`/images/${badge.image.id}/image.png`}
    alt=""
    width={600}
    height={600}
    loading="lazy"
    className={`h-auto shrink-0 object-contain ${className}`}
  />
);

function BadgeCard({ badge, now }: { badge: WalletBadge; now: Date }) {
  const standing = displayState(badge, now);
  const isFaded = !OWN_STATES.includes(standing);
  return (
    <li>
      <article className={CARD}>
        <BadgeArt
          badge={badge}
          className={`size-20 self-start sm:mx-auto sm:size-40 ${isFaded ? "opacity-50 grayscale" : ""}`}
        />
        <div className="flex min-w-0 grow flex-col gap-1">
          <h2 className="leading-snug font-medium">
            <Link
              prefetch={false}
              href={`/wallet/badges/${badge.id}`}
              className="text-ink no-underline outline-none after:absolute after:inset-0 hover:underline"
            >
              {badge.badge_template.name}
            </Link>
          </h2>
          <p className="text-[0.8125rem] text-ink-soft">{issuerName(badge)}</p>
          <p className="text-[0.8125rem] text-ink-faint">
            <LocalDate className="whitespace-nowrap" value={badge.issued_at_date} />
          </p>
          <div className="mt-auto pt-1.5">
            <BadgeTags standing={standing} isPublic={badge.public} isTest={badge.is_test} />
          </div>
        </div>
      </article>
    </li>
  );
}

type BadgeGalleryProps = { badges: WalletBadge[]; total: number; now: Date };

/** Badges as a grid of cards. */
export function BadgeGallery({ badges, total, now }: BadgeGalleryProps) {
  const t = useTranslations("wallet.badges");
  return (
    <section>
      <p className="mb-3 text-sm text-ink-soft">{t("count", { count: total })}</p>
      <ul className="grid gap-4 sm:grid-cols-2 md:grid-cols-3 lg:grid-cols-4">
        {badges.map((badge) => (
          <BadgeCard key={badge.id} badge={badge} now={now} />
        ))}
      </ul>
    </section>
  );
}
