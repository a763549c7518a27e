type Case = { status: number; title: string; text: string };

const CASES = {
  revoked: {
    status: 410,
    title: "This badge was revoked",
    text: "Its issuer has withdrawn it. It no longer certifies anything, whatever a copy or a picture of it says.",
  },
  unknown: {
    status: 404,
    title: "There is no public badge here",
    text: "The address may be incomplete, or the badge is private, or was not accepted by its earner yet.",
  },
  wrong_link: {
    status: 404,
    title: "This link does not work",
    text: "It may be incomplete: some mail programs cut long addresses. Open it once more from the mail, or copy the whole address. If the issuer has corrected the address of a badge, only the link of the newest mail works.",
  },
} satisfies Record<string, Case>;

// The look of app/globals.css in a few lines: the style sheet's own address is known to Next's pages alone.
const STYLE = `:root{color-scheme:light dark}body{margin:0;background:light-dark(#fff,#171614);color:light-dark(#1c1b19,#f2f0ea);
font:1rem/1.6 "Inter Variable",ui-sans-serif,system-ui,sans-serif;overflow-wrap:anywhere}
main{box-sizing:border-box;min-height:100vh;max-width:40rem;margin:auto;padding:3rem 1.5rem;display:grid;align-content:center}
svg{width:2.5rem;color:light-dark(#ae271f,#f39b93);margin-bottom:1.5rem}
h1{margin:0 0 1rem;font:500 clamp(2rem,7vw,3rem)/1.1 "Newsreader Variable",ui-serif,Georgia,serif;letter-spacing:-.012em;text-wrap:balance}
p{margin:0;color:light-dark(#55534d,#bcb9b0);max-width:34rem}`;

const page = ({ title, text }: Case): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title} · Badges</title><style>${STYLE}</style></head>
<body><main><svg viewBox="0 0 28 28" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round">
<path stroke-linejoin="round" d="M14 2.5 23.96 8.25v11.5L14 25.5 4.04 19.75V8.25z"/><path d="m10.6 10.6 6.8 6.8m0-6.8-6.8 6.8"/></svg>
<h1>${title}</h1><p>${text}</p></main></body></html>
`;

/** A page in words with the status that belongs to it; it contains nothing that anybody wrote. */
export const unavailableDocument = (reason: keyof typeof CASES): Response =>
  new Response(page(CASES[reason]), {
    status: CASES[reason].status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      "Referrer-Policy": "no-referrer",
      "X-Robots-Tag": "noindex",
    },
  });
