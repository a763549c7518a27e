import NextAuth from "next-auth";
import type { NextRequest } from "next/server";
import { authOptions, type SignInOutcome } from "@/lib/auth/options";
import { answerInContext } from "@/lib/http/incoming";
import { encodeError, respond } from "@/lib/http/respond";
import { signInResponse } from "@/lib/http/sign-in-response";
import { isTemporary } from "@/lib/http/unavailable";
import { newId } from "@/lib/kernel/ids";
import { requestContext } from "@/lib/kernel/request-context";

type Context = { params: Promise<{ nextauth: string[] }> };

const handler = (request: NextRequest, context: Context): Promise<Response> =>
  answerInContext(request, async () => {
    const outcome: SignInOutcome = {};
    const response = (await NextAuth(request, context, authOptions(outcome))) as Response;
    // next-auth would call the password wrong, or a session ended that goes on.
    if (isTemporary(outcome.failure)) {
      const requestId = requestContext()?.requestId ?? newId();
      return respond(encodeError(outcome.failure, requestId), requestId);
    }
    return signInResponse(response, outcome);
  });

export { handler as GET, handler as POST };
