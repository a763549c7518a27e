import { decodeList } from "@digitalbazaar/vc-bitstring-status-list";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { checkIssuerDomains } from "@/lib/credentials/issuer-domains/jobs";
import { checkDomains } from "@/lib/organizations/domains/jobs";
import { env } from "@/lib/kernel/env";
import { authorizeIssuer, createTemplate, createTestOrganization } from "../../support/builders";
import {
  checkFiles,
  DID_PATH,
  issueCredential,
  listDids,
  publishDid,
  readCredential,
  readIssuerDomain,
  startIssuing,
  switchTo,
} from "../../support/credentials/issuer-domain-setting";
import { fetchDocument, type Json } from "../../support/credentials/open-badge-documents";
import { reasonsOf, verifyByApi } from "../../support/credentials/verify-request";
import { obtainWalletToken, takeCredential } from "../../support/credentials/wallet";
import { createWalletKey, type WalletKey } from "../../support/credentials/wallet-key";
import { stopClock } from "../../support/delivery/outbox";
import { createEarner, issueAcceptedBadge } from "../../support/accounts/earners";
import { sql } from "../../support/platform/database";
import {
  checkDomain,
  createVerifiedDomain,
  DAY,
  dns,
  HOUR,
  organization,
  publishProof,
  readDomain,
  removeProof,
  setDomain,
  site,
  useDomains,
} from "../../support/organizations/domain-setting";

useDomains();
// The hourly job would check the domains of earlier tests, too.
beforeEach(() => sql("UPDATE issuer_domains SET next_check_at = NULL"));

const rotate = (algorithm: string) => organization.client.post("/signing_keys/rotate", { algorithm });
const hostedDid = (id = organization.id) =>
  `did:web:${new URL(env().APP_URL).host.replace(":", "%3A")}:v1:obi:v3:issuers:${id}`;
const listOf = ({ credentialStatus }: Json): string => credentialStatus.statusListCredential as string;

const listActions = async (): Promise<string[]> => {
  const { data } = await organization.client.get("/audit_entries?filter=action_group::issuer_domain");
  return (data as unknown as Json[]).map(({ action }) => String(action)).toReversed();
};

const didsOfNext = async (): Promise<string[]> => listDids(await issueCredential());

