import { escapeHtml } from "@/components/ui/escape-html";

/** Width and height of an embedded badge, in CSS pixels. */
export const EMBED_SIZES = { small: [240, 330], medium: [320, 430], large: [480, 560] } as const;
export type EmbedSize = keyof typeof EMBED_SIZES;

/** Builds the HTML code that shows a badge in another web page. */
export function buildEmbedCode(badge: { id: string; url: string; name: string }, size: EmbedSize): string {
  const [width, height] = EMBED_SIZES[size];
  const address = new URL(`/embed/badges/${badge.id}`, badge.url).href;
  const title = escapeHtml(badge.name);
  return `<iframe src="${address}" title="${title}" width="${width}" height="${height}" loading="lazy" style="border:0"></iframe>`;
}
