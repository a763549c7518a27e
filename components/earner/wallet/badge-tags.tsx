import { useTranslations } from "next-intl";
import { Tag, type Tone } from "@/components/ui/tag";
import type { Standing } from "./badge-standing";

const TONES: Partial<Record<Standing, Tone>> = {
  pending: "accent",
  expired: "caution",
  revoked: "negative",
  replaced: "neutral",
  rejected: "neutral",
};

type BadgeTagsProps = { standing: Standing; isPublic: boolean };

/** How a badge stands: an accepted one by who sees it, any other by what became of it. */
export function BadgeTags({ standing, isPublic }: BadgeTagsProps) {
  const t = useTranslations("wallet");
  const isShown = standing === "accepted" || standing === "expired";
  return (
    <span className="flex flex-wrap gap-1.5">
      {standing === "accepted" ? null : (
        <Tag tone={TONES[standing] ?? "neutral"}>{t(`states.${standing}`)}</Tag>
      )}
      {isShown ? (
        <Tag tone={isPublic ? "positive" : "neutral"}>{t(isPublic ? "badges.public" : "badges.private")}</Tag>
      ) : null}
    </span>
  );
}
