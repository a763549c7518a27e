import { beforeAll, describe, expect, it } from "vitest";
import { createTestOrganization, type TestOrganization } from "../../support/builders";
import { fetchDocument } from "../../support/credentials/open-badge-documents";
import {
  CONFIGURATIONS,
  createWalletKey,
  PRE_AUTHORIZED,
  readOffer,
  type WalletKey,
} from "../../support/credentials/wallet-key";
import {
  expectWalletError,
  offerBadge,
  requestWalletToken,
  takeCredential,
} from "../../support/credentials/wallet";
import { stopClock } from "../../support/delivery/outbox";
import { ORIGIN, send } from "../../support/http/client";
import {
  createEarner,
  issueAcceptedBadge,
  issueBadgeTo,
  type TestEarner,
} from "../../support/accounts/earners";
import { dumpTables, sql } from "../../support/platform/database";

let organization: TestOrganization;
let earner: TestEarner;
let key: WalletKey;

beforeAll(async () => {
  organization = await createTestOrganization("Open University");
  earner = await createEarner();
  key = await createWalletKey();
});

const issue = async (isPrivate = false): Promise<string> =>
  (await issueAcceptedBadge(organization, earner, isPrivate)).id;

const later = (minutes: number) => stopClock(new Date(Date.now() + minutes * 60_000));

describe("the metadata", () => {
  it("names the endpoints, the formats, and what may hold a credential", async () => {
    const { status, json, headers } = await fetchDocument("/.well-known/openid-credential-issuer");
    expect([status, headers.get("content-type")]).toEqual([200, "application/json"]);
    const shared = {
      cryptographic_binding_methods_supported: ["did:key", "did:jwk", "jwk"],
      proof_types_supported: { jwt: { proof_signing_alg_values_supported: ["EdDSA", "ES256"] } },
      credential_metadata: { display: [{ name: "Open Badge" }] },
    };
    const type = ["VerifiableCredential", "OpenBadgeCredential"];
    const context = expect.arrayContaining(["https://www.w3.org/ns/credentials/v2"]) as string[];
    expect(json).toEqual({
      credential_issuer: ORIGIN,
      credential_endpoint: `${ORIGIN}/v1/wallet_issuance/credential`,
      nonce_endpoint: `${ORIGIN}/v1/wallet_issuance/nonce`,
      credential_configurations_supported: {
        OpenBadgeCredential_ldp_vc: {
          format: "ldp_vc",
          credential_definition: { "@context": context, type },
          credential_signing_alg_values_supported: ["eddsa-rdfc-2022", "eddsa-jcs-2022"],
          ...shared,
        },
        OpenBadgeCredential_jwt_vc_json: {
          format: "jwt_vc_json",
          credential_definition: { type },
          credential_signing_alg_values_supported: ["ES256"],
          ...shared,
        },
      },
    });
  });

  it("names the token endpoint, which anonymous clients use", async () => {
    const { status, json } = await fetchDocument("/.well-known/oauth-authorization-server");
    expect([status, json]).toEqual([
      200,
      {
        issuer: ORIGIN,
        token_endpoint: `${ORIGIN}/v1/wallet_issuance/token`,
        token_endpoint_auth_methods_supported: ["none"],
        grant_types_supported: [PRE_AUTHORIZED],
        "pre-authorized_grant_anonymous_access_supported": true,
      },
    ]);
  });
});

