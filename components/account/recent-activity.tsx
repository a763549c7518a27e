"use client";

import { useTranslations } from "next-intl";
import { useMomentFormat } from "@/components/ui/time/use-moment-format";
import type { Activity } from "@/lib/access/account-activity/schema";

/** The latest sign-ins and changes of the account: what, when, and from where. */
export function RecentActivity({ activities }: { activities: Activity[] }) {
  const t = useTranslations("wallet.account");
  const moment = useMomentFormat();
  if (activities.length === 0) return <p className="text-sm text-ink-soft">{t("activity_none")}</p>;
  return (
    <ul className="flex flex-col divide-y divide-line">
      {activities.map(({ id, kind, occurred_at: at, count, address, browser }) => (
        <li key={id} className="py-3 text-sm first:pt-0">
          <p className="font-medium">
            {t(`activity_kinds.${kind}`)}
            {count > 1 ? ` ${t("activity_times", { count })}` : null}
          </p>
          <p className="text-ink-soft">
            <time dateTime={at}>{moment(at)}</time>
            {browser ? ` · ${browser}` : null}
            {address ? <span className="wrap-anywhere"> · {address}</span> : null}
          </p>
        </li>
      ))}
    </ul>
  );
}
