import { randomUUID } from "node:crypto";
import { buildBadgeRequest, callApi, createIssuer, type Issuer } from "../badges/issuing";
import { startHttpsProduct, type HttpsProduct } from "../platform/https-product";
import type { LocalhostCertificate } from "../platform/localhost-certificate";
import { readBakedPng } from "./baked-png";
import { readBakedSvg } from "./baked-svg";
import { issueUnderDomain, OWN_DOMAIN, type DomainSite } from "./domain-site";
import { startReferenceIssuer, type SavedCredential, type SavedForms } from "./reference-issuer";

const FUTURE = "2036-04-01T00:00:00Z";
const PAST = "2026-05-01T00:00:00Z";

/** The states of a badge. The credentials of the last two were saved before the badge was revoked or replaced. */
export const STATES = ["valid", "expiring", "expired", "revoked", "replaced"] as const;
export type BadgeState = (typeof STATES)[number];

/** A saved credential of a badge in each state, by one issuer, whose documents are served until `stop`. */
export type SavedBadges = {
  issuerDid: string;
  saved: Record<BadgeState, SavedForms>;
  stop: () => Promise<void>;
};

/** Saves credentials that the reference libraries signed. */
export async function saveReferenceBadges(certificate: LocalhostCertificate): Promise<SavedBadges> {
  const { did, issueBadge, publishStatusList, stop } = await startReferenceIssuer(certificate);
  const saved = {
    valid: await issueBadge(94_567),
    expiring: await issueBadge(0, FUTURE),
    expired: await issueBadge(131_071, PAST),
    revoked: await issueBadge(70_001),
    replaced: await issueBadge(70_002),
  };
  await publishStatusList([70_001, 70_002]);
  return { issuerDid: did, saved, stop };
}

/** Reads the body of a response with this status; throws for another one. */
export async function readAnswer(response: Response, status: number): Promise<string> {
  const text = await response.text();
  if (response.status === status) return text;
  throw new Error(`${response.url}: ${response.status} instead of ${status}: ${text}`);
}

const credentialUrl = ({ address }: HttpsProduct, id: string): string =>
  `${address}/v1/obi/v3/credentials/${id}`;

/** Issues a badge that its earner accepts. Returns its id. */
export async function issueAccepted(
  { address }: Pick<HttpsProduct, "address">,
  issuer: Issuer,
  changes: object = {},
): Promise<string> {
  const [method, path, body] = buildBadgeRequest(issuer, `${randomUUID()}@example.org`);
  const response = await callApi(address, issuer, [method, path, { ...(body as object), ...changes }]);
  const { data } = JSON.parse(await readAnswer(response, 201)) as {
    data: { id: string; accept_badge_url: string };
  };
  const token = new URL(data.accept_badge_url).searchParams.get("token") ?? "";
  const form = new URLSearchParams({ token, answer: "accept" });
  const url = `${address}/accept/${data.id}/answer`;
  await readAnswer(await fetch(url, { method: "POST", body: form, redirect: "manual" }), 303);
  return data.id;
}

const parseCredential = (text: string): SavedCredential => JSON.parse(text) as SavedCredential;

/** Saves the credential of a public badge. */
export async function saveForms(product: HttpsProduct, id: string): Promise<SavedForms> {
  const read = async (accept: string) =>
    readAnswer(await fetch(credentialUrl(product, id), { headers: { accept } }), 200);
  const [json, jwt] = await Promise.all([read("application/vc+ld+json"), read("application/vc+jwt")]);
  const [png, svg] = await Promise.all(
    ["png", "svg"].map(async (extension) => {
      const image = await fetch(`${credentialUrl(product, id)}/image.${extension}`);
      return Buffer.from(await image.arrayBuffer());
    }),
  );
  return {
    json: parseCredential(json),
    jwt,
    png: parseCredential(await readBakedPng(png ?? Buffer.alloc(0), "openbadgecredential")),
    svg: parseCredential(readBakedSvg(svg ?? Buffer.alloc(0)).elements[0]?.text ?? ""),
  };
}

/** Revokes one badge and replaces another one, whose credentials are no longer served then. */
async function endBadges(
  product: HttpsProduct,
  issuer: Issuer,
  revoked: string,
  replaced: string,
): Promise<void> {
  const revocation = callApi(product.address, issuer, [
    "PUT",
    `/badges/${revoked}/revoke`,
    { reason: "Wrong." },
  ]);
  await readAnswer(await revocation, 200);
  const successor = { badge_template_id: issuer.templateId, issued_at: "2026-05-01T08:00:00Z" };
  const replacement = callApi(product.address, issuer, ["POST", `/badges/${replaced}/replace`, successor]);
  await readAnswer(await replacement, 201);
  await readAnswer(await fetch(credentialUrl(product, revoked)), 410);
  await readAnswer(await fetch(credentialUrl(product, replaced), { redirect: "manual" }), 410);
}

