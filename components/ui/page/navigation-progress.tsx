"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useState } from "react";
import { onNavigationStart } from "./navigation-start";

const toAddress = (path: string, query: URLSearchParams): string => `${path}?${query}`;

/**
 * Shows a bar at the top of the window while the next page is loading, from 150 ms on: pages that are there sooner do
 * not flicker. Screen readers are told the title of the new page by Next.
 */
export function NavigationProgress() {
  const address = toAddress(usePathname(), useSearchParams());
  /** The address that the browser is leaving or has left. */
  const [left, setLeft] = useState<string | null>(null);
  useEffect(
    () =>
      onNavigationStart((url) => {
        const { pathname, searchParams } = new URL(url, location.href);
        // A link to this page, or to a section of it, loads no other page.
        setLeft(toAddress(pathname, searchParams) === address ? null : address);
      }),
    [address],
  );
  return left === address ? (
    <div aria-hidden="true" className="pointer-events-none fixed inset-x-0 top-0 z-60 h-0.5">
      <div className="navigation-progress h-full bg-accent forced-colors:bg-[Highlight]" />
    </div>
  ) : null;
}
