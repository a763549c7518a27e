import { useRef, useState, type KeyboardEvent, type MouseEvent } from "react";
import { flushSync } from "react-dom";
import type { OnDemand } from "@/components/on-demand";

const nothing = () => undefined;

/** How a button was pressed: by which key, or with what. */
type Press = { key: string } | { pointerType: string };

/** Presses a button as somebody did before: what it opens looks at the kind of press to place the focus. */
function repeat(press: Press, button: HTMLElement): void {
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

const pressOf = ({ detail, nativeEvent }: MouseEvent): Press =>
  detail === 0
    ? { key: "Enter" }
    : { pointerType: nativeEvent instanceof PointerEvent ? nativeEvent.pointerType : "mouse" };

/**
 * A button that stands where a trigger will be. Its code is fetched when pointer or focus come to it; at the first
 * press the trigger takes its place, and its focus, and is pressed. `parts` are null until then. Both get `ref`.
 * `keys` open it besides the usual ones. Whoever leaves the button before the code has come opens nothing.
 */
export function useStandIn<Parts>(source: OnDemand<Parts>, keys: readonly string[] = []) {
  const [parts, setParts] = useState<Parts | null>(null);
  const ref = useRef<HTMLButtonElement>(null);
  const last = useRef<Press | null>(null);
  const change = (loaded: Parts, press: Press) => {
    const hadFocus = document.activeElement === ref.current;
    if (last.current !== press || !ref.current) return;
    flushSync(() => setParts(loaded));
    if (hadFocus) ref.current.focus({ preventScroll: true });
    repeat(press, ref.current);
  };
  const open = (press: Press) => {
    last.current = press;
    // Once this press is over: what opens would take its last part for a press beside itself.
    source.load().then((loaded) => setTimeout(() => change(loaded, press)), nothing);
  };
  const preload = () => void source.load().catch(nothing);
  const standIn = {
    ref,
    type: "button" as const,
    "aria-expanded": false,
    onPointerEnter: preload,
    onFocus: preload,
    onBlur: () => void (last.current = null),
    onClick: (event: MouseEvent) => open(pressOf(event)),
    onKeyDown: (event: KeyboardEvent) => {
      if (!keys.includes(event.key)) return;
      event.preventDefault();
      open({ key: event.key });
    },
  };
  return { parts, ref, standIn };
}
