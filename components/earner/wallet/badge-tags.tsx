import { useTranslations } from "next-intl";
import { Tag, type Tone } from "@/components/ui/tag";
import type { DisplayState } from "./display-state";

const TONES: Partial<Record<DisplayState, Tone>> = {
  pending: "accent",
  expired: "caution",
  not_yet_valid: "caution",
  revoked: "negative",
  replaced: "neutral",
  rejected: "neutral",
};

/** The states of a badge that the earner has accepted and that has not ended. */
export const OWN_STATES: readonly DisplayState[] = ["accepted", "expired", "not_yet_valid"];

type BadgeTagsProps = { standing: DisplayState; isPublic: boolean; isTest?: boolean };

/** Tags for the state of a badge, for one of test mode, and for the visibility of an accepted one. */
export function BadgeTags({ standing, isPublic, isTest = false }: BadgeTagsProps) {
  const t = useTranslations("wallet");
  const isShown = OWN_STATES.includes(standing);
  return (
    <span className="flex flex-wrap gap-1.5">
      {isTest ? <Tag tone="caution">{t("states.test")}</Tag> : null}
      {standing === "accepted" ? null : (
        <Tag tone={TONES[standing] ?? "neutral"}>{t(`states.${standing}`)}</Tag>
      )}
      {isShown ? (
        <Tag tone={isPublic ? "positive" : "neutral"}>{t(isPublic ? "badges.public" : "badges.private")}</Tag>
      ) : null}
    </span>
  );
}
