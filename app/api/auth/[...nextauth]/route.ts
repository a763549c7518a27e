import NextAuth from "next-auth";
import type { NextRequest } from "next/server";
import { authOptions, type SignInOutcome } from "@/lib/accounts/sessions/options";
import { respondInContext, errorResponse } from "@/lib/http/endpoints/incoming";
import { prepareSignInRequest, prepareSignInResponse } from "@/lib/http/endpoints/sign-in-request";
import { isTemporary } from "@/lib/http/server/page-status";

type Context = { params: Promise<{ nextauth: string[] }> };

async function handleAuth(request: NextRequest, context: Context): Promise<Response> {
  const outcome: SignInOutcome = {};
  try {
    const accepted = await prepareSignInRequest(request, (await context.params).nextauth);
    const response = (await NextAuth(accepted, context, authOptions(outcome))) as Response;
    // next-auth would report a wrong password, or end a session that is still valid.
    if (isTemporary(outcome.failure)) throw outcome.failure;
    return prepareSignInResponse(response, outcome);
  } catch (error) {
    return errorResponse(error);
  }
}

const handler = (request: NextRequest, context: Context): Promise<Response> =>
  respondInContext(request, () => handleAuth(request, context));

export { handler as GET, handler as POST };
