import { escapeHtml } from "@/lib/kernel/escape-html";

/** Width and height of an embedded badge, in CSS pixels. Safe in the browser. */
export const EMBED_SIZES = { small: [240, 330], medium: [320, 430], large: [480, 560] } as const;
export type EmbedSize = keyof typeof EMBED_SIZES;

/** Builds the HTML code that shows a badge in another web page, in a frame of this width and height. */
export function buildEmbedCode(
  badge: { id: string; url: string; name: string },
  [width, height]: readonly [width: number, height: number],
): string {
  const address = new URL(`/embed/badges/${badge.id}`, badge.url).href;
  const title = escapeHtml(badge.name);
  return `<iframe src="${address}" title="${title}" width="${width}" height="${height}" loading="lazy" style="border:0"></iframe>`;
}
