"use client";

import { createContext, useContext, useRef, useState, type MouseEvent, type ReactNode } from "react";
import { onDemand, useLoaded, type OnDemand } from "@/components/on-demand";
import { toast } from "./toast";

const peekPanel = onDemand(() => import("./peek-panel"));

const PeekContext = createContext<(id: string) => void>(() => undefined);

/** Returns a function that opens the side panel of a row. */
export const usePeek = (): ((id: string) => void) => useContext(PeekContext);

type PeekAreaProps<Content> = {
  /** The rows of the table in their order, as in `data-row`. */
  ids: readonly string[];
  /** The path of the list. The page of a row is below it. */
  pages: string;
  /** The noun for a row: "badge". */
  noun: string;
  /** The code of the panel's content. */
  content: OnDemand<Content>;
  /** Renders the content of the panel for a row. */
  panel: (content: Content, id: string, close: () => void) => ReactNode;
  children: ReactNode;
};

const CONTROLS = "a, button, input, label, select, textarea, [role=dialog], [role=menu]";

/** Returns the id of the row that was clicked, unless the click was for a control in it or ended a selection of text. */
function clickedRow({ target, button, currentTarget }: MouseEvent<HTMLElement>): string | null {
  if (button !== 0 || !(target instanceof Element) || target.closest(CONTROLS)) return null;
  // Clicks in a dialog bubble here through React's tree, but not through the document's.
  if (!currentTarget.contains(target) || String(document.getSelection()) !== "") return null;
  return target.closest("tr")?.dataset.row ?? null;
}

const ROWS = [
  "[&_tr[data-row]]:cursor-pointer [&_tr[data-row]:hover]:bg-sunken",
  "[&_tr[data-row]:hover]:shadow-[-0.75rem_0_0_var(--sunken),0.75rem_0_0_var(--sunken)]",
].join(" ");

/**
 * Opens the side panel of a table row that is clicked; with Ctrl or ⌘ its page in another tab. Links in a row still lead
 * to its page. Keyboards reach the panel by an action of the row (`usePeek`).
 */
export function PeekArea<Content>(props: PeekAreaProps<Content>) {
  const { ids, pages, noun, content, panel, children } = props;
  const [openId, setOpenId] = useState<string | null>(null);
  const area = useRef<HTMLDivElement>(null);
  const lastId = useRef("");
  const parts = useLoaded(peekPanel);
  const loadedContent = useLoaded(content);
  const show = (id: string) => {
    lastId.current = id;
    setOpenId(id);
  };
  const findLastRow = () =>
    area.current?.querySelector<HTMLElement>(`tr[data-row="${CSS.escape(lastId.current)}"] a`) ?? true;
  const open = (id: string) => {
    Promise.all([peekPanel.load(), content.load()]).then(
      () => show(id),
      () => toast.error("This could not be opened. Check the connection and try again."),
    );
  };
  const handleClick = (event: MouseEvent<HTMLElement>) => {
    const id = clickedRow(event);
    if (id === null) return;
    if (event.metaKey || event.ctrlKey) window.open(`${pages}/${id}`, "_blank", "noopener");
    else open(id);
  };
  const close = () => setOpenId(null);
  return (
    <PeekContext value={open}>
      <div ref={area} role="presentation" className={ROWS} onClick={handleClick}>
        {children}
      </div>
      {parts && loadedContent ? (
        <parts.PeekPanel
          id={openId}
          ids={ids}
          pages={pages}
          noun={noun}
          findLastRow={findLastRow}
          show={show}
          close={close}
        >
          {openId === null ? null : panel(loadedContent, openId, close)}
        </parts.PeekPanel>
      ) : null}
    </PeekContext>
  );
}
