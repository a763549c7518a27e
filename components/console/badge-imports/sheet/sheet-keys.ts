/** What a key does in the grid. */
export type KeyAction =
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
export function readKey(event: Key): KeyAction | null {
  const { key } = event;
  if (event.altKey) return null;
  if (event.ctrlKey || event.metaKey) return readCommand(event);
  if (key === "Enter" || key === "F2") return { kind: "edit", text: null };
  if (key === "Delete" || key === "Backspace") return { kind: "clear" };
  // A character replaces what is in the cell. Names of keys are longer.
  if (/^.$/su.test(key)) return { kind: "edit", text: key };
  return move(MOVES[key]);
}
