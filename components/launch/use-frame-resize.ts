"use client";

import { useEffect } from "react";

/** Builds the message that tells a learning system the height of the frame, in pixels, as JSON text. */
export const buildFrameResize = (height: number): string =>
  JSON.stringify({ subject: "lti.frameResize", height });

/**
 * Sends the height of this page to the page around the frame, now and after each change. Measures the body, because the
 * document is never smaller than its frame, so the frame could only grow. Sends nothing without an origin.
 */
export function useFrameResize(targetOrigin: string | null): void {
  useEffect(() => {
    if (targetOrigin === null || window.parent === window) return;
    let sentHeight = 0;
    const sendHeight = () => {
      const height = Math.ceil(document.body.getBoundingClientRect().height);
      if (height === sentHeight) return;
      sentHeight = height;
      window.parent.postMessage(buildFrameResize(height), targetOrigin);
    };
    const observer = new ResizeObserver(sendHeight);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [targetOrigin]);
}
