import { ChevronRight } from "lucide-react";
import type { FieldChange } from "@/lib/access/audit/schema";

/** Changes that are shown without opening the list. */
const MAX_SHOWN = 3;

/** The name of a field of the API in words: `global_activity_url` is "Global activity URL". */
function fieldText(field: string): string {
  const words = field
    .replaceAll("_", " ")
    .replace(/\burl\b/g, "URL")
    .replace(/\bid\b/g, "ID");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const Value = ({ value }: { value: string | null }) =>
  value === null ? <span className="text-ink-faint">none</span> : value;

const Change = ({ change: { field, from, to } }: { change: FieldChange }) => (
  <li className="wrap-anywhere">
    <span className="font-medium">{fieldText(field)}</span>
    {from === null && to === null ? (
      " changed"
    ) : (
      <>
        : <Value value={from} /> <span aria-hidden="true">→</span>
        <span className="sr-only">changed to</span> <Value value={to} />
      </>
    )}
  </li>
);

const List = ({ changes }: { changes: FieldChange[] }) => (
  <ul className="mt-1 flex max-w-prose flex-col gap-0.5 text-[0.8125rem] text-ink-soft">
    {changes.map((change) => (
      <Change key={change.field} change={change} />
    ))}
  </ul>
);

/** The fields that an update changed, from what to what. */
export function EntryChanges({ changes }: { changes: FieldChange[] }) {
  if (changes.length === 0) return null;
  if (changes.length <= MAX_SHOWN) return <List changes={changes} />;
  return (
    <details className="group mt-1">
      <summary className="inline-flex min-h-6 list-none items-center gap-1 text-[0.8125rem] text-ink-soft [&::-webkit-details-marker]:hidden">
        <ChevronRight className="size-3.5 transition-transform group-open:rotate-90" aria-hidden="true" />
        {changes.length} fields changed
      </summary>
      <List changes={changes} />
    </details>
  );
}
