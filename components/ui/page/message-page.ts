import { escapeHtml } from "@/lib/kernel/escape-html";
import type { Locale } from "@/lib/kernel/locales";
import { DARK, LIGHT } from "@/lib/kernel/palette";

export type MessagePage = {
  locale: Locale;
  status: 404 | 410;
  title: string;
  /** Paragraphs, as plain text. */
  text: readonly string[];
  /** Terms and values, as plain text. */
  facts?: { term: string; value: string }[];
  /** The query parameters to keep when the language changes. */
  query?: Record<string, string>;
  product: string;
  /** The HTML of the page that the message is inserted into (lib/http/server/page-frame.ts); null without one. */
  frame: string | null;
};

// The style of app/globals.css in a few lines, for a page without the frame. Only the frame has the style sheet.
const STYLE = `:root{color-scheme:light dark}body{margin:0;background:light-dark(${LIGHT.canvas},${DARK.canvas});color:light-dark(${LIGHT.ink},${DARK.ink});
font:1rem/1.6 ui-sans-serif,system-ui,sans-serif;overflow-wrap:anywhere}
main{box-sizing:border-box;min-height:100vh;max-width:40rem;margin:auto;padding:3rem 1.5rem;display:grid;align-content:center}
svg{width:2.5rem}h1{line-height:1.1}:lang(ko){word-break:keep-all}`;

/** Classes of the message's container. Its elements have no classes. */
const MESSAGE_CLASSES = [
  "mx-auto flex max-w-2xl flex-col gap-4 py-6 wrap-anywhere sm:py-12",
  "[&>svg]:size-10 [&>svg]:text-negative",
  "[&>h1]:font-heading [&>h1]:text-4xl [&>h1]:leading-tight [&>h1]:tracking-tight [&>h1]:text-balance sm:[&>h1]:text-5xl",
  "[&>p]:max-w-prose [&>p]:text-ink-soft",
  "[&_dl]:mt-2 [&_dl]:divide-y [&_dl]:divide-line [&_dl]:border-y [&_dl]:border-line [&_dl]:text-sm",
  "[&_dl>div]:grid [&_dl>div]:gap-x-4 [&_dl>div]:gap-y-0.5 [&_dl>div]:py-2.5 sm:[&_dl>div]:grid-cols-[11rem_minmax(0,1fr)]",
  "[&_dt]:text-ink-faint [&_dd]:whitespace-pre-line",
].join(" ");

const PLACEHOLDER = '<div data-words="here"></div>';

const renderFacts = ({ facts = [] }: MessagePage): string =>
  facts.length === 0
    ? ""
    : `<dl>${facts
        .map(({ term, value }) => `<div><dt>${escapeHtml(term)}</dt><dd>${escapeHtml(value)}</dd></div>`)
        .join("")}</dl>`;

const renderMessage = (
  document: MessagePage,
): string => `<svg viewBox="0 0 28 28" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round">
<path stroke-linejoin="round" d="M14 2.5 23.96 8.25v11.5L14 25.5 4.04 19.75V8.25z"/><path d="m10.6 10.6 6.8 6.8m0-6.8-6.8 6.8"/></svg>
<h1>${escapeHtml(document.title)}</h1>${document.text.map((part) => `<p>${escapeHtml(part)}</p>`).join("")}${renderFacts(document)}`;

const renderTitle = ({ title, product }: MessagePage): string =>
  `<title>${escapeHtml(title)} · ${escapeHtml(product)}</title>`;

const renderBarePage = (document: MessagePage): string => `<!doctype html>
<html lang="${document.locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">${renderTitle(document)}<style>${STYLE}</style></head>
<body><main>${renderMessage(document)}</main></body></html>
`;

/** Inserts the message into the frame. Replacements are functions, because `$` is special in a replacement string. */
function renderFramedPage(document: MessagePage, frame: string): string {
  const query = new URLSearchParams(document.query).toString();
  const queryPrefix = query === "" ? "" : `${escapeHtml(query)}&amp;`;
  return frame
    .replace(/<title>[^<]*<\/title>/, () => renderTitle(document))
    .replaceAll('href="?lang=', () => `href="?${queryPrefix}lang=`)
    .replace(PLACEHOLDER, () => `<div class="${MESSAGE_CLASSES}">${renderMessage(document)}</div>`);
}

/** Responds with a page that shows only a message, for an address without content, with the given status. */
export function messagePageResponse(document: MessagePage): Response {
  const { frame, locale, status } = document;
  return new Response(
    frame?.includes(PLACEHOLDER) ? renderFramedPage(document, frame) : renderBarePage(document),
    {
      status,
      headers: {
        "Content-Type": "text/html; charset=utf-8",
        "Content-Language": locale,
        "Cache-Control": "no-store",
        "Referrer-Policy": "no-referrer",
        "X-Robots-Tag": "noindex",
      },
    },
  );
}
