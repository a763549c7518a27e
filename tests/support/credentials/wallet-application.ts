import { createHash, randomBytes } from "node:crypto";
import { expect } from "vitest";
import { POST as answerConsent } from "@/app/(earner)/authorize/answer/route";
import { WALLET_SCOPE_NAMES } from "@/lib/applications/wallet-applications/choices";
import { nextSerial } from "../builders";
import { ORIGIN } from "../http/client";
import { dispatch } from "../http/routes";
import type { Person } from "../accounts/members";
import { sql } from "../platform/database";

export const SERVICE = "/ims/ob/v3p0";
export const REDIRECT_URI = "https://client.example/callback?from=badges";
export const ALL_SCOPES = WALLET_SCOPE_NAMES.join(" ");

export type Json = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any

export type WalletResponse = { status: number; headers: Headers; text: string; json: Json };

/** Sends a request to the real handlers, with the text of the response and its JSON if it is JSON. */
export async function sendWallet(
  method: string,
  path: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: Json | string } = {},
): Promise<WalletResponse> {
  const text = typeof body === "object" ? JSON.stringify(body) : (body ?? null);
  const type = typeof body === "object" ? { "content-type": "application/json" } : {};
  const response = await dispatch(
    new Request(ORIGIN + path, { method, headers: { ...type, ...headers }, body: text }),
  );
  const received = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text: received,
    json: received.startsWith("{") ? (JSON.parse(received) as Json) : {},
  };
}

export const register = (metadata: Json = {}): Promise<WalletResponse> =>
  sendWallet("POST", `${SERVICE}/oauth/register`, {
    body: { client_name: `Client ${nextSerial()}`, redirect_uris: [REDIRECT_URI], ...metadata },
  });

/** Sends the form of the consent page as a browser does. */
export async function answer(
  person: Pick<Person, "id" | "headers">,
  fields: Record<string, string>,
  headers: Record<string, string> = person.headers,
): Promise<URL> {
  const response = await answerConsent(
    new Request(`${ORIGIN}/authorize/answer`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
      body: new URLSearchParams({ account: person.id, ...fields }).toString(),
    }),
  );
  expect(response.status).toBe(303);
  return new URL(response.headers.get("location") ?? "", ORIGIN);
}

const createVerifier = () => {
  const verifier = randomBytes(32).toString("base64url");
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
};

const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`,
});

/** A registered application, with the steps of its flow. */
export async function createWalletClient(metadata: Json = {}) {
  const registered = await register(metadata);
  expect(registered.status, registered.text).toBe(201);
  const { client_id: id, client_secret: secret } = registered.json as {
    client_id: string;
    client_secret?: string;
  };
  const headers = secret === undefined ? {} : basic(id, secret);
  const own: Record<string, string> = secret === undefined ? { client_id: id } : {};

  const post = (path: string, fields: Record<string, string>, more: Record<string, string> = headers) =>
    sendWallet("POST", `${SERVICE}/oauth/${path}`, {
      headers: { "content-type": "application/x-www-form-urlencoded", ...more },
      body: new URLSearchParams({ ...own, ...fields }).toString(),
    });
  const requestFields = (scope = ALL_SCOPES, challenge = createVerifier().challenge) => ({
    response_type: "code",
    client_id: id,
    redirect_uri: REDIRECT_URI,
    scope,
    state: "xyz",
    code_challenge: challenge,
    code_challenge_method: "S256",
  });
  /** The fields of a token request for a new code, after the person's consent. */
  const getCode = async (person: Pick<Person, "id" | "headers">, scope?: string) => {
    const { verifier, challenge } = createVerifier();
    const location = await answer(person, { ...requestFields(scope, challenge), answer: "allow" });
    return {
      grant_type: "authorization_code",
      code: location.searchParams.get("code") ?? "",
      redirect_uri: REDIRECT_URI,
      code_verifier: verifier,
    };
  };
  const getTokens = async (person: Pick<Person, "id" | "headers">, scope?: string) => {
    const response = await post("token", await getCode(person, scope));
    expect(response.status, response.text).toBe(200);
    return response.json as {
      access_token: string;
      refresh_token: string;
      scope: string;
      expires_in: number;
    };
  };
  const refresh = (refresh_token: string, more: Record<string, string> = {}) =>
    post("token", { grant_type: "refresh_token", refresh_token, ...more });
  const findId = async (): Promise<string> =>
    String((await sql("SELECT id FROM wallet_applications WHERE uid = $1", [id]))[0]?.id);
  return { id, secret, headers, post, requestFields, getCode, getTokens, refresh, findId };
}

export type WalletClient = Awaited<ReturnType<typeof createWalletClient>>;

/** Sends a request with an access token. */
export const callWallet = (token: string, method: string, path: string, body?: Json | string, headers = {}) =>
  sendWallet(method, SERVICE + path, {
    headers: { authorization: `Bearer ${token}`, ...headers },
    ...(body === undefined ? {} : { body }),
  });
