import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { State } from "@/lib/credentials/conformance/choices";
import { buildBadgeRequest, callApi, createIssuer, type Issuer } from "../support/badges/issuing";
import { alterCopy } from "../support/credentials/altered-copy";
import {
  ask,
  listQuestions,
  saveAnswers,
  type Answer,
  type Question,
} from "../support/credentials/conformance";
import { startVerifiers, type Verifiers } from "../support/credentials/verifiers";
import { CONFIGURATIONS, createWalletKey, type WalletKey } from "../support/credentials/wallet-key";
import { createWalletClient } from "../support/credentials/wallet-client";
import { signInAtHost } from "../support/accounts/browser-session";
import { startHttpsProduct, type HttpsProduct } from "../support/platform/https-product";
import {
  createLocalhostCertificate,
  type LocalhostCertificate,
} from "../support/platform/localhost-certificate";
import { ensureBuilt } from "../support/platform/product";

// A wallet of another project takes badges from the product, and verifiers of others say what they think of them.

let certificate: LocalhostCertificate;
let verifiers: Verifiers;
let product: HttpsProduct;
let issuer: Issuer;
/** The session of the administrator, who is also the earner here. */
let cookie: string;

beforeAll(async () => {
  await ensureBuilt();
  certificate = await createLocalhostCertificate();
  verifiers = startVerifiers(certificate.certificateFile);
  product = await startHttpsProduct(certificate);
  issuer = await createIssuer({ ...product, origin: product.address }, "http://127.0.0.1:9/nobody");
  const { admin_email: email, admin_password: password } = issuer;
  cookie = await signInAtHost(product, { email, password });
});
afterAll(async () => {
  await verifiers?.stop();
  await product?.remove();
  await certificate?.remove();
});

const NAMES = ["did:key", "did:jwk", "jwk"] as const;
type Naming = (typeof NAMES)[number];

/** How the wallet names its key in a proof. */
const namers = (key: WalletKey) => {
  const { jwk, algorithm: alg } = key;
  return {
    "did:key": { method: "did", didUrl: key.didKeyUrl, alg },
    "did:jwk": { method: "did", didUrl: key.didJwkUrl, alg },
    jwk: { method: "jwk", publicJwk: jwk, alg },
  } as const;
};

async function readData<Data>(response: Response, status: number): Promise<Data> {
  const text = await response.text();
  if (response.status !== status) throw new Error(`${response.status} instead of ${status}: ${text}`);
  return (JSON.parse(text) as { data: Data }).data;
}

/** Sends a request in the session of the earner. */
const sendAsEarner = (path: string): Promise<Response> => {
  const headers = { cookie, origin: product.origin, "content-type": "application/json" };
  return fetch(`${product.address}/v1/me/badges/${path}`, { method: "POST", headers, body: "{}" });
};

/** Issues a badge that the earner accepts, from a template of its own. Returns its id. */
async function issueAccepted(changes: object = {}): Promise<string> {
  const copied = ["POST", `/badge_templates/${issuer.templateId}/copy`, {}] as [string, string, unknown];
  const draft = await readData<{ id: string }>(await callApi(product.address, issuer, copied), 201);
  const activated = ["PUT", `/badge_templates/${draft.id}`, { state: "active" }] as [string, string, unknown];
  await readData(await callApi(product.address, issuer, activated), 200);
  const [method, path, body] = buildBadgeRequest({ ...issuer, templateId: draft.id }, issuer.admin_email);
  const request = [method, path, { ...(body as object), ...changes }] as [string, string, unknown];
  const { id } = await readData<{ id: string }>(await callApi(product.address, issuer, request), 201);
  await readData(await sendAsEarner(`${id}/accept`), 200);
  return id;
}

const offer = async (id: string) =>
  readData<{ offer_url: string; tx_code: string }>(await sendAsEarner(`${id}/wallet_offers`), 201);

/** Takes an accepted badge as the wallet does: offer, metadata, token; then nonce, proof and credential for each format. */
async function take(badgeId: string, key: WalletKey, naming: Naming) {
  const wallet = createWalletClient(key, product);
  const { offer_url: link, tx_code: txCode } = await offer(badgeId);
  const credentialOffer = await wallet.resolveCredentialOffer(link);
  const issuerMetadata = await wallet.resolveIssuerMetadata(credentialOffer.credential_issuer);
  const { accessTokenResponse } = await wallet.retrievePreAuthorizedCodeAccessTokenFromOffer({
    credentialOffer,
    issuerMetadata,
    txCode,
  });
  const taken: unknown[] = [];
  for (const credentialConfigurationId of credentialOffer.credential_configuration_ids) {
    const { c_nonce: nonce } = await wallet.requestNonce({ issuerMetadata });
    const signer = namers(key)[naming];
    const proof = { issuerMetadata, credentialConfigurationId, nonce, signer };
    const { jwt } = await wallet.createCredentialRequestJwtProof(
      proof as Parameters<typeof wallet.createCredentialRequestJwtProof>[0],
    );
    const { credentialResponse } = await wallet.retrieveCredentials({
      issuerMetadata,
      accessToken: accessTokenResponse.access_token,
      credentialConfigurationId,
      proofs: { jwt: [jwt] },
    });
    const [issued] = (credentialResponse.credentials ?? []) as { credential: unknown }[];
    taken.push(issued?.credential);
  }
  const [json, jwt] = taken as [{ id: string; credentialSubject: { id: string } }, string];
  return { json, jwt, issuerMetadata, configurations: credentialOffer.credential_configuration_ids };
}

