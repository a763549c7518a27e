import { useFormatter, useTranslations } from "next-intl";
import Link from "next/link";
import { Notice } from "@/components/ui/notice";
import type { IssuedBadge } from "@/lib/badges/issued/schema";
import type { DisplayState } from "./display-state";

function NotYetValid({ date }: { date: string }) {
  const t = useTranslations("wallet.badge");
  const format = useFormatter();
  const day = format.dateTime(new Date(date), { dateStyle: "long", timeZone: "UTC" });
  return (
    <Notice tone="caution" title={t("not_yet_valid_title")}>
      {t("not_yet_valid_text", { date: day })}
    </Notice>
  );
}

/** A notice about a badge that is not valid now, or was declined, and what that means. */
export function BadgeNotice({ badge, standing }: { badge: IssuedBadge; standing: DisplayState }) {
  const t = useTranslations("wallet.badge");
  switch (standing) {
    case "revoked":
      return (
        <Notice tone="negative" title={t("revoked_title")}>
          {badge.revocation_reason ? <p>{t("revoked_reason", { reason: badge.revocation_reason })}</p> : null}
          <p>{t("revoked_text")}</p>
        </Notice>
      );
    case "expired":
      return (
        <Notice tone="caution" title={t("expired_title")}>
          {t("expired_text")}
        </Notice>
      );
    case "not_yet_valid":
      return <NotYetValid date={badge.issued_at_date} />;
    case "replaced":
      return (
        <Notice title={t("replaced_title")}>
          <p>{t("replaced_text")}</p>
          {badge.replacement_badge_id ? (
            <Link
              prefetch={false}
              href={`/wallet/badges/${badge.replacement_badge_id}`}
              className="text-accent underline underline-offset-4"
            >
              {t("replaced_link")}
            </Link>
          ) : null}
        </Notice>
      );
    case "rejected":
      return <Notice title={t("rejected_title")}>{t("rejected_text")}</Notice>;
    case "accepted":
    case "pending":
      return null;
  }
}
