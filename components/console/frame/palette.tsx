"use client";

import { Search } from "lucide-react";
import dynamic from "next/dynamic";
import { createContext, useContext, useLayoutEffect, useState, type ReactNode } from "react";
import type { PaletteScope } from "./palette-dialog";

// Loaded on demand, because most visits never open it.
const PaletteDialog = dynamic(() => import("./palette-dialog").then((module) => module.PaletteDialog), {
  ssr: false,
});

const OpenPaletteContext = createContext<() => void>(() => undefined);

/** Provides the command palette of the console. ⌘K, Ctrl+K and each palette button open it. */
export function PaletteProvider({ scope, children }: { scope: PaletteScope; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const open = () => {
    setOpened(true);
    setOpen(true);
  };
  // A layout effect, so that the shortcut works as soon as the page shows, also after switching organizations.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey)) return;
      if (event.altKey || event.shiftKey) return;
      event.preventDefault();
      setOpened(true);
      setOpen((is) => !is);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  return (
    <OpenPaletteContext.Provider value={open}>
      {children}
      {wasOpened ? <PaletteDialog scope={scope} open={isOpen} onOpenChange={setOpen} /> : null}
    </OpenPaletteContext.Provider>
  );
}

const WIDE_BUTTON =
  "flex min-h-10 w-full items-center gap-3 rounded-lg border border-line bg-canvas px-3 text-sm text-ink-faint hover:border-edge hover:text-ink";
const NARROW_BUTTON =
  "ms-auto flex size-10 shrink-0 items-center justify-center rounded-lg text-ink-soft hover:bg-line/60 hover:text-ink";

/** Opens the palette: a field on wide screens, an icon on narrow ones. */
export function PaletteButton({ narrow = false }: { narrow?: boolean }) {
  const open = useContext(OpenPaletteContext);
  return (
    <button
      type="button"
      aria-label="Search or go to"
      aria-keyshortcuts="Meta+K Control+K"
      onClick={open}
      className={narrow ? NARROW_BUTTON : WIDE_BUTTON}
    >
      <Search className={narrow ? "size-5" : "size-4"} aria-hidden="true" />
      {narrow ? null : (
        <span aria-hidden="true" className="flex flex-1 items-center whitespace-nowrap">
          Search
          <kbd className="ms-auto font-sans text-2xs">Ctrl K</kbd>
        </span>
      )}
    </button>
  );
}
