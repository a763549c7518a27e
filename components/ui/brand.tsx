"use client";

import { useEffect, type CSSProperties, type ReactNode } from "react";
import { accentPair } from "./accent";

type BrandProps = { color: string | null; className?: string; children: ReactNode };

/**
 * Everything inside wears the colour as its accent, as far as it can be read. Dialogs and menus open at the end of
 * the body, outside of this element: for them the root takes the colour too, once the page runs.
 */
export function Brand({ color, className = "", children }: BrandProps) {
  const accent = accentPair(color);
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
