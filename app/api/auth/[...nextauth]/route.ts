import NextAuth from "next-auth";
import type { NextRequest } from "next/server";
import { authOptions, type SignInOutcome } from "@/lib/auth/options";
import { answerInContext } from "@/lib/http/incoming";
import { signInResponse } from "@/lib/http/sign-in-response";

type Context = { params: Promise<{ nextauth: string[] }> };

const handler = (request: NextRequest, context: Context): Promise<Response> =>
  answerInContext(request, async () => {
    const outcome: SignInOutcome = {};
    const response = (await NextAuth(request, context, authOptions(outcome))) as Response;
    return signInResponse(response, outcome);
  });

export { handler as GET, handler as POST };
