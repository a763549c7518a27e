"use client";

import type { ComponentProps } from "react";
import { Input } from "./field";

/** Matches an address as people write it: a name with a dot, and what may follow it. */
const WITHOUT_SCHEME = /^([\p{L}\p{N}-]+\.)+(\p{L}{2,}|xn--[a-z\d-]+)(:\d+)?([/?#].*)?$/iu;

/** Adds `https://` to an address that lacks it. Returns any other text as it is. */
export const completeUrl = (text: string): string =>
  WITHOUT_SCHEME.test(text.trim()) ? `https://${text.trim()}` : text;

/** Writes a text into a field as if it were typed, so that forms notice it. */
function typeText(input: HTMLInputElement, text: string): void {
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value") ?? {};
  set?.call(input, text);
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

function complete(input: HTMLInputElement): void {
  const completed = completeUrl(input.value);
  if (completed !== input.value) typeText(input, completed);
}

/** An input for the address of a page. It completes `example.org/page` before the focus or the form leaves it. */
export const UrlInput = ({ onBlur, ...rest }: Omit<ComponentProps<"input">, "type" | "onKeyDown">) => (
  <Input
    {...rest}
    type="url"
    inputMode="url"
    onKeyDown={(event) => {
      if (event.key === "Enter") complete(event.currentTarget);
    }}
    onBlur={(event) => {
      complete(event.currentTarget);
      onBlur?.(event);
    }}
  />
);
