import { createWalletKey, PRE_AUTHORIZED, readOffer, signProofFor } from "../credentials/wallet-key";

async function post(url: string, init: RequestInit): Promise<Record<string, string>> {
  const response = await fetch(url, { method: "POST", ...init });
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status}: ${text}`);
  return JSON.parse(text) as Record<string, string>;
}

/** Takes a badge as a wallet app does that opened this link and was given these digits. Returns the DID of its key. */
export async function takeBadge(link: string, digits: string): Promise<string> {
  const { credential_issuer: issuer, credential_configuration_ids: configurations, grants } = readOffer(link);
  const endpoint = (name: string) => `${issuer}/v1/wallet_issuance/${name}`;
  const code = grants[PRE_AUTHORIZED]?.["pre-authorized_code"] ?? "";
  const fields = { grant_type: PRE_AUTHORIZED, "pre-authorized_code": code, tx_code: digits };
  const token = await post(endpoint("token"), { body: new URLSearchParams(fields) });
  const { c_nonce: nonce = "" } = await post(endpoint("nonce"), {});
  const key = await createWalletKey();
  const proof = await signProofFor(issuer, key, nonce);
  await post(endpoint("credential"), {
    headers: { authorization: `Bearer ${token.access_token}`, "content-type": "application/json" },
    body: JSON.stringify({ credential_configuration_id: configurations[0], proofs: { jwt: [proof] } }),
  });
  return key.didKey;
}
