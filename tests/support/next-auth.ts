import NextAuth from "next-auth";
import type { NextApiRequest, NextApiResponse } from "next";
import { authOptions } from "@/lib/auth/options";
import { sessionCookieName } from "@/lib/auth/session";

type Cookies = Record<string, string>;

const cookiesOf = (...headers: string[]): Cookies =>
  Object.fromEntries(
    headers.map((header) => {
      const [name = "", ...value] = (header.split(";")[0] ?? "").split("=");
      return [name, decodeURIComponent(value.join("="))];
    }),
  );

/** Asks next-auth itself, with our options; returns the cookies that it sets, and its body. */
async function ask(method: string, action: string, cookies: Cookies, fields: Record<string, string> = {}) {
  const set: string[] = [];
  let body: unknown = null;
  const response = {
    getHeader: () => set,
    setHeader: (name: string, value: unknown) => {
      if (name.toLowerCase() === "set-cookie") set.splice(0, set.length, ...[value as string[]].flat());
      return response;
    },
    status: () => response,
    json: (value: unknown) => (body = value),
    send: (value: unknown) => (body = value),
    redirect: () => response,
    end: () => response,
  };
  const request = { method, headers: {}, cookies, query: { nextauth: [action] }, body: fields };
  await NextAuth(request as unknown as NextApiRequest, response as unknown as NextApiResponse, authOptions());
  return { cookies: cookiesOf(...set), body };
}

/** Signs out in the browser that has this cookie. */
export async function signOut(cookie: string): Promise<void> {
  const { cookies, body } = await ask("GET", "csrf", {});
  const { csrfToken } = body as { csrfToken: string };
  await ask("POST", "signout", { ...cookies, ...cookiesOf(cookie) }, { csrfToken, json: "true" });
}

/** The cookie that `GET /api/auth/session` answers to the one before. */
export async function refreshed(cookie: string): Promise<string> {
  const { cookies } = await ask("GET", "session", cookiesOf(cookie));
  return `${sessionCookieName()}=${cookies[sessionCookieName()] ?? ""}`;
}
