"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";

const STEP_MS = 5_000;
const STEPS = 6;

/** Shows the page anew, now and every five seconds of the next half minute: what was begun goes on by itself. */
export function useFollow(): () => void {
  const router = useRouter();
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => {
      router.refresh();
      setLeft(left - 1);
    }, STEP_MS);
    return () => clearTimeout(timer);
  }, [left, router]);
  return () => {
    router.refresh();
    setLeft(STEPS);
  };
}
