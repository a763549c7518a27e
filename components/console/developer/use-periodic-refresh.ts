"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";

const INTERVAL_MS = 5_000;
const REFRESH_COUNT = 6;

/** Returns a function that refreshes the page now and every five seconds for half a minute, to show background work. */
export function usePeriodicRefresh(): () => void {
  const router = useRouter();
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => {
      router.refresh();
      setLeft(left - 1);
    }, INTERVAL_MS);
    return () => clearTimeout(timer);
  }, [left, router]);
  return () => {
    router.refresh();
    setLeft(REFRESH_COUNT);
  };
}
