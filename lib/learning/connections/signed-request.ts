import { clock } from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";
import { signerOfKey, takeNonce, type Signer } from "@/lib/learning/apps/signing";
import type { Parameter } from "@/lib/learning/lti/parameters";
import { verify } from "@/lib/learning/lti/verify";

/** A request as it was sent. Parsed values must not be used, because only signed ones can be trusted. */
export type RawRequest = {
  method: string;
  path: string;
  search: string;
  body: Uint8Array;
  header: (name: string) => string | null;
};

/**
 * Verifies a signed request and returns the app and the signed parameters. Throws the errors of the verifier
 * (lib/learning/lti/verify.ts).
 */
export async function verifySigned(
  { method, path, search, body, header }: RawRequest,
  required: readonly string[],
): Promise<{ app: Signer; parameters: Parameter[] }> {
  const request = {
    method,
    origin: env().APP_URL,
    path,
    query: search,
    authorization: header("authorization"),
    contentType: header("content-type"),
    body: Buffer.from(body).toString("utf8"),
  };
  const verdict = await verify(request, { now: clock.now(), required, findApp: signerOfKey, takeNonce });
  if (!verdict.isAccepted) throw verdict.error;
  return verdict;
}
