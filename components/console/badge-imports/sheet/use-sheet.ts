import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { apiWrite } from "@/components/api";
import type { BadgeImportSheet } from "@/lib/badges/imports/schema";
import { checkedImportKey } from "../hooks";
import { applyChecks, applyEdits, reverseEdits, type Edit, type SheetState } from "./sheet-rows";
import { setCurrentSaver, SheetSaver, type SaveState } from "./sheet-saver";

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
export function useSheet(path: string, sheet: BadgeImportSheet) {
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
