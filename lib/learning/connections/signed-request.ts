import { clock } from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";
import { findSigningApp, recordNonce, type SigningApp } from "@/lib/learning/apps/signing";
import type { Parameter } from "@/lib/learning/lti/parameters";
import { verifyOAuthRequest } from "@/lib/learning/lti/verify";

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
export async function verifySignedRequest(
  { method, path, search, body, header }: RawRequest,
  required: readonly string[],
): Promise<{ app: SigningApp; parameters: Parameter[] }> {
  const request = {
    method,
    origin: env().APP_URL,
    path,
    query: search,
    authorization: header("authorization"),
    contentType: header("content-type"),
    body: Buffer.from(body).toString("utf8"),
  };
  const result = await verifyOAuthRequest(request, {
    now: clock.now(),
    required,
    findApp: findSigningApp,
    recordNonce,
  });
  if (!result.isAccepted) throw result.error;
  return result;
}
