import Link from "next/link";
import { Count } from "@/components/ui/list/count";
import type { Column } from "@/components/ui/list/data-table";
import { Tag } from "@/components/ui/tag";
import { MomentText } from "@/components/ui/time/moment";
import type { BadgeImport } from "@/lib/badges/imports/schema";
import { badgeName, STATE_TAGS } from "./import-words";

/** The state of an import as a tag. */
export const ImportState = ({ state }: { state: BadgeImport["state"] }) => {
  const [tone, label] = STATE_TAGS[state];
  return <Tag tone={tone}>{label}</Tag>;
};

const FileCell = ({ home, found }: { home: string; found: BadgeImport }) => (
  <>
    <Link
      href={`${home}/issue/file/${found.id}`}
      className="font-medium wrap-anywhere text-ink no-underline hover:text-accent hover:underline"
    >
      {found.file_name}
    </Link>
    <p className="text-[0.8125rem] wrap-anywhere text-ink-faint">{badgeName(found)}</p>
  </>
);

/** The state, and the time of a scheduled import. */
const StateCell = ({ state, scheduled_at: at }: BadgeImport) => (
  <>
    <ImportState state={state} />
    {at ? (
      <p className="mt-0.5 text-[0.8125rem] text-ink-faint">
        <MomentText value={at} />
      </p>
    ) : null}
  </>
);

/** The columns of the list of imports. */
export const importColumns = (home: string): Column<BadgeImport>[] => [
  {
    key: "file",
    label: "File",
    isFixed: true,
    cell: (found) => <FileCell home={home} found={found} />,
  },
  { key: "state", label: "State", cell: StateCell },
  {
    key: "rows",
    label: "Rows",
    isFigure: true,
    from: "sm",
    cell: ({ rows_count: count }) => <Count value={count} />,
  },
  {
    key: "issued",
    label: "Issued",
    isFigure: true,
    cell: ({ issued_count: count }) => <Count value={count} />,
  },
  {
    key: "errors",
    label: "Not issued",
    isFigure: true,
    from: "md",
    cell: ({ error_count: errors, failed_count: failed }) => <Count value={errors + failed} />,
  },
  {
    key: "added",
    label: "Uploaded",
    isFigure: true,
    from: "lg",
    className: "text-ink-soft",
    sort: { name: "created_at", first: "desc" },
    cell: ({ created_at: at }) => <MomentText value={at} />,
  },
];
