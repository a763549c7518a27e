"use client";

import { Share } from "lucide-react";
import { useSyncExternalStore } from "react";
import { SHARE_BUTTON } from "@/components/ui/share-button";

const neverChanges = () => () => undefined;
const canShare = (): boolean => typeof navigator.share === "function";

type ShareNowProps = { address: string; title: string; text: string };

/** A button that opens the system's own dialog for sharing, where the browser has one. */
export function ShareNow({ address, title, text }: ShareNowProps) {
  const isShown = useSyncExternalStore(neverChanges, canShare, () => false);
  if (!isShown) return null;
  const share = () => {
    // Rejects when the dialog is closed without sharing.
    navigator.share({ title, url: address }).catch(() => undefined);
  };
  return (
    <li>
      <button type="button" onClick={share} className={SHARE_BUTTON}>
        <Share className="size-4 shrink-0" aria-hidden="true" />
        {text}
      </button>
    </li>
  );
}
