import Link from "next/link";
import type { Column } from "@/components/ui/list/data-table";
import { Tag } from "@/components/ui/tag";
import type { BadgeImportRow } from "@/lib/badges/imports/schema";
import { STATUS_TAGS } from "./import-words";

const Problems = ({ row }: { row: BadgeImportRow }) => (
  <ul className="flex flex-col gap-0.5 text-[0.8125rem] wrap-anywhere text-ink-soft">
    {row.problems.map((problem) => (
      <li key={`${problem.field} ${problem.code} ${problem.message}`}>{problem.message}</li>
    ))}
  </ul>
);

const StatusTag = ({ status }: Pick<BadgeImportRow, "status">) => {
  const [tone, label] = STATUS_TAGS[status];
  return <Tag tone={tone}>{label}</Tag>;
};

/** The columns of the rows of an import, with their status and problems. */
export const rowColumns = (home: string): Column<BadgeImportRow>[] => [
  {
    key: "number",
    label: "Row",
    isFixed: true,
    isFigure: true,
    className: "w-px align-top text-ink-faint",
    sort: { name: "number" },
    cell: ({ number }) => number.toLocaleString("en"),
  },
  {
    key: "recipient",
    label: "Recipient",
    isFixed: true,
    className: "align-top",
    cell: (row) => (
      <>
        {row.badge_id ? (
          <Link
            href={`${home}/issued_badges/${row.badge_id}`}
            className="font-medium wrap-anywhere text-ink no-underline hover:text-accent hover:underline"
          >
            {row.recipient_name || row.recipient_email}
          </Link>
        ) : (
          <p className="font-medium wrap-anywhere">
            {row.recipient_name || row.recipient_email || "No recipient"}
          </p>
        )}
        <p className="text-[0.8125rem] wrap-anywhere text-ink-faint">{row.recipient_email}</p>
        <div className="mt-1 md:hidden">
          <Problems row={row} />
        </div>
      </>
    ),
  },
  {
    key: "status",
    label: "Status",
    isFixed: true,
    className: "align-top",
    cell: ({ status }) => <StatusTag status={status} />,
  },
  {
    key: "problems",
    label: "Problems",
    from: "md",
    className: "w-1/2 align-top",
    cell: (row) => <Problems row={row} />,
  },
];
