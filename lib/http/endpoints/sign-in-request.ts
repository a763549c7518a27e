import { stringifySetCookie } from "cookie";
import { NextRequest } from "next/server";
import { readCookie, isSecureSite } from "@/lib/kernel/cookies";
import { publicUrl } from "@/lib/kernel/env";
import { ApiError, badRequest, notFound } from "@/lib/kernel/errors";
import { parseBody, readBodyText } from "./body";
import { requestAddress } from "./incoming";
import type { SignInOutcome } from "@/lib/accounts/sessions/options";
import { buildLanguageCookie } from "@/lib/http/server/language";

/**
 * Adds to next-auth's response what it does not support: 429 after too many wrong passwords, and the account's language
 * for all pages after the sign-in.
 */
export function prepareSignInResponse(response: Response, { locale, retryAfter }: SignInOutcome): Response {
  const headers = new Headers(response.headers);
  if (locale) headers.append("Set-Cookie", buildLanguageCookie(locale));
  if (retryAfter !== undefined) headers.set("Retry-After", retryAfter);
  const isRefused = retryAfter !== undefined && response.status === 401;
  return new Response(response.body, { status: isRefused ? 429 : response.status, headers });
}

const FORM_BODY_LIMIT = 16_384;
/** The providers of next-auth that are forms (lib/accounts/sessions/options.ts). */
const FORM_PROVIDERS = new Set<string | undefined>(["credentials", "second-factor", "passkey"]);
/** The form of next-auth's error codes, which it inserts into a URL unchanged. */
const ERROR_CODE = /^[\w.-]{1,64}$/;

/** Reads the fields of a form or of a JSON object, as text. next-auth expects only text and does not check it. */
async function readFields(request: Request): Promise<URLSearchParams> {
  const text = await readBodyText(request, FORM_BODY_LIMIT);
  const body = parseBody(text, request.headers.get("content-type"), "") as Record<string, unknown>;
  const fields = Object.entries(body).filter(([, value]) =>
    ["string", "number", "boolean"].includes(typeof value),
  );
  return new URLSearchParams(fields.map(([name, value]) => [name, String(value)]));
}

/** The cookie in which next-auth stores the URL to continue to. */
const callbackCookieName = (): string => `${isSecureSite() ? "__Secure-" : ""}next-auth.callback-url`;

/** The URL that next-auth has stored to continue to after the sign-in. */
export const readCallbackUrl = (headers: Pick<Headers, "get">): string | null =>
  readCookie(headers.get("cookie"), callbackCookieName());

/** Whether next-auth can redirect to this URL. It fails with an internal error for any other one. */
const isWebAddress = (text: string): boolean =>
  URL.canParse(text, text.startsWith("/") ? publicUrl("/") : undefined) &&
  /^https?:$/.test(new URL(text, publicUrl("/")).protocol);

/** Throws 400 for a callback URL, in the query or in next-auth's cookie, that is not a web URL. */
function requireValidCallback(request: Request, query: URLSearchParams): void {
  const callbackUrl = query.get("callbackUrl");
  if (callbackUrl && !isWebAddress(callbackUrl)) {
    throw badRequest("invalid_parameter", "The parameter callbackUrl is not a web address.");
  }
  const name = callbackCookieName();
  const value = readCookie(request.headers.get("cookie"), name);
  if (!value || isWebAddress(value)) return;
  // Browsers remove a cookie named `__Secure-` only if the header says `Secure`.
  const expired = { name, value: "", path: "/", maxAge: 0, secure: isSecureSite() };
  const headers = { "Set-Cookie": stringifySetCookie(expired) };
  throw new ApiError(400, "invalid_cookie", `The cookie ${name} is not a web address.`, [], headers);
}

function requireValidAddress(request: Request, [action, detail]: string[]): void {
  // The log endpoint for next-auth's client: without a credential, anyone could write into our log.
  if (action === "_log") throw notFound();
  const query = new URLSearchParams(requestAddress(request).search);
  requireValidCallback(request, query);
  const error = action === "error" ? (query.get("error") ?? detail) : undefined;
  if (error !== undefined && !ERROR_CODE.test(error)) {
    throw badRequest("invalid_parameter", "The parameter error is not the code of an error.");
  }
  const isForm = action === "callback" && FORM_PROVIDERS.has(detail);
  if (isForm && request.method === "GET") {
    throw new ApiError(405, "method_not_allowed", "Allowed here: POST.", [], { Allow: "POST" });
  }
}

/**
 * Prepares a request that next-auth can handle. `path` is the part after `/api/auth`. Throws 400 for a body that cannot
 * be read, an invalid error code or an invalid callback URL, 405 for opening the address of a form, 413 for a body of
 * more than 16 KiB, and 415 for a body that is neither a form nor JSON.
 */
export async function prepareSignInRequest(request: NextRequest, path: string[]): Promise<NextRequest> {
  requireValidAddress(request, path);
  if (request.method !== "POST") return request;
  const headers = new Headers(request.headers);
  const body = await readFields(request);
  headers.set("content-type", "application/x-www-form-urlencoded");
  headers.delete("content-length");
  const { path: pathname, search } = requestAddress(request);
  return new NextRequest(publicUrl(pathname + search), { method: "POST", headers, body: body.toString() });
}
