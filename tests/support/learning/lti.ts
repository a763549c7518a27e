import { createHmac, randomUUID } from "node:crypto";
import OAuth from "oauth-1.0a";
import type { SignedRequest } from "@/lib/learning/lti/parameters";

export const ORIGIN = "https://badges.example.org";
export const SECRET = "4Kd9fQ2mZx7Lr0Tn5Vb8Yc3Wg6Hj1PsA";
export const NOW = new Date("2026-03-01T12:00:00.000Z");

/** A launch by a learner, with everything that the specification requires in addition to OAuth's own parameters. */
export const LAUNCH = {
  user_id: "292832126",
  tool_consumer_info_product_family_code: "cle",
  context_id: "456434513",
  lis_person_contact_email_primary: "ada@lumen-academy.example",
  roles: "urn:lti:role:ims/lis/Learner",
  integration_id: "7",
};

export type Fields = Record<string, string | undefined>;

type Signing = { url?: string; method?: string; secret?: string };

const given = (fields: Fields): [string, string][] =>
  Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));

const protocol = (): Fields => ({
  oauth_consumer_key: "key",
  oauth_nonce: randomUUID(),
  oauth_signature_method: "HMAC-SHA1",
  oauth_timestamp: String(NOW.getTime() / 1000),
  oauth_version: "1.0",
});

/**
 * Signs fields as a client would, with the package oauth-1.0a. Fields with the value undefined are left out, so that
 * tests can remove a parameter of the protocol.
 */
export function signFields(
  fields: Fields,
  { url, method = "POST", secret = SECRET }: Signing = {},
): string[][] {
  const client = new OAuth({
    consumer: { key: "key", secret },
    signature_method: "HMAC-SHA1",
    hash_function: (text, key) => createHmac("sha1", key).update(text).digest("base64"),
  });
  const pairs = given({ ...protocol(), ...fields });
  const request = { url: url ?? `${ORIGIN}/auth/lti`, method, data: Object.fromEntries(pairs) };
  // The package expects the protocol's parameters separately and adds the others to them. Here all of them are data.
  const signature = client.getSignature(request, undefined, {} as OAuth.Data);
  return [...pairs, ["oauth_signature", signature]];
}

export const FORM = "application/x-www-form-urlencoded";

/** An empty request. */
export const emptyRequest: SignedRequest = {
  method: "POST",
  origin: ORIGIN,
  path: "/auth/lti",
  query: "",
  authorization: null,
  contentType: FORM,
  body: "",
};

/** A launch as a browser posts it. */
export const launchRequest = (fields: Fields = LAUNCH, signing: Signing = {}): SignedRequest => ({
  ...emptyRequest,
  method: signing.method ?? "POST",
  body: new URLSearchParams(signFields(fields, signing)).toString(),
});
