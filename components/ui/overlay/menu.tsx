"use client";

import type { ComponentType, ReactNode } from "react";
import { onDemand, useLoaded } from "@/components/on-demand";
import type { MenuProps } from "./menu-parts";
import { useLazyTrigger } from "./lazy-trigger";

const menuParts = onDemand(() => import("./menu-parts"));
type Parts = NonNullable<ReturnType<typeof menuParts.get>>;

const OPENING_KEYS = ["ArrowDown", "ArrowUp"];

/** A button that opens a menu with arrow keys, type-ahead and Escape. The menu's code loads at the first use. */
export function Menu(props: MenuProps) {
  const { parts, ref, placeholderButtonProps } = useLazyTrigger(menuParts, OPENING_KEYS);
  if (parts) return <parts.OpenedMenu {...props} triggerRef={ref} />;
  return (
    <button
      {...placeholderButtonProps}
      className={props.triggerClass}
      aria-label={props.label}
      aria-haspopup="menu"
    >
      {props.trigger}
    </button>
  );
}

/** Renders a part of the menu. Parts appear only in an open menu, so the code is loaded. */
const whenLoaded = <Props extends object>(pick: (parts: Parts) => ComponentType<Props>) =>
  function LoadedPart(props: Props) {
    const parts = useLoaded(menuParts);
    if (!parts) return null;
    const Part = pick(parts);
    return <Part {...props} />;
  };

/** An action in a menu. */
export const MenuItem = whenLoaded((parts) => parts.MenuItem);

/** A link in a menu. */
export const MenuLink = whenLoaded((parts) => parts.MenuLink);

/** A checkbox in a menu. The menu stays open so that several can be changed. */
export const MenuChoice = whenLoaded((parts) => parts.MenuChoice);

/** Radio buttons in a menu. The menu stays open so that the effect can be seen. */
export const MenuRadios = whenLoaded((parts) => parts.MenuRadios);

export const MenuSeparator = whenLoaded((parts) => parts.MenuSeparator);

export const MenuHeading = ({ children }: { children: ReactNode }) => (
  <div className="px-2.5 pt-1.5 pb-1 text-2xs text-ink-faint">{children}</div>
);
