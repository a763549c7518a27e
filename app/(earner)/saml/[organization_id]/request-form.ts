import { readCookie } from "@/lib/kernel/cookies";
import { escapeHtml } from "@/lib/kernel/escape-html";
import { LANGUAGE_COOKIE } from "@/lib/kernel/locales";
import { chooseLocale } from "@/lib/platform/languages/choose-locale";
import { loadTranslator } from "@/lib/platform/languages/translator";

/** The nonce of the response's policy, which the server also puts into the request; null outside of it. */
const readNonce = ({ headers }: Request): string | null =>
  /'nonce-([A-Za-z0-9+/=]+)'/.exec(headers.get("content-security-policy") ?? "")?.[1] ?? null;

const STYLE =
  ":root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-content:center;" +
  "font:1rem/1.5 system-ui,sans-serif;text-align:center}h1{font-size:1.25rem}" +
  "button{font:inherit;padding:.5rem 1.25rem;cursor:pointer}";

/**
 * Responds with the page whose form takes a request to an identity provider (SAML 2.0 Bindings, 3.5). A script sends it;
 * without scripts, the person presses the button.
 */
export async function sendRequestForm(
  request: Request,
  { action, request: encoded }: { action: string; request: string },
  cookie: string,
): Promise<Response> {
  const { headers } = request;
  const locale = chooseLocale({
    chosen: readCookie(headers.get("cookie"), LANGUAGE_COOKIE),
    accepts: headers.get("accept-language"),
  });
  const { t } = await loadTranslator(locale, "sign_in");
  const title = escapeHtml(t("organization.open"));
  const nonce = readNonce(request);
  const html =
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><title>${title}</title>` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><style>${STYLE}</style></head>` +
    `<body><main><h1>${title}</h1><form method="post" action="${escapeHtml(action)}">` +
    `<input type="hidden" name="SAMLRequest" value="${escapeHtml(encoded)}">` +
    `<button>${escapeHtml(t("organization.submit"))}</button></form></main>` +
    (nonce === null ? "" : `<script nonce="${nonce}">document.forms[0].submit()</script>`) +
    `</body></html>`;
  return new Response(html, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      "Set-Cookie": cookie,
    },
  });
}
