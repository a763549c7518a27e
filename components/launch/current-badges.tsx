import { ExternalLink } from "lucide-react";
import { useTranslations } from "next-intl";
import { hidden } from "@/components/ui/hidden-words";
import type { LaunchBadge } from "@/lib/learning/launch/schema";
import { BadgeHead } from "./badge-head";
import { BadgeNotes } from "./badge-notes";
import { IssueFacts } from "./issue-facts";

/** Links to the public page in a new tab, because public pages may not be framed by other sites. */
function PublicPage({ badge }: { badge: LaunchBadge }) {
  const t = useTranslations("launch");
  if (badge.badge_url === null) return <p className="text-sm text-ink-faint">{t("private_note")}</p>;
  return (
    <a
      href={badge.badge_url}
      target="_blank"
      rel="noopener"
      className="inline-flex min-h-6 items-center gap-1.5 text-sm text-accent underline decoration-1 underline-offset-3 hover:decoration-2"
    >
      <span>{t.rich("public_page", { badge: badge.name, hidden })}</span>
      <ExternalLink className="size-3.5" aria-hidden="true" />
    </a>
  );
}

/** Badges that the learner has accepted. */
export const CurrentBadges = ({ badges }: { badges: LaunchBadge[] }) => (
  <ul className="divide-y divide-line border-y border-line">
    {badges.map((badge) => (
      <li key={badge.id} className="py-5">
        <BadgeHead name={badge.name} imageUrl={badge.image_url} facts={<IssueFacts badge={badge} />}>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <BadgeNotes badge={badge} />
            <PublicPage badge={badge} />
          </div>
        </BadgeHead>
      </li>
    ))}
  </ul>
);
