import { useEffect, useRef, useState, type ClipboardEvent, type KeyboardEvent, type MouseEvent } from "react";
import type { BadgeImport } from "@/lib/badges/imports/schema";
import { cellId, ROW_HEIGHT, SheetRowView } from "./sheet-row";
import { listColumns, parseCopiedCells, type CellPlace, type SheetColumn, type SheetRow } from "./sheet-rows";

/** What a key does in the grid. */
type KeyAction =
  | { kind: "move"; rows: number; columns: number }
  | { kind: "edit"; text: string | null }
  | { kind: "clear" | "undo" | "redo" };

type Key = { key: string; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean; altKey: boolean };

/** Farther than any sheet is large. */
const FAR = 1_000_000;
/** Rows that Page up and Page down move by. */
const PAGE = 9;

const MOVES: Record<string, [rows: number, columns: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, -FAR],
  End: [0, FAR],
  PageUp: [-PAGE, 0],
  PageDown: [PAGE, 0],
};

const FAR_MOVES: Record<string, [rows: number, columns: number]> = {
  ArrowUp: [-FAR, 0],
  ArrowDown: [FAR, 0],
  ArrowLeft: [0, -FAR],
  ArrowRight: [0, FAR],
  Home: [-FAR, -FAR],
  End: [FAR, FAR],
};

const move = (step: [rows: number, columns: number] | undefined): KeyAction | null =>
  step ? { kind: "move", rows: step[0], columns: step[1] } : null;

function readCommand({ key, shiftKey }: Key): KeyAction | null {
  if (key.toLowerCase() === "z") return { kind: shiftKey ? "redo" : "undo" };
  if (key.toLowerCase() === "y") return { kind: "redo" };
  return move(FAR_MOVES[key]);
}

/** Returns what a key does, as in spreadsheets; null when the browser handles it. */
function readKey(event: Key): KeyAction | null {
  const { key } = event;
  if (event.altKey) return null;
  if (event.ctrlKey || event.metaKey) return readCommand(event);
  if (key === "Enter" || key === "F2") return { kind: "edit", text: null };
  if (key === "Delete" || key === "Backspace") return { kind: "clear" };
  // A character replaces what is in the cell. Names of keys are longer.
  if (/^.$/su.test(key)) return { kind: "edit", text: key };
  return move(MOVES[key]);
}

/** Where the active cell moves after an edit. */
type EditEnd = { rows: number; columns: number };

type CellEditorProps = {
  label: string;
  value: string;
  onCommit: (value: string, then: EditEnd) => void;
  onCancel: () => void;
};

const STAY: EditEnd = { rows: 0, columns: 0 };

const endOfKey = ({ key, shiftKey }: KeyboardEvent): EditEnd | null => {
  if (key === "Enter") return { rows: shiftKey ? -1 : 1, columns: 0 };
  return key === "Tab" ? { rows: 0, columns: shiftKey ? -1 : 1 } : null;
};

/** The field of the cell that is edited. It keeps the line breaks of its value. */
function CellEditor({ label, value, onCommit, onCancel }: CellEditorProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  // The field is removed when it ends, which also takes its focus away.
  const isDone = useRef(false);
  useEffect(() => {
    const { current } = field;
    isDone.current = false;
    current?.focus({ preventScroll: true });
    current?.setSelectionRange(current.value.length, current.value.length);
  }, []);
  const commit = (then: EditEnd) => {
    if (isDone.current) return;
    isDone.current = true;
    onCommit(field.current?.value ?? value, then);
  };
  const handleKey = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    const end = endOfKey(event);
    if (end) {
      event.preventDefault();
      commit(end);
    }
    if (event.key === "Escape") {
      event.preventDefault();
      isDone.current = true;
      onCancel();
    }
  };
  return (
    <textarea
      ref={field}
      rows={1}
      aria-label={label}
      defaultValue={value}
      onKeyDown={handleKey}
      onBlur={() => commit(STAY)}
      onPaste={(event) => event.stopPropagation()}
      className="-mx-1 h-6 w-[calc(100%+0.5rem)] resize-none overflow-hidden bg-canvas px-1 leading-6 text-ink outline-0"
    />
  );
}

const NUMBER_WIDTH = 56;
const COLUMN_WIDTH = 208;
const STATUS_WIDTH = 232;
const HEAD_HEIGHT = 48;
/** Rows drawn above and below the visible ones. */
const OVERSCAN = 6;
/** Rows drawn before the height of the grid is known. */
const FIRST_ROWS = 14;

