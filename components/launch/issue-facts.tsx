import { useFormatter, useTranslations } from "next-intl";
import type { LaunchBadge } from "@/lib/learning/launch/schema";

/** Who issued a badge, when, and until when it is valid. */
export function IssueFacts({ badge }: { badge: LaunchBadge }) {
  const t = useTranslations("launch.facts");
  const format = useFormatter();
  const day = (value: string) => format.dateTime(new Date(value), { dateStyle: "medium", timeZone: "UTC" });
  const facts = { issuer: badge.issuer_name, date: day(badge.issued_at) };
  if (badge.is_not_yet_valid) return t("not_yet_valid", facts);
  if (badge.expires_at === null) return t("issued", facts);
  return t(badge.is_expired ? "expired" : "valid", { ...facts, until: day(badge.expires_at) });
}
