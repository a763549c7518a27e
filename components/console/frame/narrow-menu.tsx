"use client";

import { Menu as MenuIcon } from "lucide-react";
import { useRef, useState, type ReactNode } from "react";
import { onDemand, useLoaded } from "@/components/on-demand";
import { Navigation } from "./navigation";
import type { Section } from "./sections";

type NarrowMenuProps = { home: string; sections: Section[]; head: ReactNode; foot: ReactNode };

const ICON_BUTTON =
  "flex size-10 items-center justify-center rounded-lg text-ink-soft hover:bg-line/60 hover:text-ink";

const narrowSheet = onDemand(() => import("./narrow-sheet"));

/** The navigation on narrow screens: a sheet from the side that closes after each choice. */
export function NarrowMenu({ home, sections, head, foot }: NarrowMenuProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const sheet = useLoaded(narrowSheet);
  const load = (onFailure: () => void) => void narrowSheet.load().catch(onFailure);
  const preload = () => load(() => undefined);
  const show = () => {
    setOpen(true);
    load(() => setOpen(false));
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={ICON_BUTTON}
        aria-label="Menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={show}
      >
        <MenuIcon className="size-5" aria-hidden="true" />
      </button>
      {sheet ? (
        <sheet.NarrowSheet
          open={open}
          onOpenChange={setOpen}
          opener={button}
          buttonClass={ICON_BUTTON}
          head={head}
        >
          <Navigation home={home} sections={sections} onNavigate={() => setOpen(false)} />
          <div className="mt-auto border-t border-line pt-3">{foot}</div>
        </sheet.NarrowSheet>
      ) : null}
    </>
  );
}