describe("credentials of an organization that issues under its domain", () => {
  it("name the DID of the domain everywhere, and their status list has the same issuer", async () => {
    const earlier = await issueCredential();
    const { did, domain } = await startIssuing();
    const later = await issueCredential();
    expect([listDids(earlier), listDids(later)]).toEqual([[hostedDid()], [did]]);
    const https = `${env().APP_URL}/v1/obi/v3/issuers/${organization.id}`;
    const entry = (identifier: string) => ({
      type: "IdentifierEntry",
      identifierType: "identifier",
      identifier,
    });
    expect(later.json.issuer.otherIdentifier).toEqual(
      [hostedDid(), https, `https://${domain}`].map((identifier) => entry(identifier)),
    );
    expect(earlier.json.issuer.otherIdentifier).toEqual([entry(https)]);
    for (const { json } of [earlier, later]) {
      const list = (await fetchDocument(listOf(json))).json;
      expect(list.issuer).toBe(json.issuer.id);
      for (const { verificationMethod } of list.proof as Json[])
        expect(verificationMethod).toMatch(new RegExp(`^${String(json.issuer.id)}#z6Mk`));
    }
    expect(listOf(earlier.json)).not.toBe(listOf(later.json));
    await switchTo(false);
    expect(listOf((await issueCredential()).json)).toBe(listOf(earlier.json));
    expect(await readCredential(later.id)).toEqual(later);
  });

  it("name the DID at this service from a rotation on, until a check finds the new key", async () => {
    for (const algorithm of ["Ed25519", "P-256"]) {
      const { did } = algorithm === "Ed25519" ? await startIssuing() : await readIssuerDomain();
      await rotate(algorithm);
      expect(await readIssuerDomain()).toMatchObject({
        enabled: true,
        state: "paused",
        paused_because: "keys_changed",
        issuer_did: hostedDid(),
      });
      expect(await didsOfNext()).toEqual([hostedDid()]);
      await checkFiles();
      expect(await readIssuerDomain()).toMatchObject({ paused_because: "document_wrong" });
      expect(await didsOfNext()).toEqual([hostedDid()]);
      await publishDid();
      expect(await checkFiles()).toMatchObject({ state: "on", issuer_did: did });
      expect(await didsOfNext()).toEqual([did]);
    }
    const cycle = ["issuer_domain.pause", "issuer_domain.resume"];
    expect(await listActions()).toEqual(["issuer_domain.enable", ...cycle, ...cycle]);
  });

  it("never name the domain with a key that its document does not list, while keys are rotated", async () => {
    const { did } = await startIssuing();
    const listed = new Set((await readIssuerDomain()).did_document.content.assertionMethod);
    const earner = await createEarner();
    const work = Array.from({ length: 12 }, async (_, index) => {
      if (index === 4) await rotate("P-256");
      if (index === 7) await rotate("Ed25519");
      return readCredential((await issueAcceptedBadge(organization, earner)).id);
    });
    for (const forms of await Promise.all(work)) {
      const header = JSON.parse(Buffer.from(forms.jwt.split(".")[0] ?? "", "base64url").toString()) as Json;
      const methods = [
        header.kid as string,
        ...(forms.json.proof as Json[]).map((one) => String(one.verificationMethod)),
      ];
      const dids = listDids(forms);
      expect(dids).toHaveLength(1);
      const isListed = methods.every((method) => listed.has(method));
      expect(dids[0] === did).toBe(isListed);
    }
  });

  it.each<[string, () => unknown]>([
    ["is gone", () => site.put(DID_PATH, 404)],
    ["is wrong", () => site.put(DID_PATH, { id: "did:web:example.org" })],
  ])("name the DID at this service once a check finds that the document %s", async (_name, change) => {
    const { did } = await startIssuing();
    change();
    const clock = stopClock();
    clock.advance(HOUR);
    await checkIssuerDomains();
    expect(await readIssuerDomain()).toMatchObject({ paused_because: "document_wrong" });
    expect(await didsOfNext()).toEqual([hostedDid()]);
    await publishDid();
    clock.advance(HOUR);
    await checkIssuerDomains();
    expect(await didsOfNext()).toEqual([did]);
    expect(await listActions()).toEqual(["enable", "pause", "resume"].map((verb) => `issuer_domain.${verb}`));
    // The only administrator is told once.
    expect(
      await sql("SELECT data ->> 'event' AS event FROM notices WHERE organization_id = $1", [
        organization.id,
      ]),
    ).toEqual([{ event: "issuing_paused" }]);
    const [entry] = (await organization.client.get("/audit_entries?filter=action_group::issuer_domain")).data;
    expect(entry).toMatchObject({ actor: { type: "System", id: "issuer-domain-check" } });
  });

  it("tolerate a server that does not respond for a day, without a change in between", async () => {
    const { did } = await startIssuing();
    site.put(DID_PATH, 503);
    const clock = stopClock();
    for (let hour = 1; hour < 24; hour += 1) {
      clock.advance(HOUR);
      await checkIssuerDomains();
    }
    expect(await didsOfNext()).toEqual([did]);
    expect(await listActions()).toEqual(["issuer_domain.enable"]);
    for (let hour = 0; hour < 2; hour += 1) {
      clock.advance(HOUR);
      await checkIssuerDomains();
    }
    expect(await readIssuerDomain()).toMatchObject({ paused_because: "document_not_reached" });
    expect(await didsOfNext()).toEqual([hostedDid()]);
    expect(await listActions()).toEqual(["issuer_domain.enable", "issuer_domain.pause"]);
  });

  it("name the DID at this service while no check runs for more than a day", async () => {
    await startIssuing();
    stopClock().advance(DAY + HOUR);
    expect(await didsOfNext()).toEqual([hostedDid()]);
  });

  it("name the DID at this service from the loss of the verification on, and until it is restored", async () => {
    const { did, domain } = await startIssuing();
    const proved = await readDomain();
    removeProof(proved);
    const clock = stopClock();
    for (let day = 0; day < 9; day += 1) {
      clock.advance(DAY);
      await checkDomains();
      await checkIssuerDomains();
    }
    expect((await readDomain()).verified).toBe(false);
    expect(await readIssuerDomain()).toMatchObject({
      state: "paused",
      paused_because: "domain_not_verified",
    });
    const lost = await issueCredential();
    expect(listDids(lost)).toEqual([hostedDid()]);
    expect(lost.json.issuer.otherIdentifier).toHaveLength(1);
    const requests = site.requests.length;
    clock.advance(HOUR);
    await checkIssuerDomains();
    expect(site.requests).toHaveLength(requests);
    publishProof(proved);
    await checkDomain();
    clock.advance(HOUR);
    await checkIssuerDomains();
    expect(await readIssuerDomain()).toMatchObject({ domain, state: "on" });
    expect(await didsOfNext()).toEqual([did]);
    expect(await listActions()).toEqual(["enable", "pause", "resume"].map((verb) => `issuer_domain.${verb}`));
    dns.heal();
  });

  it("name the DID at this service at once when the domain is changed or removed", async () => {
    await startIssuing();
    await setDomain();
    expect(await didsOfNext()).toEqual([hostedDid()]);
    await organization.client.delete("/domain");
    expect(await didsOfNext()).toEqual([hostedDid()]);
  });

  it("name the owner of the template by its own domain", async () => {
    const issuer = await createTestOrganization("Harbor College");
    const { did } = await startIssuing();
    await authorizeIssuer(organization, issuer, { display_issuer_as: "issuer" });
    const template = await createTemplate(organization);
    const { id } = await issueAcceptedBadge(issuer, await createEarner(), false, {
      badge_template_id: template.id,
    });
    const { json } = await readCredential(id);
    expect([json.issuer.id, json.credentialSubject.achievement.creator.id]).toEqual([
      hostedDid(issuer.id),
      did,
    ]);
  });

  it("are checked once by two runners", async () => {
    await startIssuing();
    const requests = site.requests.length;
    stopClock().advance(HOUR);
    await Promise.all([checkIssuerDomains(), checkIssuerDomains(), checkIssuerDomains()]);
    expect(site.requests).toHaveLength(requests + 2);
  });
});

