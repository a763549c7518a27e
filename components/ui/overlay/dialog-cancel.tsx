"use client";

import { createContext, useContext } from "react";
import { Button } from "@/components/ui/button";

/** Closes the dialog around a form; null outside of dialogs. */
export const DialogClose = createContext<(() => void) | null>(null);

/** The button that leaves a form in a dialog. A form on a page has none. */
export function DialogCancel() {
  const close = useContext(DialogClose);
  return close ? (
    <Button variant="secondary" onClick={close}>
      Cancel
    </Button>
  ) : null;
}
