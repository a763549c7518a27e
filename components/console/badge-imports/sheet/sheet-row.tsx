import { memo, type ReactNode } from "react";
import { Tag } from "@/components/ui/tag";
import { STATUS_TAGS } from "../import-words";
import type { BadgeImport } from "@/lib/badges/imports/schema";
import { problemWords, type SheetRow } from "./sheet-rows";

/** All rows are equally high, so that the place of each is known without measuring. */
export const ROW_HEIGHT = 52;

/** The id of a cell, by which the grid names the active one. */
export const cellId = (number: number, column: number): string => `cell-${number}-${column}`;

const CELL = [
  "flex min-w-0 flex-col justify-center border-e border-line px-3 text-start",
  "aria-selected:outline-2 aria-selected:-outline-offset-2 aria-selected:outline-accent",
].join(" ");

const CELL_TONES = { error: "bg-negative-soft", warning: "bg-caution-soft", none: "" };
const WORD_TONES = { error: "text-negative", warning: "text-caution", none: "" };

/** The words of a fault without the value that they quote, which stands above them. */
const shortWords = (words: string): string => {
  const rest = words.replace(/^“[^”]*” /, "");
  return rest.charAt(0).toUpperCase() + rest.slice(1);
};

type SheetCellProps = {
  id: string;
  index: number;
  words: string;
  tone: keyof typeof CELL_TONES;
  isActive: boolean;
  children: ReactNode;
};

const SheetCell = ({ id, index, words, tone, isActive, children }: SheetCellProps) => (
  <div
    id={id}
    role="gridcell"
    aria-colindex={index + 2}
    data-column={index}
    aria-selected={isActive}
    aria-invalid={tone === "error" || undefined}
    title={words || undefined}
    className={`${CELL} ${CELL_TONES[tone]}`}
  >
    {children}
    {words ? <span className={`truncate text-2xs ${WORD_TONES[tone]}`}>{shortWords(words)}</span> : null}
  </div>
);

type SheetRowViewProps = {
  row: SheetRow;
  /** Its place among the shown rows, from 0. */
  index: number;
  found: BadgeImport;
  activeColumn: number | null;
  template: string;
  /** The editor of the active cell. */
  editor: ReactNode;
};

/** A row of the grid: its number, its cells with the words of their faults, and its status. */
export const SheetRowView = memo(function SheetRowView(props: SheetRowViewProps) {
  const { row, index, found, activeColumn, template, editor } = props;
  const columnCount = found.columns.length;
  const words = problemWords(found, row);
  const [tone, label] = STATUS_TAGS[row.status];
  const fault = row.status === "error" ? "error" : "warning";
  const rowWords = words.get(columnCount) ?? "";
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-number={row.number}
      className="absolute start-0 grid w-full border-b border-line bg-canvas"
      style={{ top: index * ROW_HEIGHT, height: ROW_HEIGHT, gridTemplateColumns: template }}
    >
      <div
        role="rowheader"
        aria-colindex={1}
        className="sticky start-0 z-1 flex items-center justify-end border-e border-line bg-sunken px-2 text-2xs text-ink-soft tabular-nums"
      >
        {row.number.toLocaleString("en")}
      </div>
      {Array.from({ length: columnCount }, (_, column) => (
        <SheetCell
          key={column}
          id={cellId(row.number, column)}
          index={column}
          words={words.get(column) ?? ""}
          tone={words.has(column) ? fault : "none"}
          isActive={activeColumn === column}
        >
          {editor && activeColumn === column ? (
            editor
          ) : (
            <span className="truncate">{row.cells[column] ?? ""}</span>
          )}
        </SheetCell>
      ))}
      <SheetCell
        id={cellId(row.number, columnCount)}
        index={columnCount}
        words={rowWords}
        tone={rowWords ? fault : "none"}
        isActive={activeColumn === columnCount}
      >
        <span>{row.isUnchecked ? <Tag>Checking…</Tag> : <Tag tone={tone}>{label}</Tag>}</span>
      </SheetCell>
    </div>
  );
});
