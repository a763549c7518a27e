const DATE = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

/** Formats a calendar date, or the UTC date of a moment. */
export const formatDay = (value: string): string => DATE.format(new Date(value));

const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

/** Formats a length of time in its largest unit: `2 days`, `45 seconds`. At least one second. */
export function formatDuration(seconds: number): string {
  const [unit, length] = UNITS.find(([, one]) => seconds >= one) ?? (["second", 1] as const);
  const format = new Intl.NumberFormat("en", { style: "unit", unit, unitDisplay: "long" });
  return format.format(Math.max(1, Math.round(seconds / length)));
}

/** A calendar date, or the UTC date of a moment. */
export const DateText = ({ value }: { value: string }) => (
  <time dateTime={value} className="sm:whitespace-nowrap">
    {formatDay(value)}
  </time>
);
