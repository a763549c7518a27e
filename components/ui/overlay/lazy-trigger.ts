import { useRef, useState, type KeyboardEvent, type MouseEvent } from "react";
import { flushSync } from "react-dom";
import type { OnDemand } from "@/components/on-demand";

const ignore = () => undefined;

/** How a button was pressed: by a key or by a pointer of a type. */
type Press = { key: string } | { pointerType: string };

/** Repeats a press on a button. The menu that opens places the focus by the kind of press. */
function repeatPress(press: Press, button: HTMLElement): void {
  const options = { bubbles: true, cancelable: true, composed: true, detail: 1 };
  if ("key" in press) {
    button.dispatchEvent(new window.KeyboardEvent("keydown", { ...options, key: press.key }));
    if (press.key === "Enter") button.click();
    return;
  }
  const pointer = { ...options, pointerType: press.pointerType, isPrimary: true };
  button.dispatchEvent(new PointerEvent("pointerdown", pointer));
  button.dispatchEvent(new window.MouseEvent("mousedown", options));
  button.dispatchEvent(new PointerEvent("pointerup", pointer));
  button.dispatchEvent(new window.MouseEvent("mouseup", options));
  button.dispatchEvent(new PointerEvent("click", pointer));
}

const readPress = ({ detail, nativeEvent }: MouseEvent): Press =>
  detail === 0
    ? { key: "Enter" }
    : { pointerType: nativeEvent instanceof PointerEvent ? nativeEvent.pointerType : "mouse" };

/**
 * Returns props for a placeholder button until the code of the real trigger is loaded. Loading starts when the pointer
 * or the focus reaches the button. At the first press the real trigger replaces the button, takes its focus and gets
 * the same press. `parts` is null until then. Both buttons get `ref`. `keys` open it in addition to Enter and Space. If
 * the focus leaves the button before the code is loaded, nothing opens.
 */
export function useLazyTrigger<Parts>(source: OnDemand<Parts>, keys: readonly string[] = []) {
  const [parts, setParts] = useState<Parts | null>(null);
  const ref = useRef<HTMLButtonElement>(null);
  const lastPress = useRef<Press | null>(null);
  const showTrigger = (loaded: Parts, press: Press) => {
    const hadFocus = document.activeElement === ref.current;
    if (lastPress.current !== press || !ref.current) return;
    flushSync(() => setParts(loaded));
    if (hadFocus) ref.current.focus({ preventScroll: true });
    repeatPress(press, ref.current);
  };
  const open = (press: Press) => {
    lastPress.current = press;
    // Waits until this press has ended. Otherwise its last event would count as a click outside of the opened menu.
    source.load().then((loaded) => setTimeout(() => showTrigger(loaded, press)), ignore);
  };
  const preload = () => void source.load().catch(ignore);
  const placeholderButtonProps = {
    ref,
    type: "button" as const,
    "aria-expanded": false,
    onPointerEnter: preload,
    onFocus: preload,
    onBlur: () => void (lastPress.current = null),
    onClick: (event: MouseEvent) => open(readPress(event)),
    onKeyDown: (event: KeyboardEvent) => {
      if (!keys.includes(event.key)) return;
      event.preventDefault();
      open({ key: event.key });
    },
  };
  return { parts, ref, placeholderButtonProps };
}