describe("an offer", () => {
  it("has a link with a code, and six digits beside it, which are shown once", async () => {
    const id = await issue();
    const { status, data, headers } = await earner.client.post(`/badges/${id}/wallet_offers`, {});
    expect(status).toBe(201);
    expect(data.offer_url).toMatch(/^openid-credential-offer:\/\/\?credential_offer=/);
    expect(data.tx_code).toMatch(/^\d{6}$/);
    expect(readOffer(data.offer_url)).toEqual({
      credential_issuer: ORIGIN,
      credential_configuration_ids: [...CONFIGURATIONS],
      grants: {
        [PRE_AUTHORIZED]: {
          "pre-authorized_code": expect.stringMatching(/^bwp_/) as string,
          tx_code: { input_mode: "numeric", length: 6 },
        },
      },
    });
    expect(data.offer_url).not.toContain(data.tx_code);
    const location = new URL(headers.get("location") ?? "").pathname.replace("/v1/me", "");
    const again = await earner.client.get(location);
    expect([again.status, again.data]).toEqual([200, { ...data, offer_url: null, tx_code: null }]);
    const stranger = await createEarner();
    expect((await stranger.client.get(location)).status).toBe(404);
  });

  it("says when a wallet took the badge, and lists what it took", async () => {
    const id = await issue();
    const { offer, fields } = await offerBadge(earner, id);
    const path = `/badges/${id}/wallet_offers/${offer.id}`;
    const { body } = await requestWalletToken(fields);
    expect((await earner.client.get(path)).data).toMatchObject({ collected_at: null, usable: true });
    const credential = (await takeCredential(String(body.access_token), key)) as { id: string };
    expect((await earner.client.get(path)).data.collected_at).not.toBeNull();
    const { data } = await earner.client.get(`/badges/${id}/wallet_copies`);
    const copy = { badge_id: id, credential_id: credential.id, format: "ldp_vc", holder: key.didKey };
    expect(data).toMatchObject([copy]);
    expect((await (await createEarner()).client.get(`/badges/${id}/wallet_copies`)).status).toBe(404);
    expect((await earner.client.get("/data")).data.wallet_copies).toEqual(expect.arrayContaining(data));
  });

  it("404 for a badge of somebody else, 422 for one that is not accepted", async () => {
    const stranger = await createEarner();
    expect((await stranger.client.post(`/badges/${await issue()}/wallet_offers`, {})).status).toBe(404);
    const pending = await issueBadgeTo(organization, earner.email);
    const waiting = await earner.client.post(`/badges/${pending.id}/wallet_offers`, {});
    expect([waiting.status, waiting.data.code]).toEqual([422, "not_accepted"]);
    const accepted = await issue();
    await organization.client.put(`/badges/${accepted}/revoke`, { reason: "A mistake" });
    const revoked = await earner.client.post(`/badges/${accepted}/wallet_offers`, {});
    expect([revoked.status, revoked.data.code]).toEqual([422, "not_accepted"]);
  });

  it("422 once there are 100 copies of a badge", async () => {
    const id = await issue();
    await sql(
      `INSERT INTO wallet_copies (id, badge_id, format, holder, nonce_digest, issued_at)
       SELECT gen_random_uuid(), $1, 'ldp_vc', 'did:key:z', sha256((random()::text)::bytea), now()
       FROM generate_series(1, 100)`,
      [id],
    );
    const { status, data } = await earner.client.post(`/badges/${id}/wallet_offers`, {});
    expect([status, data.code]).toEqual([422, "too_many_copies"]);
  });

  it("ends when there is a newer one, and expired ones are deleted", async () => {
    const id = await issue();
    const first = await offerBadge(earner, id);
    const second = await offerBadge(earner, id);
    expectWalletError(await requestWalletToken(first.fields), "invalid_grant");
    const time = later(11);
    await sql("UPDATE sessions SET proved_at = now() + interval '11 minutes' WHERE user_id = $1", [
      earner.id,
    ]);
    const third = await offerBadge(earner, await issue());
    time.restore();
    const rows = await sql("SELECT id FROM wallet_offers WHERE id = ANY ($1)", [
      [second.offer.id, third.offer.id],
    ]);
    expect(rows).toEqual([{ id: third.offer.id }]);
  });

  it("leaves no secret in the database", async () => {
    const id = await issue();
    const { offer, fields } = await offerBadge(earner, id);
    const { body } = await requestWalletToken(fields);
    const dump = await dumpTables();
    for (const secret of [fields["pre-authorized_code"], String(body.access_token)])
      expect(dump.includes(secret)).toBe(false);
    const [row] = await sql("SELECT transaction_key FROM wallet_offers WHERE id = $1", [offer.id]);
    expect(row?.transaction_key).not.toContain(offer.tx_code);
  });
});