/** Whether the place of a credential is revoked in the list that it names. */
async function isRevoked(json: Json): Promise<boolean> {
  const { credentialSubject } = (await fetchDocument(listOf(json))).json;
  const list = await decodeList({ encodedList: credentialSubject.encodedList });
  return list.getStatus(Number(json.credentialStatus.statusListIndex));
}

describe("a badge with credentials of two issuers", () => {
  let key: WalletKey;
  beforeAll(async () => {
    key = await createWalletKey();
  });

  it("has a place in a list of each, and is revoked in both", async () => {
    const earner = await createEarner();
    const { id } = await issueAcceptedBadge(organization, earner);
    const hosted = (await readCredential(id)).json;
    const { did } = await startIssuing();
    const copy = (await takeCredential(await obtainWalletToken(earner, id), key)) as Json;
    expect([hosted.issuer.id, copy.issuer.id]).toEqual([hostedDid(), did]);
    expect(listOf(copy)).not.toBe(listOf(hosted));
    const again = (await takeCredential(await obtainWalletToken(earner, id), key)) as Json;
    expect(again.credentialStatus).toEqual(copy.credentialStatus);
    expect(await verifyByApi({ credential: copy })).toMatchObject({ status: "valid", issued_here: true });
    await organization.client.put(`/badges/${id}/revoke`, { reason: "A mistake" });
    expect([await isRevoked(hosted), await isRevoked(copy)]).toEqual([true, true]);
    expect(await verifyByApi({ credential: copy })).toMatchObject({ status: "revoked", issued_here: true });
  });

  it("keeps many revocations at once from waiting for each other", async () => {
    const earner = await createEarner();
    const badges = await Promise.all(
      Array.from({ length: 6 }, () => issueAcceptedBadge(organization, earner)),
    );
    for (const { id } of badges) await readCredential(id);
    await startIssuing();
    for (const { id } of badges) await takeCredential(await obtainWalletToken(earner, id), key);
    const revoke = (id: string) => organization.client.put(`/badges/${id}/revoke`, { reason: "A mistake" });
    const answers = await Promise.all(badges.map(({ id }) => revoke(id)));
    expect(answers.map(({ status }) => status)).toEqual(badges.map(() => 200));
    const rows = await sql(
      "SELECT count(*)::int AS places, bool_and(revoked) AS revoked FROM status_list_entries WHERE badge_id = ANY ($1)",
      [badges.map(({ id }) => id)],
    );
    expect(rows).toEqual([{ places: 12, revoked: true }]);
  });
});

