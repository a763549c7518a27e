import { clientAddress } from "@/lib/auth/sign-in-limit";
import { newId } from "@/lib/kernel/ids";
import { withRequestContext } from "@/lib/kernel/request-context";
import { encodeError, respond, type Answer, type ErrorEncoder } from "./respond";

/** Runs and encodes: the one catch of the service. Errors are said in the dialect of `encode`. */
export async function responding(
  request: Request,
  work: () => Promise<Answer>,
  encode: ErrorEncoder = encodeError,
): Promise<Response> {
  const requestId = newId();
  const address = clientAddress(request.headers.get("x-forwarded-for") ?? undefined);
  try {
    return respond(await withRequestContext({ requestId, address }, work), requestId);
  } catch (error) {
    return respond(encode(error, requestId), requestId);
  }
}
