import type { ReactNode } from "react";
import { Facts } from "@/components/ui/facts";
import { Notice } from "@/components/ui/notice";
import { Cell, ColumnHead, Table } from "@/components/ui/list/table";
import type { ServiceMove, ServiceMoveReport } from "@/lib/moving/service-moves/schema";
import { formatReason, nameOf, sortByKind } from "./move-words";

const formatNumber = (number: number): string => number.toLocaleString("en");

/** What the check found that the token can read. */
export const FoundLists = ({ inspection: { lists } }: Pick<ServiceMove, "inspection">) => (
  <Facts
    facts={lists.map(({ name, is_readable, count }) => ({
      term: nameOf(name),
      value: is_readable
        ? count === null
          ? "Number unknown"
          : formatNumber(count)
        : "Not readable with this token",
    }))}
  />
);

/** What the state means, and what to do next. Null while it runs: its progress says more. */
export function MoveNotice({ move: { state, stop_reason, has_token } }: { move: ServiceMove }): ReactNode {
  switch (state) {
    case "running":
      return null;
    case "ready":
      return (
        <Notice title="Nothing is moved yet">
          This is what the token can read. Start the move when it is right.
        </Notice>
      );
    case "stopped":
      return (
        <Notice tone="caution" title="Stopped">
          {stop_reason ? `${stop_reason} ` : ""}
          {has_token
            ? "What was written stays. You can continue."
            : "Check the service again to move the rest."}
        </Notice>
      );
    case "failed":
      return (
        <Notice tone="negative" title="Failed">
          {stop_reason} What was written stays. Check the service again to move the rest.
        </Notice>
      );
    case "done":
      return (
        <Notice tone="positive" title="Done">
          Check the service again whenever you want: only what has changed is written.
        </Notice>
      );
  }
}

type Refused = ServiceMoveReport["refusals"];

const RefusedTable = ({ label, items }: { label: string; items: Refused }) => (
  <Table
    label={label}
    head={
      <>
        <ColumnHead>Kind</ColumnHead>
        <ColumnHead>Reason</ColumnHead>
        <ColumnHead className="hidden sm:table-cell">ID there</ColumnHead>
      </>
    }
  >
    {items.map(({ kind, id, reason }) => (
      <tr key={`${kind} ${id} ${reason}`}>
        <Cell>{nameOf(kind)}</Cell>
        <Cell className="wrap-anywhere">{formatReason(reason)}</Cell>
        <Cell className="hidden font-mono text-2xs wrap-anywhere text-ink-faint sm:table-cell">{id}</Cell>
      </tr>
    ))}
  </Table>
);

/** What was written, by kind. */
export const WrittenTable = ({ kinds }: Pick<ServiceMoveReport, "kinds">) => (
  <Table
    label="Written records"
    head={
      <>
        <ColumnHead>Records</ColumnHead>
        <ColumnHead align="end">Created</ColumnHead>
        <ColumnHead align="end">Changed</ColumnHead>
        <ColumnHead align="end" className="hidden sm:table-cell">
          Unchanged
        </ColumnHead>
        <ColumnHead align="end">Refused</ColumnHead>
      </>
    }
  >
    {sortByKind(kinds).map(([kind, { created, changed, unchanged, refused }]) => (
      <tr key={kind}>
        <Cell>{nameOf(kind)}</Cell>
        <Cell number>{formatNumber(created)}</Cell>
        <Cell number>{formatNumber(changed)}</Cell>
        <Cell number className="hidden sm:table-cell">
          {formatNumber(unchanged)}
        </Cell>
        <Cell number>{formatNumber(refused)}</Cell>
      </tr>
    ))}
  </Table>
);

/** What was not taken, with the reasons. Nothing when all was. */
export function NotTaken({ report }: { report: ServiceMoveReport }) {
  const items = [...report.refusals, ...report.skipped];
  const count = report.refused + report.skipped_count;
  if (count === 0) return null;
  return (
    <div className="flex flex-col gap-3">
      <h3 className="font-medium">{formatNumber(count)} not taken</h3>
      <RefusedTable label="Records that were not taken" items={items} />
      {count > items.length ? (
        <p className="text-sm text-ink-faint">The first {formatNumber(items.length)} are shown.</p>
      ) : null}
    </div>
  );
}
