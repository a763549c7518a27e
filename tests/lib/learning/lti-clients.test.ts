import { createHmac } from "node:crypto";
import HmacSha1 from "ims-lti/lib/hmac-sha1.js";
import OAuth from "oauth-1.0a";
import { describe, expect, it } from "vitest";
import { LAUNCH_PARAMETERS, readLaunch } from "@/lib/learning/lti/launch-parameters";
import type { SignedRequest } from "@/lib/learning/lti/parameters";
import { verifyOAuthRequest } from "@/lib/learning/lti/verify";
import { emptyRequest, LAUNCH, ORIGIN, SECRET } from "../../support/learning/lti";

/** Launches as other packages sign them, with their own clocks and nonces. */

const FIELDS = {
  ...LAUNCH,
  lti_message_type: "basic-lti-launch-request",
  lti_version: "LTI-1p0",
  context_label: "SI182 (autumn)",
  lis_person_name_full: "Zoë O'Neil + Łukasz*!",
  launch_presentation_return_url: "https://lms.example/return?a=b&c=d%20e",
  empty: "",
};

async function verifyAndParse(request: SignedRequest) {
  const verdict = await verifyOAuthRequest(request, {
    now: new Date(),
    required: LAUNCH_PARAMETERS,
    findApp: async (key) => (key === "key" ? { secret: SECRET } : null),
    recordNonce: async (_app, nonce) => nonce.length > 0,
  });
  if (!verdict.isAccepted) throw verdict.error;
  return readLaunch(verdict.parameters);
}

const expected = {
  userId: LAUNCH.user_id,
  integrationId: 7,
  fullName: FIELDS.lis_person_name_full,
  role: "learner",
};
const form = (fields: Record<string, string>): string => new URLSearchParams(fields).toString();

describe("a launch signed by oauth-1.0a", () => {
  const client = new OAuth({
    consumer: { key: "key", secret: SECRET },
    signature_method: "HMAC-SHA1",
    hash_function: (text, key) => createHmac("sha1", key).update(text).digest("base64"),
  });
  const url = `${ORIGIN}/auth/lti?custom_source=menu`;
  // Its result also contains the data and the query, which the form does not repeat.
  const authorize = () =>
    Object.entries(client.authorize({ url, method: "POST", data: { ...FIELDS } }))
      .filter(([name]) => name !== "custom_source")
      .map(([name, value]) => [name, String(value)] as const);

  it("is accepted as a form", async () => {
    const body = form(Object.fromEntries(authorize()));
    expect(await verifyAndParse({ ...emptyRequest, query: "?custom_source=menu", body })).toMatchObject(
      expected,
    );
  });

  it("is accepted with its OAuth parameters in the header", async () => {
    const { Authorization: authorization } = client.toHeader(Object.fromEntries(authorize()) as never);
    expect(authorization).toMatch(/^OAuth oauth_consumer_key="key", /);
    const request = { ...emptyRequest, query: "?custom_source=menu", authorization, body: form(FIELDS) };
    expect(await verifyAndParse(request)).toMatchObject(expected);
  });
});

describe("a launch signed by ims-lti", () => {
  it("is accepted", async () => {
    const fields = {
      ...FIELDS,
      oauth_callback: "about:blank",
      oauth_consumer_key: "key",
      oauth_nonce: String(Math.random()),
      oauth_signature_method: "HMAC-SHA1",
      oauth_timestamp: String(Math.round(Date.now() / 1000)),
      oauth_version: "1.0",
    };
    const signer = new HmacSha1();
    const signature = signer.build_signature_raw(`${ORIGIN}/auth/lti`, { query: {} }, "POST", fields, SECRET);
    const body = form({ ...fields, oauth_signature: signature });
    expect(await verifyAndParse({ ...emptyRequest, body })).toMatchObject(expected);
  });
});
