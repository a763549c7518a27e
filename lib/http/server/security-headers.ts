import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { FORM_TARGET_KEY, isWebOrigin, parseWebOrigin } from "@/lib/kernel/origins";
import { isApiPath } from "./api-paths";

/**
 * The pages that other sites may frame. A launch with a token has buttons: only the origins of the launch may frame it. A launch
 * without a token (after a reload inside the LMS) only says that the course has to be opened again, and the pages of failed launches
 * and of teachers have no actions either: any site may frame them.
 */
const FRAMEABLE_PAGES = new Map([
  ["/lti/error", "any origin"],
  ["/lti/sign-in", "any origin"],
  ["/lti/launch", "launch origins"],
]);
/** The card of a badge can be embedded anywhere, because it has no actions. */
const EMBEDDABLE_PAGES = /^\/embed\/badges\/[^/]+$/;

/** The value of `frame-ancestors` for a URL. Only valid origins can get into the header. */
function frameAncestors(address: string, launchOrigins: readonly string[]): string {
  const [path = "", query = ""] = address.split("?", 2);
  const page = path.replace(/\/$/, "");
  const allowed = FRAMEABLE_PAGES.get(page);
  const isLaunched = allowed === "launch origins" && new URLSearchParams(query).has("token");
  if (
    allowed === "any origin" ||
    EMBEDDABLE_PAGES.test(page) ||
    (allowed === "launch origins" && !isLaunched)
  )
    return "*";
  const origins = isLaunched ? launchOrigins.filter(isWebOrigin) : [];
  return origins.length > 0 ? origins.join(" ") : "'none'";
}

/** The page with the form whose answer leads to an application. */
const CONSENT_PAGE = "/authorize";

/** The page whose form takes a sign-in to the identity provider of an organization. */
const SAML_PAGE = /^\/saml\/[^/]+\/sign-in$/;

/** The parameter that names the page's target, for the form that allows it. Null for a page without another target. */
function targetParameter(path: string): string | null {
  if (path === CONSENT_PAGE) return "redirect_uri";
  return SAML_PAGE.test(path) ? FORM_TARGET_KEY : null;
}

/**
 * The value of `form-action` for a URL. Browsers apply it to redirects after a form, too, so the consent page allows the
 * application's origin. It has no other form. The page of a SAML sign-in has its form only if the origin is that of the
 * organization's provider, which may redirect it to other https addresses.
 */
function formTargets(address: string): string {
  const [path = "", query = ""] = address.split("?", 2);
  const parameter = targetParameter(path.replace(/\/$/, ""));
  if (parameter === null) return "'self'";
  const origin = parseWebOrigin(new URLSearchParams(query).get(parameter));
  if (origin === null) return "'self'";
  return parameter === FORM_TARGET_KEY ? `'self' https: ${origin}` : `'self' ${origin}`;
}

const contentSecurityPolicy = (nonce: string, framing: string, forms: string): string =>
  [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`,
    // An organization's colours are in style attributes, which a nonce cannot allow.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    `form-action ${forms}`,
    `frame-ancestors ${framing}`,
  ].join("; ");

/** The policy of what the APIs send: data and pictures, which run nothing, load nothing and are never framed. */
const API_POLICY = [
  "default-src 'none'",
  // A picture in SVG has its styles and a picture inside.
  "style-src 'unsafe-inline'",
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Without subdomains, which are not ours to restrict. */
const HSTS_POLICY = "max-age=31536000";

const FIXED_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
};

/** The page that verifies badges scans QR codes. */
const CAMERA_PAGE = /^\/verify\/?(?:\?|$)/;

const permissionsPolicy = (address: string): string =>
  `camera=(${CAMERA_PAGE.test(address) ? "self" : ""}), microphone=(), geolocation=()`;

/**
 * Sets the security headers of a response: those of the APIs, or those of a page. Next reads the nonce for its own scripts from this header of the request, so
 * it is set there, too, and replaces any value from the client. `launchOrigins` may frame the launch page: the
 * registered origins of its integration, and those that its token is bound to.
 */
export function setSecurityHeaders(
  request: IncomingMessage,
  response: ServerResponse,
  launchOrigins: readonly string[] = [],
): void {
  const { url = "" } = request;
  const [path = ""] = url.split("?", 1);
  const isApi = isApiPath(path);
  const framing = isApi ? "'none'" : frameAncestors(url, launchOrigins);
  const value = isApi
    ? API_POLICY
    : contentSecurityPolicy(randomBytes(16).toString("base64"), framing, formTargets(url));
  request.headers["content-security-policy"] = value;
  delete request.headers["content-security-policy-report-only"];
  response.setHeader("Content-Security-Policy", value);
  // This header supports one origin at most. When others may frame, only `frame-ancestors` can say so.
  if (framing === "'none'") response.setHeader("X-Frame-Options", "DENY");
  response.setHeader("Permissions-Policy", permissionsPolicy(request.url ?? ""));
  for (const [name, text] of Object.entries(FIXED_HEADERS)) response.setHeader(name, text);
}

/** Tells browsers to use https only from now on, if this installation uses https. */
export function setTransportSecurity(response: ServerResponse, appUrl: string): void {
  if (appUrl.startsWith("https:")) response.setHeader("Strict-Transport-Security", HSTS_POLICY);
}

/** Restricts the policy of a page without scripts: it runs nothing and connects to nothing, whatever its content. */
export function setDocumentPolicy(request: IncomingMessage, response: ServerResponse): void {
  const value = [
    "default-src 'none'",
    "script-src 'none'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${frameAncestors(request.url ?? "", [])}`,
  ].join("; ");
  response.setHeader("Content-Security-Policy", value);
}
