"use client";

import { useEffect, type CSSProperties, type ReactNode } from "react";
import { buildAccentPair } from "./accent";

type BrandProps = { color: string | null; className?: string; children: ReactNode };

/**
 * Uses the colour as the accent of everything inside, adjusted for contrast. Dialogs and menus are rendered at the end
 * of the body, outside of this element, so the root element gets the colour, too, once the page runs.
 */
export function Brand({ color, className = "", children }: BrandProps) {
  const accent = buildAccentPair(color);
  const { light, dark } = accent ?? { light: "", dark: "" };
  useEffect(() => {
    const { style } = document.documentElement;
    style.setProperty("--brand-light", light);
    style.setProperty("--brand-dark", dark);
    return () => {
      style.removeProperty("--brand-light");
      style.removeProperty("--brand-dark");
    };
  }, [light, dark]);
  const style = accent ? ({ "--brand-light": light, "--brand-dark": dark } as CSSProperties) : undefined;
  return (
    <div className={`brand ${className}`} style={style}>
      {children}
    </div>
  );
}
