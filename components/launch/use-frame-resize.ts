"use client";

import { useEffect } from "react";

/** The message by which learning systems let a frame say its height, in pixels. They read it as JSON text. */
export const frameResize = (height: number): string => JSON.stringify({ subject: "lti.frameResize", height });

/**
 * Tells the page around the frame how high this page is, now and whenever that changes. The body is measured: the
 * document is never lower than its frame, so by it a frame would only ever grow. Nothing is sent without an origin.
 */
export function useFrameResize(targetOrigin: string | null): void {
  useEffect(() => {
    if (targetOrigin === null || window.parent === window) return;
    let told = 0;
    const tell = () => {
      const height = Math.ceil(document.body.getBoundingClientRect().height);
      if (height === told) return;
      told = height;
      window.parent.postMessage(frameResize(height), targetOrigin);
    };
    const observer = new ResizeObserver(tell);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [targetOrigin]);
}
