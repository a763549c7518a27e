import { useTranslations } from "next-intl";
import { Tag, type Tone } from "@/components/ui/tag";
import type { DisplayState } from "./display-state";

const TONES: Partial<Record<DisplayState, Tone>> = {
  pending: "accent",
  expired: "caution",
  revoked: "negative",
  replaced: "neutral",
  rejected: "neutral",
};

type BadgeTagsProps = { standing: DisplayState; isPublic: boolean };

/** Tags for the state of a badge, and for the visibility of an accepted one. */
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
