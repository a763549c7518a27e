import { describe, expect, it, onTestFinished, vi } from "vitest";
import { compactVerify, decodeJwt, decodeProtectedHeader, importJWK, type JWK } from "jose";
import * as check from "@/lib/credentials/issuer-domains/check";
import * as outbound from "@/lib/platform/outbound/send";
import { env } from "@/lib/kernel/env";
import { createTestOrganization } from "../../support/builders";
import {
  checkFiles,
  CONFIGURATION_PATH,
  DID_PATH,
  publishConfiguration,
  publishDid,
  readIssuerDomain,
  startIssuing,
  switchTo,
} from "../../support/credentials/issuer-domain-setting";
import type { Json } from "../../support/credentials/open-badge-documents";
import { fetchDocument } from "../../support/credentials/open-badge-documents";
import { stopClock } from "../../support/delivery/outbox";
import {
  checkDomain,
  createVerifiedDomain,
  DAY,
  HOUR,
  organization,
  publishProof,
  setDomain,
  site,
  useDomains,
} from "../../support/organizations/domain-setting";
import { createLookup } from "../../support/platform/outbound-certificates";

useDomains();

const rotate = (algorithm: string) => organization.client.post("/signing_keys/rotate", { algorithm });

const listActions = async (): Promise<string[]> => {
  const { data } = await organization.client.get("/audit_entries?filter=action_group::issuer_domain");
  return (data as unknown as Json[]).map(({ action }) => String(action)).toReversed();
};

const hostedDid = () =>
  `did:web:${new URL(env().APP_URL).host.replace(":", "%3A")}:v1:obi:v3:issuers:${organization.id}`;
const hostedDocument = async (): Promise<Json> =>
  (await fetchDocument(`/v1/obi/v3/issuers/${organization.id}/did.json`)).json;

const problemsOf = async (): Promise<string[]> => (await checkFiles()).did_document.found?.problems ?? [];

describe("GET /organizations/{id}/domain/issuer", () => {
  it("404 without a domain", async () => {
    for (const response of [
      await organization.client.get("/domain/issuer"),
      await switchTo(true),
      await organization.client.post("/domain/issuer/check", {}),
    ])
      expect([response.status, response.data.message]).toEqual([404, "This organization has no domain."]);
  });

  it("200: off, with the DID document to publish, and no credential for a domain that is not verified", async () => {
    const { name } = await setDomain();
    const found = await readIssuerDomain();
    expect(found).toMatchObject({
      domain: name,
      did: `did:web:${name}`,
      domain_verified: false,
      enabled: false,
      state: "off",
      paused_because: null,
      issuer_did: hostedDid(),
      did_document: { url: `https://${name}/.well-known/did.json`, found: null },
      did_configuration: {
        url: `https://${name}/.well-known/did-configuration.json`,
        content: null,
        expires_at: null,
        found: null,
      },
    });
    expect(found.did_document.content).not.toHaveProperty("service");
    expect(await hostedDocument()).not.toHaveProperty("service");
  });

  it("200: the document has all keys under the DID of the domain, its other names, and the verified domain", async () => {
    const { name } = await createVerifiedDomain();
    await rotate("Ed25519");
    const hosted = await hostedDocument();
    const { content } = (await readIssuerDomain()).did_document;
    const did = `did:web:${name}`;
    const moved = JSON.parse(JSON.stringify(hosted).replaceAll(hostedDid(), did)) as Json;
    const https = `${env().APP_URL}/v1/obi/v3/issuers/${organization.id}`;
    expect(content).toEqual({ ...moved, alsoKnownAs: [hostedDid(), https] });
    expect(content.service).toEqual([
      { id: `${did}#linked-domain`, type: "LinkedDomains", serviceEndpoint: `https://${name}` },
    ]);
    expect(hosted.alsoKnownAs).toEqual([https]);
  });

  it("200: the DID configuration has a credential for each DID as its specification wants it, and stays the same", async () => {
    const { name } = await createVerifiedDomain();
    const { did_configuration: file, did_document: document } = await readIssuerDomain();
    expect(Object.keys(file.content ?? {})).toEqual(["@context", "linked_dids"]);
    const documents = [document.content as Json, await hostedDocument()];
    for (const [index, jwt] of (file.content?.linked_dids ?? []).entries()) {
      const { id: did, verificationMethod } = documents[index] as Json;
      const { alg, kid, ...rest } = decodeProtectedHeader(jwt);
      const method = (verificationMethod as Json[]).find(({ id }) => id === kid);
      expect([alg, rest, method?.controller]).toEqual(["EdDSA", {}, did]);
      const jwk = (await hostedKey()) as JWK;
      await compactVerify(jwt, await importJWK(jwk, "EdDSA"));
      const { exp = 0, nbf = 0, iss, sub, vc, ...others } = decodeJwt<{ vc: Json }>(jwt);
      expect([iss, sub, others]).toEqual([did, did, {}]);
      const seconds = (at: number) => new Date(at * 1_000).toISOString().replace(".000", "");
      expect(vc).toEqual({
        "@context": [
          "https://www.w3.org/2018/credentials/v1",
          "https://identity.foundation/.well-known/did-configuration/v1",
        ],
        issuer: did,
        issuanceDate: seconds(nbf),
        expirationDate: seconds(exp),
        type: ["VerifiableCredential", "DomainLinkageCredential"],
        credentialSubject: { id: did, origin: `https://${name}` },
      });
    }
    expect(file.content?.linked_dids).toHaveLength(2);
    expect((await readIssuerDomain()).did_configuration).toEqual(file);
  });
});

