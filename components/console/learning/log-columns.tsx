import type { Column } from "@/components/ui/list/data-table";
import { Tag } from "@/components/ui/tag";
import { MomentText } from "@/components/ui/time/moment";
import type { LearningLogItem } from "@/lib/learning/organization-lists/schema";

const ACTION_LABELS = { create: "created", delete: "deleted", bulk_delete: "deleted in bulk" } as const;

const formatTitle = ({ type, action }: LearningLogItem): string =>
  `${type.charAt(0).toUpperCase()}${type.slice(1)}${action === "bulk_delete" ? "s" : ""} ${ACTION_LABELS[action]}`;

const formatValue = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : JSON.stringify(value);

/** Returns the data of an entry as names and texts. Lists are shortened, because they can have a hundred ids. */
function formatData(data: unknown): { name: string; text: string }[] {
  if (typeof data !== "object" || data === null)
    return data === null ? [] : [{ name: "", text: formatValue(data) }];
  return Object.entries(data)
    .filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => {
      const list = Array.isArray(value) ? value : [value];
      const more = list.length > 5 ? ` and ${list.length - 5} more` : "";
      return { name: name.replaceAll("_", " "), text: list.slice(0, 5).map(formatValue).join(", ") + more };
    });
}

const Details = ({ data }: { data: unknown }) => (
  <ul className="flex flex-wrap gap-x-4 gap-y-0.5 text-[0.8125rem] text-ink-soft">
    {formatData(data).map(({ name, text }) => (
      <li key={name} className="wrap-anywhere">
        {name ? <span className="text-ink-faint">{name} </span> : null}
        {text}
      </li>
    ))}
  </ul>
);

/** The columns of the log of an integration. */
export const LOG_COLUMNS: Column<LearningLogItem>[] = [
  {
    key: "when",
    label: "Time",
    isFixed: true,
    from: "sm",
    className: "w-px align-top text-ink-soft",
    sort: { name: "created_at", first: "desc" },
    cell: ({ created_at: at }) => <MomentText value={at} />,
  },
  {
    key: "what",
    label: "Event",
    isFixed: true,
    className: "align-top max-sm:ps-0",
    cell: (entry) => (
      <>
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium">{formatTitle(entry)}</span>
          {entry.error_id ? <Tag tone="negative">{entry.error_id}</Tag> : null}
        </div>
        <p className="text-[0.8125rem] text-ink-faint tabular-nums sm:hidden">
          <MomentText value={entry.created_at} />
        </p>
        <Details data={entry.data} />
      </>
    ),
  },
];
