import { stringifySetCookie } from "cookie";
import { NextRequest } from "next/server";
import { cookieValue, isSecureSite } from "@/lib/kernel/cookies";
import { publicUrl } from "@/lib/kernel/env";
import { ApiError, badRequest, notFound } from "@/lib/kernel/errors";
import { parseBody, readText } from "./body";
import { addressOf } from "./request-address";

const FORM_LIMIT = 16_384;
/** What next-auth calls an error; it writes the word into an address as it stands. */
const ERROR_CODE = /^[\w.-]{1,64}$/;

/** The fields of a form or of a JSON object, as text: next-auth expects nothing else, and checks none of it. */
async function fieldsOf(request: Request): Promise<URLSearchParams> {
  const text = await readText(request, FORM_LIMIT);
  const body = parseBody(text, request.headers.get("content-type"), "") as Record<string, unknown>;
  const fields = Object.entries(body).filter(([, value]) =>
    ["string", "number", "boolean"].includes(typeof value),
  );
  return new URLSearchParams(fields.map(([name, value]) => [name, String(value)]));
}

/** The cookie in which next-auth keeps the address to go on to. */
const callbackCookie = (): string => `${isSecureSite() ? "__Secure-" : ""}next-auth.callback-url`;

/** Whether next-auth can lead to this address; it takes any other for a mistake of ours. */
const isWebAddress = (text: string): boolean =>
  URL.canParse(text, text.startsWith("/") ? publicUrl("/") : undefined) &&
  /^https?:$/.test(new URL(text, publicUrl("/")).protocol);

/** Refuses a callback address, in the query or in the cookie of next-auth, that is no web address. */
function checkCallback(request: Request, query: URLSearchParams): void {
  const asked = query.get("callbackUrl");
  if (asked && !isWebAddress(asked)) {
    throw badRequest("invalid_parameter", "The parameter callbackUrl is not a web address.");
  }
  const name = callbackCookie();
  const value = cookieValue(request.headers.get("cookie"), name);
  if (!value || isWebAddress(value)) return;
  // Browsers let a cookie named `__Secure-` be removed only by a header that says `Secure`.
  const forgotten = { name, value: "", path: "/", maxAge: 0, secure: isSecureSite() };
  const forget = { "Set-Cookie": stringifySetCookie(forgotten) };
  throw new ApiError(400, "invalid_cookie", `The cookie ${name} is not a web address.`, [], forget);
}

function checkAddress(request: Request, [action = "", detail]: string[]): void {
  // The log of next-auth's own client: anybody could write into ours.
  if (action === "_log") throw notFound();
  const query = new URLSearchParams(addressOf(request).search);
  checkCallback(request, query);
  const error = action === "error" ? (query.get("error") ?? detail) : undefined;
  if (error !== undefined && !ERROR_CODE.test(error)) {
    throw badRequest("invalid_parameter", "The parameter error is not the code of an error.");
  }
  if (action === "callback" && detail === "credentials" && request.method === "GET") {
    throw new ApiError(405, "method_not_allowed", "Allowed here: POST.", [], { Allow: "POST" });
  }
}

/**
 * The request that next-auth is given: one that it can answer. `path` is what follows `/api/auth`. Throws 400 for a body
 * that cannot be read, for an error code and for an address to go on to that are none, 405 for a form's address that is opened, 413 for a body of
 * more than 16 KiB, and 415 for one that is neither a form nor JSON.
 */
export async function signInRequest(request: NextRequest, path: string[]): Promise<NextRequest> {
  checkAddress(request, path);
  if (request.method !== "POST") return request;
  const headers = new Headers(request.headers);
  const body = await fieldsOf(request);
  headers.set("content-type", "application/x-www-form-urlencoded");
  headers.delete("content-length");
  const { path: asked, search } = addressOf(request);
  return new NextRequest(publicUrl(asked + search), { method: "POST", headers, body: body.toString() });
}
