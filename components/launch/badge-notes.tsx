import { useTranslations } from "next-intl";
import { Tag } from "@/components/ui/tag";
import type { LaunchBadge } from "@/lib/learning/launch/schema";

/** Says that a badge is not valid now, or proves nothing. */
export function BadgeNotes({ badge }: { badge: LaunchBadge }) {
  const t = useTranslations("launch");
  return (
    <span className="inline-flex flex-wrap gap-1.5 empty:hidden">
      {badge.is_expired ? <Tag tone="negative">{t("expired")}</Tag> : null}
      {badge.is_not_yet_valid ? <Tag tone="caution">{t("not_yet_valid")}</Tag> : null}
      {badge.is_test ? <Tag tone="caution">{t("test")}</Tag> : null}
    </span>
  );
}