/** The text that the edit of the active cell begins with. */
type Editing = { text: string };

type SheetViewportProps = {
  found: BadgeImport;
  rows: SheetRow[];
  active: CellPlace;
  onActive: (place: CellPlace) => void;
  onFill: (from: CellPlace, block: string[][]) => void;
  onMoveEdits: (isUndo: boolean) => void;
};

const clamp = (value: number, most: number): number => Math.max(0, Math.min(value, most));

/** Scrolls the active cell clear of the headings and the row number. */
function scrollToCell(box: HTMLElement | null, index: number, column: number): void {
  if (!box) return;
  const [top, start] = [index * ROW_HEIGHT, column * COLUMN_WIDTH];
  const [height, width] = [box.clientHeight - HEAD_HEIGHT, box.clientWidth - NUMBER_WIDTH];
  if (top < box.scrollTop) box.scrollTop = top;
  else if (top + ROW_HEIGHT > box.scrollTop + height) box.scrollTop = top + ROW_HEIGHT - height;
  if (start < box.scrollLeft) box.scrollLeft = start;
  else if (start + COLUMN_WIDTH > box.scrollLeft + width) box.scrollLeft = start + COLUMN_WIDTH - width;
}

const HEAD_CELL = "flex min-w-0 flex-col justify-center border-e border-line px-3 text-start";

const SheetHead = ({ columns, template }: { columns: SheetColumn[]; template: string }) => (
  <div role="rowgroup" className="sticky top-0 z-2 border-b border-edge bg-sunken text-2xs">
    <div
      role="row"
      aria-rowindex={1}
      className="grid"
      style={{ gridTemplateColumns: template, height: HEAD_HEIGHT - 1 }}
    >
      <span
        role="columnheader"
        aria-colindex={1}
        className="sticky start-0 z-1 flex items-center justify-end border-e border-line bg-sunken px-2 text-ink-faint"
      >
        Row
      </span>
      {columns.map(({ name, label }, index) => (
        <span key={index} role="columnheader" aria-colindex={index + 2} className={HEAD_CELL}>
          <span className="truncate font-medium text-ink">{name}</span>
          {label === name ? null : <span className="truncate text-ink-soft">{label}</span>}
        </span>
      ))}
      <span
        role="columnheader"
        aria-colindex={columns.length + 2}
        className={`${HEAD_CELL} font-medium text-ink`}
      >
        Status
      </span>
    </div>
  </div>
);

/** Returns the indexes of the rows to draw: those in sight, and the active one. */
function drawnIndexes(first: number, height: number, count: number, active: number): number[] {
  const from = Math.max(0, first - OVERSCAN);
  const visible = height > 0 ? Math.ceil(height / ROW_HEIGHT) : FIRST_ROWS;
  const to = Math.min(count, first + visible + OVERSCAN);
  const indexes = Array.from({ length: Math.max(0, to - from) }, (_, place) => from + place);
  return active >= 0 && active < count && (active < from || active >= to) ? [...indexes, active] : indexes;
}

/** Which rows are in sight. It changes only when another row comes into sight, not with every scrolled pixel. */
function useWindow(box: React.RefObject<HTMLDivElement | null>) {
  const [first, setFirst] = useState(0);
  const [height, setHeight] = useState(0);
  useEffect(() => {
    const { current } = box;
    if (!current) return undefined;
    const observer = new ResizeObserver(() => setHeight(current.clientHeight));
    observer.observe(current);
    return () => observer.disconnect();
  }, [box]);
  return { first, height, onScroll: () => setFirst(Math.floor((box.current?.scrollTop ?? 0) / ROW_HEIGHT)) };
}

/** Returns the place of the cell that was clicked, or null. */
function clickedCell({ target }: MouseEvent): CellPlace | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>("[data-column]") : null;
  const number = cell?.closest<HTMLElement>("[data-number]")?.dataset.number;
  return cell && number ? { number: Number(number), column: Number(cell.dataset.column) } : null;
}

const isInField = ({ target }: { target: EventTarget }): boolean => target instanceof HTMLTextAreaElement;

/** Copies the active cell, and pastes a block of cells from it on. */
const clipboardHandlers = (isCell: boolean, value: string, fill: (block: string[][]) => void) => ({
  onPaste: (event: ClipboardEvent) => {
    if (!isCell || isInField(event)) return;
    event.preventDefault();
    fill(parseCopiedCells(event.clipboardData.getData("text/plain")));
  },
  onCopy: (event: ClipboardEvent) => {
    if (!isCell || isInField(event)) return;
    event.preventDefault();
    event.clipboardData.setData("text/plain", value);
  },
});