const describeHolder = (key: WalletKey, naming: Naming): string =>
  naming === "did:key" ? key.didKey : (expect.stringContaining("did:jwk:") as string);

describe.each(["EdDSA", "ES256"] as const)("a wallet with a key for %s", (algorithm) => {
  it.each(NAMES)("takes a badge in both formats, and names its key by %s", async (naming) => {
    const key = await createWalletKey(algorithm);
    const badge = await issueAccepted();
    const { json, jwt, issuerMetadata, configurations } = await take(badge, key, naming);
    expect(issuerMetadata.originalDraftVersion).toBe("V1");
    expect(configurations).toEqual([...CONFIGURATIONS]);
    const holder = describeHolder(key, naming);
    expect(json.credentialSubject.id).toEqual(holder);
    expect(decodeJwt(jwt).sub).toEqual(holder);
    const valid = { isSigned: true, isExpired: false };
    expect(await verifiers.verify("verifier-core", json)).toEqual({ ...valid, isRevoked: false });
    for (const suite of ["eddsa-rdfc-2022", "eddsa-jcs-2022"] as const)
      expect(await verifiers.verify(suite, json), suite).toEqual(valid);
    for (const verifier of ["did-jwt-vc", "jose"] as const)
      expect(await verifiers.verify(verifier, jwt), verifier).toEqual(valid);
    for (const verifier of ["jsonld", "learncard"] as const)
      expect(await verifiers.verify(verifier, json), verifier).toEqual({ isWellFormed: true });
  });
});

const FUTURE = "2036-04-01T00:00:00Z";
const PAST = "2026-05-01T00:00:00Z";
const CARRIERS = ["wallet_json", "wallet_jwt"] as const;

async function changeBadge(method: string, path: string, body: object): Promise<void> {
  const response = await callApi(product.address, issuer, [method, `/badges/${path}`, body]);
  if (!response.ok) throw new Error(`${path}: ${response.status}: ${await response.text()}`);
}

describe("a badge that a wallet took before it was revoked or replaced", () => {
  type Taken = { badge: string; json: object; jwt: string };
  const taken = new Map<State, Taken>();
  const answers: Answer[] = [];

  async function takeNew(state: State, changes: object = {}): Promise<Taken> {
    const badge = await issueAccepted(changes);
    const { json, jwt } = await take(badge, await createWalletKey(), "did:key");
    const forms = { badge, json, jwt };
    taken.set(state, forms);
    return forms;
  }

  function formOf({ carrier, state }: Question): object | string {
    const forms = taken.get(state === "altered" ? "valid" : state);
    if (!forms) throw new Error(`No wallet took a badge that is ${state}.`);
    const form = carrier === "wallet_jwt" ? forms.jwt : forms.json;
    return state === "altered" ? alterCopy(form) : form;
  }

  beforeAll(async () => {
    await takeNew("valid");
    await takeNew("expiring", { expires_at: FUTURE });
    await takeNew("expired", { expires_at: PAST });
    const [revoked, replaced] = [await takeNew("revoked"), await takeNew("replaced")];
    await changeBadge("PUT", `${revoked.badge}/revoke`, { reason: "Wrong." });
    const successor = { badge_template_id: issuer.templateId, issued_at: "2026-05-01T08:00:00Z" };
    await changeBadge("POST", `${replaced.badge}/replace`, successor);
  });

  it.each(listQuestions(CARRIERS))("$verifier finds the $carrier that is $state right", async (question) => {
    const answer = await ask(verifiers, question, formOf(question));
    answers.push(answer);
    expect(answer.answer).toEqual(answer.expected);
  });

  it("the page of conformance shows what the verifiers said", async () => {
    const { results, verifiers: asked } = await saveAnswers(answers);
    const page = await fetch(`${product.address}/conformance?lang=en`);
    expect(page.status).toBe(200);
    const html = await page.text();
    expect(html).not.toContain("<script");
    expect(html).toContain(`All ${results.length} results are right`);
    for (const { package: from, version } of asked) expect(html).toContain(`${from} ${version}`);
  });
});

it("a wallet is told what is wrong with the digits", async () => {
  const wallet = createWalletClient(await createWalletKey(), product);
  const { offer_url: link, tx_code: txCode } = await offer(await issueAccepted());
  const credentialOffer = await wallet.resolveCredentialOffer(link);
  const issuerMetadata = await wallet.resolveIssuerMetadata(credentialOffer.credential_issuer);
  const wrong = String((Number(txCode) + 1) % 1_000_000).padStart(6, "0");
  const request = { credentialOffer, issuerMetadata, txCode: wrong };
  await expect(wallet.retrievePreAuthorizedCodeAccessTokenFromOffer(request)).rejects.toMatchObject({
    errorResponse: { error: "invalid_grant", error_description: "The transaction code is wrong." },
  });
  await wallet.retrievePreAuthorizedCodeAccessTokenFromOffer({ ...request, txCode });
});