/** The newest Ed25519 key as the issuer publishes it for tokens. */
const hostedKey = async (): Promise<Json> =>
  (await fetchDocument(`/v1/obi/v3/issuers/${organization.id}/jwk`)).json;

describe("PUT /organizations/{id}/domain/issuer", () => {
  it("turns it on and off, each with one entry in the audit log", async () => {
    const { domain, did } = await startIssuing();
    expect(await readIssuerDomain()).toMatchObject({ enabled: true, issuer_did: did });
    expect((await switchTo(true)).status).toBe(200);
    expect((await hostedDocument()).alsoKnownAs).toContain(did);
    const off = await switchTo(false);
    expect([off.status, off.data]).toMatchObject([
      200,
      { enabled: false, state: "off", issuer_did: hostedDid(), active_since: null, next_check_at: null },
    ]);
    expect((await switchTo(false)).status).toBe(200);
    expect((await hostedDocument()).alsoKnownAs).not.toContain(did);
    expect(await listActions()).toEqual(["issuer_domain.enable", "issuer_domain.disable"]);
    const [entry] = (await organization.client.get("/audit_entries?filter=action_group::issuer_domain")).data;
    expect(entry).toMatchObject({ subject_id: domain });
  });

  it("422 for a domain that is not verified, for no document, and for keys that it does not list", async () => {
    const domain = await setDomain();
    const refusal = async () => {
      const { status, data } = await switchTo(true);
      return [status, data.code];
    };
    expect(await refusal()).toEqual([422, "domain_not_verified"]);
    publishProof(domain);
    await checkDomain();
    expect(await refusal()).toEqual([422, "document_wrong"]);
    await checkFiles();
    expect(await refusal()).toEqual([422, "document_wrong"]);
    await publishDid();
    await checkFiles();
    await rotate("P-256");
    expect(await refusal()).toEqual([422, "keys_changed"]);
    await publishDid();
    await checkFiles();
    const clock = stopClock();
    clock.advance(DAY + HOUR);
    expect(await refusal()).toEqual([422, "document_not_reached"]);
    expect(await listActions()).toEqual([]);
  });

  it.each([undefined, null, "yes please", 2, [], {}])("422 for %j instead of a choice", async (enabled) => {
    await setDomain();
    const { status, data } = await switchTo(enabled);
    expect([status, data.errors]).toEqual([422, [expect.objectContaining({ field: "enabled" })]]);
  });
});

