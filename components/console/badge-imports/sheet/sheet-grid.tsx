import { hasWords } from "@/lib/kernel/search-words";
import { Redo2, Undo2 } from "lucide-react";
import { useMemo, useState, type ReactNode, useEffect, useRef } from "react";
import { Button, buttonClass } from "@/components/ui/button";
import { Input } from "@/components/ui/form/field";
import { Notice } from "@/components/ui/notice";
import type { BadgeImport, BadgeImportSheet } from "@/lib/badges/imports/schema";
import { useCheckedImport, checkedImportKey } from "../hooks";
import { rowTabs } from "../row-tabs";
import {
  addRowEdit,
  deleteRowEdit,
  fillBlock,
  listColumns,
  problemWords,
  type CellPlace,
  type SheetRow,
  applyChecks,
  applyEdits,
  reverseEdits,
  type Edit,
  type SheetState,
} from "./sheet-rows";
import { type SaveState, setCurrentSaver, SheetSaver } from "./sheet-saver";
import { SheetViewport } from "./sheet-viewport";
import { useQueryClient } from "@tanstack/react-query";
import { apiWrite } from "@/components/api";

/** Asks before the page is left with edits that are not stored yet. */
function usePageGuard(isSaved: boolean): void {
  useEffect(() => {
    if (isSaved) return undefined;
    const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", preventUnload);
    return () => window.removeEventListener("beforeunload", preventUnload);
  }, [isSaved]);
}

/** The latest edits, taken from one list and put, reversed, on the other. */
const moveEdits = ({ rows, undo, redo }: SheetState, edits: Edit[], isUndo: boolean): SheetState => {
  const reversed = reverseEdits(edits);
  return isUndo
    ? { rows: applyEdits(rows, reversed), undo: undo.slice(0, -1), redo: [...redo, reversed] }
    : { rows: applyEdits(rows, reversed), undo: [...undo, reversed], redo: redo.slice(0, -1) };
};

/** The rows of a sheet, edited here, stored and checked by the server. */
function useSheet(path: string, sheet: BadgeImportSheet) {
  const client = useQueryClient();
  const importId = sheet.badge_import.id;
  const [state, setState] = useState<SheetState>({ rows: sheet.rows, undo: [], redo: [] });
  const [saveState, setSaveState] = useState<SaveState>({ isSaved: true, failure: null });
  const saver = useRef<SheetSaver | null>(null);
  useEffect(() => {
    const created = new SheetSaver({
      send: (changes) => apiWrite<BadgeImportSheet>("PATCH", path, { changes }),
      onChecked: ({ badge_import: found, rows }, isPending) => {
        client.setQueryData(checkedImportKey(importId), found);
        setState((before) => ({ ...before, rows: applyChecks(before.rows, rows, isPending) }));
      },
      onState: setSaveState,
    });
    saver.current = created;
    setCurrentSaver(created);
    client.setQueryData(checkedImportKey(importId), sheet.badge_import);
    return () => {
      setCurrentSaver(null);
      created.flush().catch(() => undefined);
    };
  }, [client, importId, path, sheet]);
  usePageGuard(saveState.isSaved);
  const edit = (edits: Edit[]) => {
    if (edits.length === 0) return;
    saver.current?.add(edits);
    setState(({ rows, undo }) => ({ rows: applyEdits(rows, edits), undo: [...undo, edits], redo: [] }));
  };
  const move = (isUndo: boolean) => {
    const edits = (isUndo ? state.undo : state.redo).at(-1);
    if (!edits) return undefined;
    saver.current?.add(reverseEdits(edits));
    setState((before) => moveEdits(before, edits, isUndo));
    return edits[0]?.number;
  };
  const save = () => {
    saver.current?.flush().catch(() => undefined);
  };
  return { state, saveState, edit, move, save, discard: () => saver.current?.discard() };
}

type SheetGridProps = {
  path: string;
  sheet: BadgeImportSheet;
  /** The filter of the page's address. */
  filter: string;
  reload: () => void;
};

const TAB = [
  "inline-flex min-h-8 items-center rounded-full px-3 text-sm text-ink-soft hover:bg-sunken hover:text-ink",
  "aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-accent",
  "forced-colors:aria-pressed:outline-2",
].join(" ");

const matches = ({ status }: SheetRow, filter: string): boolean => filter === "all" || status === filter;

const listNumbers = (rows: SheetRow[], filter: string): Set<number> =>
  new Set(rows.flatMap((row) => (matches(row, filter) ? [row.number] : [])));

/**
 * Filters rows by their status and by words. A row that is corrected stays until the filter is chosen again, so that it
 * does not disappear from under the cursor.
 */
function useShownRows(rows: SheetRow[], asked: string) {
  const [choice, setChoice] = useState({ asked, filter: asked, kept: listNumbers(rows, asked) });
  const [words, setWords] = useState("");
  const choose = (filter: string) => setChoice({ asked, filter, kept: listNumbers(rows, filter) });
  if (choice.asked !== asked) choose(asked);
  const { filter, kept } = choice;
  const shown = useMemo(() => {
    return rows.filter(
      (row) =>
        (matches(row, filter) || row.isUnchecked || kept.has(row.number)) &&
        hasWords(row.cells.join("\n"), words),
    );
  }, [rows, filter, kept, words]);
  return { shown, filter, choose, words, setWords };
}

type FilterProps = { found: BadgeImport; filter: string; onChoose: (filter: string) => void };