describe("the verification of such a credential", () => {
  it("is by our records, with the domain while it is verified, and fetches nothing", async () => {
    const { did, domain } = await startIssuing();
    const { id, json, jwt } = await issueCredential();
    site.put(DID_PATH, { id: did, assertionMethod: [] });
    const requests = site.requests.length;
    const own = new URL(env().APP_URL).host;
    for (const input of [
      { url: `${env().APP_URL}/badges/${id}` },
      { credential: json },
      { credential: jwt },
    ]) {
      const report = await verifyByApi(input);
      expect(report).toMatchObject({
        status: "valid",
        issued_here: true,
        issuer: { id: did, host: own, domain: { name: domain } },
      });
      const issuer = (report.checks as Json[]).find(({ check }) => check === "issuer");
      expect(issuer).toMatchObject({ result: "passed", detail: own });
    }
    expect(site.requests).toHaveLength(requests);
    await organization.client.delete("/domain");
    for (const input of [{ url: `${env().APP_URL}/badges/${id}` }, { credential: json }])
      expect(await verifyByApi(input)).toMatchObject({ status: "valid", issuer: { id: did, domain: null } });
    await organization.client.put(`/badges/${id}/revoke`, { reason: "A mistake" });
    expect(await verifyByApi({ credential: json })).toMatchObject({ status: "revoked" });
  });

  it("calls altered what somebody else signed with the domain in our name, whatever the domain publishes", async () => {
    const { did } = await startIssuing();
    const { json } = await issueCredential();
    const other = await createTestOrganization("Somebody");
    const forger = await issueCredential(other);
    const foreign = (await fetchDocument(`/v1/obi/v3/issuers/${other.id}/did.json`)).json;
    site.put(DID_PATH, JSON.parse(JSON.stringify(foreign).replaceAll(hostedDid(other.id), did)) as object);
    const forged = structuredClone(json);
    forged.credentialSubject.achievement.name = "Mastery";
    forged.proof = (forger.json.proof as Json[]).map((proof) => ({
      ...proof,
      verificationMethod: String(proof.verificationMethod).replace(hostedDid(other.id), did),
    }));
    const requests = site.requests.length;
    const report = await verifyByApi({ credential: forged });
    expect(report).toMatchObject({ status: "altered", issued_here: true });
    expect(reasonsOf(report)).toContain("differs");
    // Without our list nothing says that we know the issuer, but the id is still ours.
    const unlisted = { ...forged, credentialStatus: undefined };
    expect(await verifyByApi({ credential: unlisted })).toMatchObject({
      status: "altered",
      issued_here: true,
    });
    expect(site.requests).toHaveLength(requests);
  });

  it("asks the domain about credentials that were not issued here", async () => {
    const { did } = await startIssuing();
    const { json } = await issueCredential();
    const foreign = { ...json, id: "urn:uuid:2f6f4a3e-7d0c-4f4e-9d3e-0c7d8a5b1f10" };
    const elsewhere = { ...foreign, credentialStatus: undefined };
    const requests = site.requests.length;
    const report = await verifyByApi({ credential: elsewhere });
    expect(report).toMatchObject({ status: "altered", issued_here: false, issuer: { id: did } });
    expect(site.requests.length).toBe(requests + 1);
    // Our list of another organization makes nobody an issuer here.
    const other = await createTestOrganization();
    const list = listOf((await issueCredential(other)).json);
    const borrowed = {
      ...foreign,
      credentialStatus: { ...json.credentialStatus, statusListCredential: list, id: `${list}#1` },
    };
    expect(await verifyByApi({ credential: borrowed })).toMatchObject({ issued_here: false });
  });
});

it("a second organization may issue under the same domain, each with its own list", async () => {
  const { did, domain } = await startIssuing();
  const one = await issueCredential();
  const other = await createTestOrganization();
  await createVerifiedDomain(other, domain);
  const methods = async (by = organization) => (await readIssuerDomain(by)).did_document.content;
  const [own, theirs] = [await methods(), await methods(other)];
  site.put(DID_PATH, {
    ...own,
    verificationMethod: [...own.verificationMethod, ...theirs.verificationMethod],
    assertionMethod: [...own.assertionMethod, ...theirs.assertionMethod],
  });
  await checkFiles(other);
  expect((await switchTo(true, other)).status).toBe(200);
  const two = await issueCredential(other);
  expect([listDids(one), listDids(two)]).toEqual([[did], [did]]);
  expect(listOf(one.json)).not.toBe(listOf(two.json));
  for (const { json } of [one, two])
    expect(await verifyByApi({ credential: json })).toMatchObject({ status: "valid" });
});
