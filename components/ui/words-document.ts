import type { Locale } from "@/lib/kernel/locales";

type WordsDocument = {
  locale: Locale;
  status: 404 | 410 | 429;
  title: string;
  /** Paragraphs, as plain text. */
  text: string[];
  product: string;
};

// The look of app/globals.css in a few lines: the style sheet's own address is known to Next's pages alone.
const STYLE = `:root{color-scheme:light dark}body{margin:0;background:light-dark(#fff,#171614);color:light-dark(#1c1b19,#f2f0ea);
font:1rem/1.6 "Inter Variable",ui-sans-serif,system-ui,sans-serif;overflow-wrap:anywhere}
main{box-sizing:border-box;min-height:100vh;max-width:40rem;margin:auto;padding:3rem 1.5rem;display:grid;align-content:center}
svg{width:2.5rem;color:light-dark(#ae271f,#f39b93);margin-bottom:1.5rem}
h1{margin:0 0 1rem;font:500 clamp(2rem,7vw,3rem)/1.1 "Newsreader Variable",ui-serif,Georgia,serif;letter-spacing:-.012em;text-wrap:balance}
:lang(ko){word-break:keep-all}h1:lang(ja){word-break:auto-phrase}
p{margin:0 0 .75rem;color:light-dark(#55534d,#bcb9b0);max-width:34rem}`;

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");

const page = ({ locale, title, text, product }: WordsDocument): string => `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escaped(title)} · ${escaped(product)}</title><style>${STYLE}</style></head>
<body><main><svg viewBox="0 0 28 28" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round">
<path stroke-linejoin="round" d="M14 2.5 23.96 8.25v11.5L14 25.5 4.04 19.75V8.25z"/><path d="m10.6 10.6 6.8 6.8m0-6.8-6.8 6.8"/></svg>
<h1>${escaped(title)}</h1>${text.map((part) => `<p>${escaped(part)}</p>`).join("")}</main></body></html>
`;

/** A page in words alone, for an address that has nothing else to show, with the status that belongs to it. */
export const wordsDocument = (document: WordsDocument): Response =>
  new Response(page(document), {
    status: document.status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Language": document.locale,
      "Cache-Control": "no-store",
      "Referrer-Policy": "no-referrer",
      "X-Robots-Tag": "noindex",
    },
  });