const SheetFilter = ({ found, filter, onChoose }: FilterProps) => (
  <div role="group" aria-label="Status" className="-ms-3 flex flex-wrap gap-1">
    {rowTabs(found).map(({ value, label }) => (
      <button
        key={value}
        type="button"
        aria-pressed={filter === value}
        className={TAB}
        onClick={() => onChoose(value)}
      >
        {label}
      </button>
    ))}
  </div>
);

type SheetToolbarProps = FilterProps & { words: string; onSearch: (words: string) => void };

const SheetToolbar = ({ words, onSearch, ...filter }: SheetToolbarProps) => (
  <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
    <SheetFilter {...filter} />
    <Input
      type="search"
      aria-label="Search the rows"
      placeholder="Search the rows"
      value={words}
      onChange={(event) => onSearch(event.target.value)}
      className="max-w-64"
    />
  </div>
);

type EditBarProps = {
  row: SheetRow | undefined;
  canUndo: boolean;
  canRedo: boolean;
  onAdd: () => void;
  onDelete: () => void;
  onMoveEdits: (isUndo: boolean) => void;
};

type EditButtonProps = { isUsable: boolean; onClick: () => void; children: ReactNode };

/** A button that keeps the focus while it has no effect. */
const EditButton = ({ isUsable, onClick, children }: EditButtonProps) => (
  <button
    type="button"
    aria-disabled={!isUsable || undefined}
    onClick={onClick}
    className={buttonClass({ variant: "secondary", size: "small" })}
  >
    {children}
  </button>
);

/** Buttons for whole rows and for the edits before. */
const EditBar = ({ row, canUndo, canRedo, onAdd, onDelete, onMoveEdits }: EditBarProps) => (
  <div role="group" aria-label="Edit rows" className="flex flex-wrap items-center gap-2">
    <EditButton isUsable onClick={onAdd}>
      Add row
    </EditButton>
    <EditButton isUsable={row !== undefined} onClick={onDelete}>
      {row ? `Delete row ${row.number}` : "Delete row"}
    </EditButton>
    <EditButton isUsable={canUndo} onClick={() => onMoveEdits(true)}>
      <Undo2 className="size-4" aria-hidden="true" /> Undo
    </EditButton>
    <EditButton isUsable={canRedo} onClick={() => onMoveEdits(false)}>
      <Redo2 className="size-4" aria-hidden="true" /> Redo
    </EditButton>
  </div>
);

/** The complete words of the active cell's faults, which the cell itself may cut off. */
function ActiveWords({
  found,
  row,
  column,
}: {
  found: BadgeImport;
  row: SheetRow | undefined;
  column: number;
}) {
  const words = row && !row.isUnchecked ? problemWords(found, row).get(column) : undefined;
  const name = listColumns(found)[column]?.name ?? "Status";
  return (
    <p aria-live="polite" className="min-h-6 text-sm wrap-anywhere text-ink-soft">
      {row && words ? `Row ${row.number}, ${name}: ${words}` : null}
    </p>
  );
}

type SaveNoticeProps = { state: SaveState; onRetry: () => void; onReload: () => void };

const SaveNotice = ({ state: { isSaved, failure }, onRetry, onReload }: SaveNoticeProps) =>
  failure ? (
    <Notice tone="negative" title="Your last changes are not saved" announce>
      <p>{failure.message}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="small" variant="secondary" onClick={onRetry}>
          Try again
        </Button>
        <Button size="small" variant="quiet" onClick={onReload}>
          Discard these changes
        </Button>
      </div>
    </Notice>
  ) : (
    <p role="status" className="text-2xs text-ink-faint">
      {isSaved ? "All changes are saved." : "Saving…"}
    </p>
  );

/** The rows of a file as a spreadsheet: each cell can be edited, and each fault stands at its cell. */
export function SheetGrid({ path, sheet, filter: asked, reload }: SheetGridProps) {
  const { state, saveState, edit, move, save, discard } = useSheet(path, sheet);
  const found = useCheckedImport(sheet.badge_import);
  const { rows } = state;
  const { shown, filter, choose, words, setWords } = useShownRows(rows, asked);
  const [active, setActive] = useState<CellPlace>({ number: shown[0]?.number ?? 0, column: 0 });
  const index = shown.findIndex(({ number }) => number === active.number);
  const row = shown[index];
  const goTo = (number: number | undefined) => setActive({ number: number ?? 0, column: active.column });
  const moveEdits = (isUndo: boolean) => goTo(move(isUndo) ?? active.number);
  const addRow = () => {
    const added = addRowEdit(rows);
    edit([added]);
    setActive({ number: added.number, column: 0 });
  };
  const deleteRow = () => {
    if (!row) return;
    edit([deleteRowEdit(row)]);
    goTo((shown[index + 1] ?? shown[index - 1])?.number);
  };
  return (
    <div className="flex flex-col gap-3">
      <SheetToolbar found={found} filter={filter} onChoose={choose} words={words} onSearch={setWords} />
      <EditBar
        row={row}
        canUndo={state.undo.length > 0}
        canRedo={state.redo.length > 0}
        onAdd={addRow}
        onDelete={deleteRow}
        onMoveEdits={moveEdits}
      />
      <SheetViewport
        found={found}
        rows={shown}
        active={active}
        onActive={setActive}
        onFill={(from, block) => edit(fillBlock(rows, shown, found.columns.length, from, block))}
        onMoveEdits={moveEdits}
      />
      {shown.length === 0 ? <p className="text-ink-soft">No results</p> : null}
      <ActiveWords found={found} row={row} column={active.column} />
      <SaveNotice
        state={saveState}
        onRetry={save}
        onReload={() => {
          discard();
          reload();
        }}
      />
    </div>
  );
}
