import { useEffect, useRef, type KeyboardEvent } from "react";

/** Where the active cell moves after an edit. */
export type EditEnd = { rows: number; columns: number };

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
export function CellEditor({ label, value, onCommit, onCancel }: CellEditorProps) {
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
