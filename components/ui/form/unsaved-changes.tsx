"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { ConfirmDialog } from "@/components/ui/overlay/dialog";

/** Whether a click has no modifier keys. With one, the link opens elsewhere and this page stays. */
const isPlainClick = (event: MouseEvent): boolean =>
  !event.defaultPrevented &&
  event.button === 0 &&
  ![event.metaKey, event.ctrlKey, event.shiftKey, event.altKey].includes(true);

/** Returns the link that a click opens in this tab; null for all other clicks. */
function findFollowedLink(event: MouseEvent): URL | null {
  const link = isPlainClick(event) && event.target instanceof Element ? event.target.closest("a") : null;
  if (!link?.href || link.target === "_blank" || link.hasAttribute("download")) return null;
  const to = new URL(link.href);
  const isHere = to.pathname === location.pathname && to.search === location.search;
  return to.origin === location.origin && !isHere ? to : null;
}

/** Asks for confirmation before a link, a reload or a closed tab discards unsaved changes. */
export function UnsavedChanges({ when }: { when: boolean }) {
  const router = useRouter();
  const [leaving, setLeaving] = useState<string | null>(null);
  useEffect(() => {
    if (!when) return;
    const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const confirmNavigation = (event: MouseEvent) => {
      const to = findFollowedLink(event);
      if (!to) return;
      event.preventDefault();
      event.stopPropagation();
      setLeaving(to.pathname + to.search + to.hash);
    };
    window.addEventListener("beforeunload", preventUnload);
    document.addEventListener("click", confirmNavigation, { capture: true });
    return () => {
      window.removeEventListener("beforeunload", preventUnload);
      document.removeEventListener("click", confirmNavigation, { capture: true });
    };
  }, [when]);
  return (
    <ConfirmDialog
      open={leaving !== null}
      onOpenChange={() => setLeaving(null)}
      title="Leave without saving?"
      description="Your changes on this page will be lost."
      confirm="Leave page"
      danger
      onConfirm={() => {
        const to = leaving;
        setLeaving(null);
        if (to !== null) router.push(to);
      }}
    />
  );
}
