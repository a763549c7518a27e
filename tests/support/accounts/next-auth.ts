import { parseSetCookie } from "cookie";
import type { JWTPayload } from "jose";
import NextAuth from "next-auth";
import type { NextApiRequest, NextApiResponse } from "next";
import { authOptions, type SignInOutcome } from "@/lib/accounts/sessions/options";
import { sessionCookieName } from "@/lib/accounts/sessions/session";
import { readRequestContext } from "@/lib/http/endpoints/incoming";
import { withRequestContext } from "@/lib/kernel/request-context";
import { ORIGIN } from "../http/client";
import type { OpenIdProvider } from "./openid-provider";

type Cookies = Record<string, string>;

const parseCookies = (...headers: string[]): Cookies =>
  Object.fromEntries(
    headers.map((header) => {
      const { name, value = "" } = parseSetCookie(header);
      return [name, value];
    }),
  );

type NextAuthCall = {
  cookies?: Cookies;
  fields?: Record<string, string>;
  query?: Record<string, string>;
  outcome?: SignInOutcome;
};

/** Calls next-auth itself with our options. Returns the cookies that it sets, its body, and where it leads. */
async function callNextAuth(
  method: string,
  action: string,
  { cookies = {}, fields = {}, query = {}, outcome = {} }: NextAuthCall = {},
) {
  const cookieHeaders: string[] = [];
  let location = "";
  let body: unknown = null;
  const response = {
    getHeader: () => cookieHeaders,
    setHeader: (name: string, value: unknown) => {
      if (name.toLowerCase() === "set-cookie")
        cookieHeaders.splice(0, cookieHeaders.length, ...[value as string[]].flat());
      if (name.toLowerCase() === "location") location = String(value);
      return response;
    },
    status: () => response,
    json: (value: unknown) => (body = value),
    send: (value: unknown) => (body = value),
    redirect: () => response,
    end: () => response,
  };
  const request = {
    method,
    headers: {},
    cookies,
    query: { ...query, nextauth: action.split("/") },
    body: fields,
  };
  await NextAuth(
    request as unknown as NextApiRequest,
    response as unknown as NextApiResponse,
    authOptions(outcome),
  );
  return { cookies: parseCookies(...cookieHeaders), body, location };
}

/** Sends a form of next-auth, with the token that protects it. */
async function postForm(action: string, { cookies = {}, fields, outcome }: NextAuthCall) {
  const { cookies: own, body } = await callNextAuth("GET", "csrf");
  const { csrfToken } = body as { csrfToken: string };
  const result = await callNextAuth("POST", action, {
    cookies: { ...own, ...cookies },
    fields: { ...fields, csrfToken, json: "true" },
    ...(outcome && { outcome }),
  });
  return { ...result, url: (result.body as { url: string }).url };
}

type Browser = { address: string; userAgent?: string; devices?: string };

/** What a browser gets from an attempt to sign in. */
type SignInAttempt = {
  /** The code of the refusal; null on success. */
  error: string | null;
  retryAfter: number;
  /** The cookie that the browser sends from then on: the session, or the second step. */
  cookie: string;
  /** The cookies that our own code sets, such as that of known devices. */
  setCookies: string[];
};

/** Tries to sign in through one of next-auth's providers, from a browser at an address with these cookies. */
export async function attemptSignIn(
  provider: "credentials" | "second-factor" | "passkey",
  fields: Record<string, string>,
  {
    address = "192.0.2.1",
    userAgent = "",
    cookie = "",
  }: { address?: string; userAgent?: string; cookie?: string } = {},
): Promise<SignInAttempt> {
  const headers = { "x-client-address": address, "user-agent": userAgent, cookie };
  const context = readRequestContext(new Request(ORIGIN, { headers }));
  const outcome: SignInOutcome = {};
  const result = await withRequestContext(context, () =>
    postForm(`callback/${provider}`, { fields, outcome }),
  );
  const { url } = result;
  const setCookies = context.setCookies.map((value) => value.split(";", 1)[0] ?? "");
  const session = result.cookies[sessionCookieName()];
  return {
    error: new URL(url).searchParams.get("error"),
    retryAfter: Number(outcome.retryAfter ?? 0),
    cookie: session ? `${sessionCookieName()}=${session}` : setCookies.join("; "),
    setCookies,
  };
}

/**
 * Tries to sign in with a password from a browser at an address, with its cookie of known devices. Returns the code of
 * the refusal (null on success) and the cookie of known devices that the browser received.
 */
export async function signIn(
  login: { email: string; password: string },
  { address, userAgent = "", devices = "" }: Browser,
): Promise<{ error: string | null; retryAfter: number; devices: string }> {
  const attempt = await attemptSignIn("credentials", login, { address, userAgent, cookie: devices });
  const { error, retryAfter, setCookies } = attempt;
  return { error, retryAfter, devices: setCookies[0] ?? "" };
}

/**
 * Signs in through an OpenID provider, which lets somebody with these claims in. Returns the code of the refusal (null on
 * success) and the cookie that the browser sends from then on: the session, or the second step.
 */
export async function signInByOpenId(
  provider: OpenIdProvider,
  claims: JWTPayload,
): Promise<{ error: string | null; cookie: string }> {
  const context = readRequestContext(new Request(ORIGIN, { headers: { "x-client-address": "192.0.2.1" } }));
  const result = await withRequestContext(context, async () => {
    const { url, cookies } = await postForm("signin/oidc", {});
    const state = new URL(url).searchParams.get("state") ?? "";
    const query = { code: provider.letIn(url, claims), state };
    return callNextAuth("GET", "callback/oidc", { cookies, query });
  });
  const session = result.cookies[sessionCookieName()];
  return {
    error: new URL(result.location, ORIGIN).searchParams.get("error"),
    cookie: session
      ? `${sessionCookieName()}=${session}`
      : context.setCookies.map((value) => value.split(";", 1)[0] ?? "").join("; "),
  };
}

/** Signs out in the browser that has this cookie. */
export async function signOut(cookie: string): Promise<void> {
  await postForm("signout", { cookies: parseCookies(cookie) });
}

/** Returns the cookie that `GET /api/auth/session` sets in place of this one. */
export async function refreshSession(cookie: string): Promise<string> {
  const { cookies } = await callNextAuth("GET", "session", { cookies: parseCookies(cookie) });
  return `${sessionCookieName()}=${cookies[sessionCookieName()] ?? ""}`;
}
