import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

const policy = (nonce: string): string =>
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
    "frame-ancestors 'none'",
  ].join("; ");

const FIXED = {
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
  "Cross-Origin-Opener-Policy": "same-origin",
};

/**
 * Sets the security headers of a response. Next reads the nonce for its own scripts from this header of the request,
 * so it is written there too, over whatever the client sent.
 */
export function setSecurityHeaders(request: IncomingMessage, response: ServerResponse): void {
  const value = policy(randomBytes(16).toString("base64"));
  request.headers["content-security-policy"] = value;
  delete request.headers["content-security-policy-report-only"];
  response.setHeader("Content-Security-Policy", value);
  for (const [name, text] of Object.entries(FIXED)) response.setHeader(name, text);
}