const post = (product: HttpsProduct, issuer: Issuer, path: string, body: object) =>
  callApi(product.address, issuer, ["POST", path, body]);

const createProductIssuer = (product: HttpsProduct): Promise<Issuer> =>
  createIssuer({ ...product, origin: product.address }, "http://127.0.0.1:9/nobody");

/** Lets another organization endorse the issuer's badge. Returns the id of the accepted endorsement. */
async function endorse(product: HttpsProduct, issuer: Issuer, endorser: Issuer): Promise<string> {
  const offer = { badge_template_id: issuer.templateId, comment: "We hire people with this badge." };
  const offered = await readAnswer(await post(product, endorser, "/endorsements", offer), 201);
  const { id } = (JSON.parse(offered) as { data: { id: string } }).data;
  await readAnswer(await post(product, issuer, `/endorsements/${id}/accept`, {}), 200);
  return id;
}

/** A badge with an endorsement: the credentials of both, which the endorsement's organization can withdraw. */
export type SavedEndorsement = {
  badge: SavedForms;
  endorsement: SavedForms;
  withdraw: () => Promise<void>;
  stop: () => Promise<void>;
};

/** Saves the credentials of an endorsed badge with an achievement type and standards, and of its endorsement. */
export async function saveEndorsedBadge(certificate: LocalhostCertificate): Promise<SavedEndorsement> {
  const product = await startHttpsProduct(certificate);
  try {
    const [issuer, endorser] = [await createProductIssuer(product), await createProductIssuer(product)];
    const standard = { name: "Loops", url: "https://example.org/loops", framework: "National", code: "CS.4" };
    const change = { achievement_type: "MicroCredential", alignments: [{ ...standard, type: "CFItem" }] };
    const path = `/badge_templates/${issuer.templateId}`;
    await readAnswer(await callApi(product.address, issuer, ["PUT", path, change]), 200);
    const id = await endorse(product, issuer, endorser);
    const badge = await saveForms(product, await issueAccepted(product, issuer, {}));
    const url = `${product.address}/v1/obi/v3/endorsements/${id}`;
    const read = async (suffix: string) => readAnswer(await fetch(url + suffix), 200);
    const endorsement = {
      json: JSON.parse(await read(".json")) as SavedForms["json"],
      jwt: await read(".jwt"),
    };
    return {
      badge,
      endorsement,
      withdraw: async () => {
        await readAnswer(await post(product, endorser, `/endorsements/${id}/withdraw`, {}), 200);
        await readAnswer(await fetch(url), 410);
      },
      stop: product.remove,
    };
  } catch (error) {
    await product.remove();
    throw error;
  }
}

/**
 * Saves credentials of badges that the built product (see `ensureBuilt`) issued and that their earners accepted. With a
 * site, the organization issues under its domain.
 */
export async function saveProductBadges(
  certificate: LocalhostCertificate,
  site?: DomainSite,
): Promise<SavedBadges> {
  const product = await startHttpsProduct(certificate);
  try {
    const issuer = await createProductIssuer(product);
    if (site) await issueUnderDomain(product, issuer, site);
    const issue = async (changes: object = {}) => {
      const id = await issueAccepted(product, issuer, changes);
      return { id, forms: await saveForms(product, id) };
    };
    const valid = await issue();
    const expiring = await issue({ expires_at: FUTURE });
    const expired = await issue({ expires_at: PAST });
    const [revoked, replaced] = [await issue(), await issue()];
    await endBadges(product, issuer, revoked.id, replaced.id);
    const host = new URL(product.origin).host.replace(":", "%3A");
    const hostedDid = `did:web:${host}:v1:obi:v3:issuers:${issuer.organization_id}`;
    return {
      issuerDid: site ? `did:web:${OWN_DOMAIN}` : hostedDid,
      saved: {
        valid: valid.forms,
        expiring: expiring.forms,
        expired: expired.forms,
        revoked: revoked.forms,
        replaced: replaced.forms,
      },
      stop: product.remove,
    };
  } catch (error) {
    await product.remove();
    throw error;
  }
}
