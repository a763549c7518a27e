import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { isWebOrigin } from "@/lib/kernel/origins";

/**
 * The pages that another site may show inside its own: any site, or those with one of the origins of a launch. The pages
 * of failed launches and of teachers know no integration, say the same to everybody and can be asked to do nothing, so
 * that nobody gains by framing them; a launch has buttons. Without a token it is such a page too: what a reload inside
 * the LMS leaves, which asks to be opened from the course again.
 */
const FRAMED = new Map([
  ["/lti/error", "anybody"],
  ["/lti/sign-in", "anybody"],
  ["/lti/launch", "launch origins"],
]);
/** The card of a badge is made to be shown anywhere: it can be asked to do nothing. */
const EMBEDDED = /^\/embed\/badges\/[^/]+$/;

/** The value of `frame-ancestors` for an address; what is not an origin cannot get into the header. */
function ancestors(address: string, launchOrigins: readonly string[]): string {
  const [path = "", query = ""] = address.split("?", 2);
  const page = path.replace(/\/$/, "");
  const who = FRAMED.get(page);
  const isLaunched = who === "launch origins" && new URLSearchParams(query).has("token");
  if (who === "anybody" || EMBEDDED.test(page) || (who === "launch origins" && !isLaunched)) return "*";
  const origins = isLaunched ? launchOrigins.filter(isWebOrigin) : [];
  return origins.length > 0 ? origins.join(" ") : "'none'";
}

const policy = (nonce: string, framing: string): string =>
  [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`,
    // Colours of an organization stand in style attributes, which no nonce can admit.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${framing}`,
  ].join("; ");

/** Without what lies below the host: that is not ours to bind. */
const ONE_YEAR = "max-age=31536000";

const FIXED = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
  "Cross-Origin-Opener-Policy": "same-origin",
};

/**
 * Sets the security headers of a response. Next reads the nonce for its own scripts from this header of the request,
 * so it is written there too, over whatever the client sent. `launchOrigins` may frame the launch page: the registered
 * origins of its integration, and those that its token is bound to.
 */
export function setSecurityHeaders(
  request: IncomingMessage,
  response: ServerResponse,
  launchOrigins: readonly string[] = [],
): void {
  const framing = ancestors(request.url ?? "", launchOrigins);
  const value = policy(randomBytes(16).toString("base64"), framing);
  request.headers["content-security-policy"] = value;
  delete request.headers["content-security-policy-report-only"];
  response.setHeader("Content-Security-Policy", value);
  // It knows nobody and one origin only; where others may frame, `frame-ancestors` alone says so.
  if (framing === "'none'") response.setHeader("X-Frame-Options", "DENY");
  for (const [name, text] of Object.entries(FIXED)) response.setHeader(name, text);
}

/** Tells browsers to come by https alone from now on, where that is how this installation is reached. */
export function setTransportSecurity(response: ServerResponse, appUrl: string): void {
  if (appUrl.startsWith("https:")) response.setHeader("Strict-Transport-Security", ONE_YEAR);
}

/** Narrows the policy of a page that is a document: it runs nothing and asks for nothing, whatever came into it. */
export function setDocumentPolicy(request: IncomingMessage, response: ServerResponse): void {
  const value = [
    "default-src 'none'",
    "script-src 'none'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${ancestors(request.url ?? "", [])}`,
  ].join("; ");
  response.setHeader("Content-Security-Policy", value);
}
