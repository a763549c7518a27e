import { useFormatter } from "next-intl";

/** A calendar date, or the UTC date of a moment, formatted for the language of the page. */
export function LocalDate({ value, className }: { value: string; className?: string }) {
  const format = useFormatter();
  return (
    <time dateTime={value} className={className}>
      {format.dateTime(new Date(value), { dateStyle: "long", timeZone: "UTC" })}
    </time>
  );
}