describe("POST /organizations/{id}/domain/issuer/check", () => {
  it("200: finds both files", async () => {
    await createVerifiedDomain();
    await publishDid();
    await publishConfiguration();
    const checked = await checkFiles();
    const found = { result: "found", problems: [] };
    expect([checked.did_document.found, checked.did_configuration.found]).toEqual([found, found]);
    expect(site.requests.toSorted()).toEqual([CONFIGURATION_PATH, DID_PATH]);
    expect(checked).toMatchObject({ enabled: false, next_check_at: null });
    expect(checked.last_checked_at).not.toBeNull();
  });

  it("422 before the domain is verified, and nothing is fetched", async () => {
    await setDomain();
    const { status, data } = await organization.client.post("/domain/issuer/check", {});
    expect([status, data.code, site.requests]).toEqual([422, "domain_not_verified", []]);
  });

  it("429: shares the limit of the other checks of the domain", async () => {
    await createVerifiedDomain();
    for (let count = 1; count < 30; count += 1) await checkFiles();
    const { status, headers } = await organization.client.post("/domain/issuer/check", {});
    expect([status, Number(headers.get("retry-after")) > 0]).toEqual([429, true]);
  });

  const OTHER_KEY = "z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK";
  const firstKeyOf = (document: Json): object => (document.verificationMethod as object[])[0] ?? {};
  const wrongs: [name: string, change: (document: Json) => unknown, problem: RegExp][] = [
    ["text", () => "hello", /^It is not JSON\.$/],
    ["a list", () => [1], /^It is not a JSON object\.$/],
    ["no id", (one) => void delete one.id, /^Its “id” must be “did:web:[^”]+”\. It is missing\.$/],
    ["another id", (one) => void (one.id = "did:web:example.org"), /It is “did:web:example\.org”\.$/],
    ["an id with control characters", (one) => void (one.id = "a\u0000\ud800"), /It is “a\\u0000�”\.$/],
    ["no context", (one) => void delete one["@context"], /^Its “@context” must contain/],
    ["no keys", (one) => void (one.verificationMethod = []), /^“verificationMethod” has no “did:web/],
    ["keys that are no list", (one) => void (one.verificationMethod = 5), /^“verificationMethod” has no/],
    ["no assertions", (one) => void delete one.assertionMethod, /^“assertionMethod” has no “did:web/],
    [
      "relative ids",
      (one) => {
        for (const method of one.verificationMethod as Json[])
          method.id = String(method.id).replace(/^[^#]+/, "");
      },
      /^“verificationMethod” has no/,
    ],
    [
      "another type",
      (one) => void Object.assign(firstKeyOf(one), { type: "Key" }),
      /^The “type” of “[^”]+” must be/,
    ],
    [
      "another controller",
      (one) => void Object.assign(firstKeyOf(one), { controller: "did:web:a" }),
      /^The “controller” of/,
    ],
    [
      "another key under the right id",
      (one) => void Object.assign(firstKeyOf(one), { publicKeyMultibase: OTHER_KEY }),
      /^The public key of “[^”]+” is not that of this organization\.$/,
    ],
    [
      "no JWK",
      (one) =>
        void (one.verificationMethod = (one.verificationMethod as Json[]).filter(
          ({ type }) => type !== "JsonWebKey",
        )),
      /^“verificationMethod” has no/,
    ],
  ];

  it.each(wrongs)("200: a document with %s is different, and says why", async (_name, change, problem) => {
    await createVerifiedDomain();
    await publishDid(change);
    const { did_document: file } = await checkFiles();
    expect(file.found).toEqual({ result: "different", problems: expect.arrayContaining([]) });
    expect(file.found?.problems[0]).toMatch(problem);
    expect((await switchTo(true)).status).toBe(422);
  });

  it("200: a document may have more keys, embedded ones, and other members", async () => {
    await createVerifiedDomain();
    await publishDid((one) => {
      const methods = one.verificationMethod as Json[];
      one.assertionMethod = methods;
      one.verificationMethod = [{ id: `${one.id}#other`, type: "Multikey" }, "did:web:else#1"];
      one.authentication = [`${one.id}#other`];
    });
    expect((await checkFiles()).did_document.found).toEqual({ result: "found", problems: [] });
  });

  it("200: a document without earlier keys is right for new credentials, and says what is missing", async () => {
    await createVerifiedDomain();
    await rotate("Ed25519");
    await rotate("Ed25519");
    await rotate("Ed25519");
    const { content } = (await readIssuerDomain()).did_document;
    const [retired] = content.verificationMethod;
    await publishDid((one) => {
      one.verificationMethod = (one.verificationMethod as Json[]).filter(({ id }) => id !== retired?.id);
    });
    const { found } = (await checkFiles()).did_document;
    expect(found).toEqual({
      result: "found",
      problems: [
        "It lacks an earlier key. Badges signed with it may no longer be verifiable. Publish the whole file.",
      ],
    });
    expect((await switchTo(true)).status).toBe(200);
    const methods = content.verificationMethod.filter((one) => "publicKeyMultibase" in one);
    const ed25519 = methods.filter(({ publicKeyMultibase: key }) => key.startsWith("z6Mk"));
    const earlier = new Set(ed25519.slice(0, -1).map(({ id }) => id));
    await publishDid((one) => {
      one.verificationMethod = (one.verificationMethod as Json[]).filter(({ id }) => !earlier.has(`${id}`));
    });
    expect((await checkFiles()).did_document.found?.problems).toEqual([
      "It lacks 2 earlier keys. Badges signed with them may no longer be verifiable. Publish the whole file.",
    ]);
  });

  it("200: at most eight problems", async () => {
    await createVerifiedDomain();
    await publishDid((one) => void (one.verificationMethod = []));
    expect((await problemsOf()).length).toBeLessThanOrEqual(8);
  });

  it.each([
    [404, "missing"],
    [410, "missing"],
    [500, "unreachable"],
    [403, "unreachable"],
  ])("200: status %i is %s", async (status, result) => {
    await createVerifiedDomain();
    site.put(DID_PATH, status);
    expect((await checkFiles()).did_document.found?.result).toBe(result);
  });

  it("200: a redirect is not followed, and a document over 1 MiB not read", async () => {
    await createVerifiedDomain();
    site.put(DID_PATH, (_request, response) =>
      response.writeHead(302, { location: "https://a.example/" }).end(),
    );
    site.put(CONFIGURATION_PATH, "x".repeat(1_100_000));
    const { did_document: did, did_configuration: configuration } = await checkFiles();
    expect(did.found).toMatchObject({ result: "unreachable", problems: [expect.stringMatching(/redirect/)] });
    expect(configuration.found).toMatchObject({ problems: [expect.stringMatching(/larger than 1 MiB/)] });
  });

  it("200: nothing is fetched from an address that is not public", async () => {
    await createVerifiedDomain();
    env().WEBHOOKS_ALLOW_INSECURE = false;
    onTestFinished(() => {
      env().WEBHOOKS_ALLOW_INSECURE = true;
    });
    vi.mocked(outbound.sendOutbound).mockImplementation(
      outbound.createSender({ lookup: createLookup(["127.0.0.1"]) }),
    );
    const { found } = (await checkFiles()).did_document;
    expect(found).toMatchObject({ problems: [expect.stringContaining("private or reserved")] });
    expect(site.requests).toEqual([]);
  });

  it("stores nothing about a domain that was changed during the check", async () => {
    await createVerifiedDomain();
    await publishDid();
    const original = check.checkFiles;
    vi.spyOn(check, "checkFiles").mockImplementationOnce(async (checked) => {
      const found = await original(checked);
      await setDomain();
      return found;
    });
    expect((await checkFiles()).last_checked_at).toBeNull();
  });

  it("ends with the domain: another one, and the same one again, begin anew", async () => {
    const { domain } = await startIssuing();
    await setDomain();
    expect(await readIssuerDomain()).toMatchObject({ enabled: false, last_checked_at: null });
    await createVerifiedDomain(organization, domain);
    expect(await readIssuerDomain()).toMatchObject({ enabled: false, state: "off", last_checked_at: null });
    await organization.client.delete("/domain");
    await createVerifiedDomain(organization, domain);
    expect(await readIssuerDomain()).toMatchObject({ enabled: false });
    const other = await createTestOrganization();
    expect((await other.client.get("/domain/issuer")).status).toBe(404);
  });
});