describe("the token endpoint", () => {
  it("exchanges a code and its digits for a token, once", async () => {
    const { fields } = await offerBadge(earner, await issue());
    const { status, body, headers } = await requestWalletToken(fields);
    expect([status, Object.keys(body)]).toEqual([200, ["access_token", "token_type", "expires_in"]]);
    expect(body).toMatchObject({ token_type: "Bearer", expires_in: 600 });
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expectWalletError(await requestWalletToken(fields), "invalid_grant");
  });

  it("gives one of many requests at once a token", async () => {
    const { fields } = await offerBadge(earner, await issue());
    const answers = await Promise.all(Array.from({ length: 4 }, () => requestWalletToken(fields)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it("ignores a client id and other parameters", async () => {
    const { fields } = await offerBadge(earner, await issue());
    const sent = { ...fields, client_id: "wallet", authorization_details: "[]" };
    expect((await requestWalletToken(sent)).status).toBe(200);
  });

  const wrong = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

  it("invalid_grant: wrong digits; after five of them the right ones, too", async () => {
    const { fields } = await offerBadge(earner, await issue());
    for (let attempt = 0; attempt < 4; attempt += 1)
      expectWalletError(
        await requestWalletToken({ ...fields, tx_code: wrong(fields.tx_code) }),
        "invalid_grant",
      );
    const other = await offerBadge(earner, await issue());
    expect((await requestWalletToken(other.fields)).status).toBe(200);
    expectWalletError(
      await requestWalletToken({ ...fields, tx_code: wrong(fields.tx_code) }),
      "invalid_grant",
    );
    expectWalletError(await requestWalletToken(fields), "invalid_grant");
  });

  it("takes the right digits after four wrong ones, and counts attempts at once", async () => {
    const { fields } = await offerBadge(earner, await issue());
    const attempt = () => requestWalletToken({ ...fields, tx_code: wrong(fields.tx_code) });
    await Promise.all(Array.from({ length: 4 }, attempt));
    expect((await requestWalletToken(fields)).status).toBe(200);
    const { fields: others } = await offerBadge(earner, await issue());
    await Promise.all(
      Array.from({ length: 12 }, () => requestWalletToken({ ...others, tx_code: wrong(others.tx_code) })),
    );
    expectWalletError(await requestWalletToken(others), "invalid_grant");
  });

  it("invalid_grant: an unknown, malformed or expired code", async () => {
    const { fields } = await offerBadge(earner, await issue());
    const code = fields["pre-authorized_code"];
    for (const given of ["x", `${code}x`, code.toLowerCase(), "bwp_\u0000"])
      expectWalletError(
        await requestWalletToken({ ...fields, "pre-authorized_code": given }),
        "invalid_grant",
      );
    const time = later(11);
    expectWalletError(await requestWalletToken(fields), "invalid_grant");
    time.restore();
  });

  it("invalid_request: a missing or repeated parameter, without counting an attempt", async () => {
    const { fields } = await offerBadge(earner, await issue());
    const { tx_code: _code, ...withoutDigits } = fields;
    for (let count = 0; count < 6; count += 1)
      expectWalletError(await requestWalletToken(withoutDigits), "invalid_request");
    const { "pre-authorized_code": _other, ...withoutCode } = fields;
    expectWalletError(await requestWalletToken(withoutCode), "invalid_request");
    const { grant_type: _type, ...withoutType } = fields;
    expectWalletError(await requestWalletToken(withoutType), "invalid_request");
    expectWalletError(
      await requestWalletToken(`${new URLSearchParams(fields)}&tx_code=1`),
      "invalid_request",
    );
    expectWalletError(await requestWalletToken({ ...fields, grant_type: "" }), "invalid_request");
    expect((await requestWalletToken(fields)).status).toBe(200);
  });

  it("unsupported_grant_type: any other one", async () => {
    const { fields } = await offerBadge(earner, await issue());
    for (const grant_type of ["client_credentials", "authorization_code", "password"])
      expectWalletError(await requestWalletToken({ ...fields, grant_type }), "unsupported_grant_type");
  });

  it("405 for other methods, and OPTIONS for pages of any origin", async () => {
    expect((await send("GET", "/v1/wallet_issuance/token")).status).toBe(405);
    const { status, headers } = await send("OPTIONS", "/v1/wallet_issuance/credential");
    expect([status, headers.get("access-control-allow-methods")]).toEqual([204, "POST, OPTIONS"]);
    expect(headers.get("access-control-allow-headers")).toContain("Authorization");
  });
});
