import { Tag } from "@/components/ui/tag";
import { DateText } from "@/components/ui/time/time";

const DAY_MS = 24 * 3_600_000;
const WARNING_DAYS = 14;

/** The expiry date of a token and, in the last two weeks, the days left. */
export function TokenExpiry({ expiresAt, now }: { expiresAt: string; now: string }) {
  const days = Math.floor((Date.parse(expiresAt) - Date.parse(now)) / DAY_MS);
  const isExpired = Date.parse(expiresAt) <= Date.parse(now);
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <DateText value={expiresAt} />
      {isExpired ? <Tag tone="negative">Expired</Tag> : null}
      {!isExpired && days < WARNING_DAYS ? (
        <Tag tone="caution">
          {days < 1 ? "Expires today" : days === 1 ? "1 day left" : `${days} days left`}
        </Tag>
      ) : null}
    </span>
  );
}
