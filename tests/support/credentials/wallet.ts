import { expect } from "vitest";
import { ORIGIN } from "../http/client";
import { dispatch } from "../http/routes";
import type { TestEarner } from "../accounts/earners";
import {
  CONFIGURATIONS,
  PRE_AUTHORIZED,
  readOffer,
  signProofFor,
  type ProofChanges,
  type WalletKey,
} from "./wallet-key";

export type WalletResponse = { status: number; headers: Headers; body: Record<string, unknown> };

async function post(name: string, init: RequestInit): Promise<WalletResponse> {
  const request = new Request(`${ORIGIN}/v1/wallet_issuance/${name}`, { method: "POST", ...init });
  const response = await dispatch(request);
  const text = await response.text();
  const body = JSON.parse(text === "" ? "{}" : text) as Record<string, unknown>;
  return { status: response.status, headers: response.headers, body };
}

/** Requests an access token, with the parameters in a form. */
export const requestWalletToken = (fields: Record<string, string> | string) =>
  post("token", {
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
  });

export async function requestNonce(): Promise<string> {
  const { body } = await post("nonce", {});
  return String(body.c_nonce);
}

/** Requests a credential. A text is sent unchanged. */
export const requestCredential = (token: string | null, body: object | string) =>
  post("credential", {
    headers: {
      "content-type": "application/json",
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });

type Offer = { id: string; offer_url: string; tx_code: string };

/** Offers a badge of an earner. Returns the offer, and the fields of the token request for it. */
export async function offerBadge(earner: Pick<TestEarner, "client">, badgeId: string) {
  const { status, data } = await earner.client.post(`/badges/${badgeId}/wallet_offers`, {});
  if (status !== 201) throw new Error(JSON.stringify(data));
  const offer = data as Offer;
  const code = readOffer(offer.offer_url).grants[PRE_AUTHORIZED]?.["pre-authorized_code"] ?? "";
  const fields = { grant_type: PRE_AUTHORIZED, "pre-authorized_code": code, tx_code: offer.tx_code };
  return { offer, fields };
}

/** Offers a badge and exchanges the code for an access token. */
export async function obtainWalletToken(
  earner: Pick<TestEarner, "client">,
  badgeId: string,
): Promise<string> {
  const { status, body } = await requestWalletToken((await offerBadge(earner, badgeId)).fields);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return String(body.access_token);
}

/** Signs a proof of possession for the service. */
export const signProof = (key: WalletKey, nonce: string, changes: ProofChanges = {}): Promise<string> =>
  signProofFor(ORIGIN, key, nonce, changes);

/** Builds the request for one credential with a proof. */
export const buildCredentialRequest = (jwt: string, configuration: string = CONFIGURATIONS[0]) => ({
  credential_configuration_id: configuration,
  proofs: { jwt: [jwt] },
});

/** Takes a credential as a wallet does: nonce, proof, credential. */
export async function takeCredential(
  token: string,
  key: WalletKey,
  configuration: string = CONFIGURATIONS[0],
): Promise<unknown> {
  const proof = await signProof(key, await requestNonce());
  const { status, body } = await requestCredential(token, buildCredentialRequest(proof, configuration));
  if (status !== 200) throw new Error(JSON.stringify(body));
  return (body.credentials as { credential: unknown }[])[0]?.credential;
}

/** Expects an error in the format of RFC 6749, 5.2, that pages of any origin can read and no cache stores. */
export function expectWalletError({ status, headers, body }: WalletResponse, error: string, expected = 400) {
  expect([status, body.error], JSON.stringify(body)).toEqual([expected, error]);
  expect(Object.keys(body)).toEqual(["error", "error_description"]);
  expect(body.error_description).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("access-control-allow-origin")).toBe("*");
}
