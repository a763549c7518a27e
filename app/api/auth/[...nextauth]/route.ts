import NextAuth from "next-auth";
import type { NextRequest } from "next/server";
import { authOptions } from "@/lib/auth/options";
import { RETRY_AFTER_SECONDS, TOO_MANY_ATTEMPTS } from "@/lib/auth/sign-in-limit";

type Context = { params: Promise<{ nextauth: string[] }> };

/** next-auth knows no 429: its 401 that tells of too many attempts becomes one. */
async function withRetryAfter(response: Response): Promise<Response> {
  const body = response.status === 401 ? await response.clone().text() : "";
  if (!body.includes(TOO_MANY_ATTEMPTS)) return response;
  const headers = new Headers(response.headers);
  headers.set("Retry-After", String(RETRY_AFTER_SECONDS));
  return new Response(body, { status: 429, headers });
}

async function handler(request: NextRequest, context: Context): Promise<Response> {
  return withRetryAfter((await NextAuth(request, context, authOptions())) as Response);
}

export { handler as GET, handler as POST };
