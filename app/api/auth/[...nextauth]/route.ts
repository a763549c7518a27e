import NextAuth from "next-auth";
import type { NextRequest } from "next/server";
import { authOptions } from "@/lib/auth/options";
import { signInResponse } from "@/lib/http/sign-in-response";
import type { Locale } from "@/lib/kernel/locales";

type Context = { params: Promise<{ nextauth: string[] }> };

async function handler(request: NextRequest, context: Context): Promise<Response> {
  const spoken: Locale[] = [];
  const options = authOptions((locale) => spoken.push(locale));
  const response = (await NextAuth(request, context, options)) as Response;
  return signInResponse(response, spoken[0] ?? null);
}

export { handler as GET, handler as POST };