/** What the keyboard, the pointer and the clipboard do in the grid. */
function useSheetInput(props: SheetViewportProps, box: React.RefObject<HTMLDivElement | null>) {
  const { found, rows, active, onActive, onFill, onMoveEdits } = props;
  const [editing, setEditing] = useState<Editing | null>(null);
  const columnCount = found.columns.length;
  const index = rows.findIndex(({ number }) => number === active.number);
  const row = rows[index];
  const isCell = row !== undefined && active.column < columnCount;
  const value = row?.cells[active.column] ?? "";
  const moveBy = (rowSteps: number, columnSteps: number) => {
    const nextIndex = clamp(index + rowSteps, rows.length - 1);
    const [next, column] = [rows[nextIndex], clamp(active.column + columnSteps, columnCount)];
    if (!next) return;
    onActive({ number: next.number, column });
    scrollToCell(box.current, nextIndex, column);
  };
  const edit = (text: string | null) => {
    if (!isCell) return;
    scrollToCell(box.current, index, active.column);
    setEditing({ text: text ?? value });
  };
  const run = (action: KeyAction) => {
    if (action.kind === "move") moveBy(action.rows, action.columns);
    else if (action.kind === "edit") edit(action.text);
    else if (action.kind === "clear" && isCell) onFill(active, [[""]]);
    else if (action.kind !== "clear") onMoveEdits(action.kind === "undo");
  };
  const end = (then: EditEnd) => {
    setEditing(null);
    box.current?.focus({ preventScroll: true });
    moveBy(then.rows, then.columns);
  };
  return {
    index,
    editing,
    cancel: () => end({ rows: 0, columns: 0 }),
    commit: (text: string, then: EditEnd) => {
      // A row with too many cells is correct once someone has confirmed one of them.
      if (text !== value || row?.is_ragged) onFill(active, [[text]]);
      end(then);
    },
    onKeyDown: (event: KeyboardEvent) => {
      const action = isInField(event) ? null : readKey(event);
      if (!action) return;
      event.preventDefault();
      run(action);
    },
    onClick: (event: MouseEvent) => {
      const place = isInField(event) ? null : clickedCell(event);
      if (!place) return;
      const isAgain = place.number === active.number && place.column === active.column;
      onActive(place);
      if (isAgain && event.detail > 1) edit(null);
    },
    ...clipboardHandlers(isCell, value, (block) => onFill(active, block)),
  };
}

/** The cells of a file in a grid that draws only the rows in sight. The keys are those of spreadsheets. */
export function SheetViewport(props: SheetViewportProps) {
  const { found, rows, active } = props;
  const box = useRef<HTMLDivElement>(null);
  const { first, height, onScroll } = useWindow(box);
  const input = useSheetInput(props, box);
  const columns = listColumns(found);
  const template = `${NUMBER_WIDTH}px repeat(${columns.length}, ${COLUMN_WIDTH}px) minmax(${STATUS_WIDTH}px, 1fr)`;
  const width = NUMBER_WIDTH + columns.length * COLUMN_WIDTH + STATUS_WIDTH;
  const editor = input.editing ? (
    <CellEditor
      label={`${columns[active.column]?.name ?? ""}, row ${active.number}`}
      value={input.editing.text}
      onCommit={input.commit}
      onCancel={input.cancel}
    />
  ) : null;
  return (
    <div
      ref={box}
      role="grid"
      aria-label="Rows of the file"
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length + 2}
      aria-activedescendant={input.index >= 0 ? cellId(active.number, active.column) : undefined}
      tabIndex={0}
      onScroll={onScroll}
      onKeyDown={input.onKeyDown}
      onClick={input.onClick}
      onPaste={input.onPaste}
      onCopy={input.onCopy}
      className="relative max-h-[min(36rem,70vh)] min-h-40 overflow-auto rounded-lg border border-edge text-sm"
    >
      <div style={{ minWidth: width }}>
        <SheetHead columns={columns} template={template} />
        <div role="rowgroup" className="relative" style={{ height: rows.length * ROW_HEIGHT }}>
          {drawnIndexes(first, height, rows.length, input.index).map((index) => {
            const row = rows[index];
            if (!row) return null;
            const isActive = index === input.index;
            return (
              <SheetRowView
                key={row.number}
                row={row}
                index={index}
                found={found}
                template={template}
                activeColumn={isActive ? active.column : null}
                editor={isActive ? editor : null}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}
