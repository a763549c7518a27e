import { ExternalLink } from "lucide-react";
import { Tag } from "@/components/ui/tag";
import { DateText } from "@/components/ui/time";
import type { LaunchBadge } from "@/lib/learning/launch/schema";
import { BadgeHead } from "./badge-head";

const Validity = ({ badge }: { badge: LaunchBadge }) => {
  if (!badge.expires_at) return null;
  return (
    <>
      {" · "}
      {badge.is_expired ? "expired on " : "valid until "}
      <DateText value={badge.expires_at} />
    </>
  );
};

/** The link needs a tab of its own: public pages may not stand inside another site. */
const PublicPage = ({ badge }: { badge: LaunchBadge }) =>
  badge.badge_url === null ? (
    <p className="text-sm text-ink-faint">Private: shown to nobody but you and its issuer.</p>
  ) : (
    <a
      href={badge.badge_url}
      target="_blank"
      rel="noopener"
      className="inline-flex min-h-6 items-center gap-1.5 text-sm text-accent underline decoration-1 underline-offset-3 hover:decoration-2"
    >
      Public page<span className="sr-only"> of {badge.name}, in a new tab</span>
      <ExternalLink className="size-3.5" aria-hidden="true" />
    </a>
  );

/** Badges that the learner has accepted. */
export const CurrentBadges = ({ badges }: { badges: LaunchBadge[] }) => (
  <ul className="divide-y divide-line border-y border-line">
    {badges.map((badge) => (
      <li key={badge.id} className="py-5">
        <BadgeHead
          name={badge.name}
          imageUrl={badge.image_url}
          facts={
            <>
              {badge.issuer_name}, <DateText value={badge.issued_at} />
              <Validity badge={badge} />
            </>
          }
        >
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            {badge.is_expired ? <Tag tone="negative">Expired</Tag> : null}
            <PublicPage badge={badge} />
          </div>
        </BadgeHead>
      </li>
    ))}
  </ul>
);
