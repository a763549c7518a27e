import { decodeList } from "@digitalbazaar/vc-bitstring-status-list";
import { decodeJwt, decodeProtectedHeader, importJWK, jwtVerify } from "jose";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { readPngText } from "@/lib/credentials/verification/badge-text";
import { createTemplate, createTestOrganization, type TestOrganization } from "../../support/builders";
import { readBakedSvg } from "../../support/credentials/baked-svg";
import {
  assertionPath,
  credentialPath,
  fetchDocument,
  type Json,
} from "../../support/credentials/open-badge-documents";
import { ORIGIN } from "../../support/http/client";
import { dispatch } from "../../support/http/routes";
import {
  createEarner,
  issueAcceptedBadge,
  issueBadgeTo,
  type TestEarner,
} from "../../support/accounts/earners";
import { sql } from "../../support/platform/database";

// A name that is hard to put into an SVG.
const NAME = 'Life ]]> Between & "Tides" <b>';

let organization: TestOrganization;
let earner: TestEarner;
let badge: { id: string };

async function issueNamed(changes: Record<string, unknown> = {}): Promise<{ id: string }> {
  const template = await createTemplate(organization, { name: NAME, description: "Odd: \uFFFE \uFFFF." });
  const { id } = await issueBadgeTo(organization, earner.email, {
    badge_template_id: template.id,
    ...changes,
  });
  return { id };
}

async function issueAccepted(isPrivate = false): Promise<{ id: string }> {
  const { id } = await issueNamed();
  await earner.client.post(`/badges/${id}/accept`, { private: isPrivate });
  return { id };
}

async function downloadCredential(id: string, query = "", headers = earner.headers) {
  const response = await dispatch(
    new Request(`${ORIGIN}/v1/me/badges/${id}/credential${query}`, { headers }),
  );
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes, text: bytes.toString() };
}

const readPng = (bytes: Buffer): unknown =>
  JSON.parse(readPngText(bytes, "openbadgecredential", 1024 * 1024) ?? "null");
const readSvg = (bytes: Buffer): unknown => JSON.parse(readBakedSvg(bytes).elements[0]?.text ?? "null");

beforeAll(async () => {
  organization = await createTestOrganization("Harbor College");
  earner = await createEarner();
  badge = await issueAccepted();
});

describe("the suffix of a credential's URL", () => {
  it("requests its form, whatever the client accepts", async () => {
    const json = await fetchDocument(credentialPath(badge.id), { accept: "application/ld+json" });
    const jwt = await fetchDocument(credentialPath(badge.id), { accept: "application/vc+jwt" });
    const typed = await fetchDocument(`${credentialPath(badge.id)}.json`, { accept: "application/vc+jwt" });
    const asJwt = await fetchDocument(`${credentialPath(badge.id)}.jwt`, { accept: "text/html" });
    expect([typed.status, typed.headers.get("content-type")]).toEqual([200, "application/ld+json"]);
    expect(typed.bytes.equals(json.bytes)).toBe(true);
    expect([asJwt.status, asJwt.headers.get("content-type")]).toEqual([200, "application/vc+jwt"]);
    expect(asJwt.bytes.equals(jwt.bytes)).toBe(true);
  });

  it("and the media type request the status list as a JWT of the same issuer, with the same bits", async () => {
    const revoked = await issueAccepted();
    const { json } = await fetchDocument(credentialPath(revoked.id));
    const { statusListCredential: url, statusListIndex } = json.credentialStatus;
    await organization.client.put(`/badges/${revoked.id}/revoke`, { reason: "A mistake" });
    const list = await fetchDocument(url);
    const jwt = await fetchDocument(url, { accept: "application/vc+jwt" });
    const asJwt = await fetchDocument(`${url}.jwt`);
    expect([jwt.status, jwt.headers.get("content-type")]).toEqual([200, "application/vc+jwt"]);
    expect([list.status, list.headers.get("content-type")]).toEqual([200, "application/ld+json"]);
    expect(decodeJwt(asJwt.bytes.toString())).toEqual(decodeJwt(jwt.bytes.toString()));
    const { kid = "" } = decodeProtectedHeader(jwt.bytes.toString());
    const { json: did } = await fetchDocument(`/v1/obi/v3/issuers/${organization.id}/did.json`);
    const method = did.verificationMethod.find(({ id }: { id: string }) => id === kid);
    const { payload } = await jwtVerify(jwt.bytes.toString(), await importJWK(method.publicKeyJwk, "ES256"));
    expect(payload).toMatchObject({ iss: did.id, jti: url, id: url, type: list.json.type });
    const decoded = await decodeList({
      encodedList: String((payload.credentialSubject as Json).encodedList),
    });
    expect(decoded.getStatus(Number(statusListIndex))).toBe(true);
  });

  it("is not needed for the media type of Verifiable Credentials", async () => {
    const { headers, bytes } = await fetchDocument(credentialPath(badge.id), { accept: "application/vc" });
    expect(headers.get("content-type")).toBe("application/vc");
    expect(bytes.equals((await fetchDocument(credentialPath(badge.id))).bytes)).toBe(true);
  });

  it("is kept when the badge was replaced", async () => {
    const old = await issueAccepted();
    const { badge_template_id } = (
      await sql("SELECT badge_template_id FROM issued_badges WHERE id = $1", [old.id])
    )[0] as { badge_template_id: string };
    const { data } = await organization.client.post(`/badges/${old.id}/replace`, {
      badge_template_id,
      issued_at: "2026-05-01T08:00:00Z",
    });
    await earner.client.post(`/badges/${String(data.id)}/accept`, {});
    const { status, headers } = await fetchDocument(`${credentialPath(old.id)}.jwt`);
    expect([status, headers.get("location")]).toEqual([
      302,
      `${ORIGIN}${credentialPath(String(data.id))}.jwt`,
    ]);
    for (const extension of ["png", "svg"]) {
      const image = await fetchDocument(`${credentialPath(old.id)}/image.${extension}`);
      expect(image.headers.get("location")).toBe(
        `${ORIGIN}${credentialPath(String(data.id))}/image.${extension}`,
      );
    }
  });

  it.each([".xml", ".JSON", ".json.jwt", ".", ".jwt/status"])("404 for %s", async (suffix) => {
    expect((await fetchDocument(credentialPath(badge.id) + suffix)).status).toBe(404);
  });

  it("404 on other documents", async () => {
    expect((await fetchDocument(`${assertionPath(badge.id)}.json`)).status).toBe(404);
  });
});

describe("the images of a public badge", () => {
  it("contain the signed credential, and look like the badge", async () => {
    const { json } = await fetchDocument(credentialPath(badge.id));
    const png = await fetchDocument(`${credentialPath(badge.id)}/image.png`);
    const svg = await fetchDocument(`${credentialPath(badge.id)}/image.svg`);
    expect([png.headers.get("content-type"), svg.headers.get("content-type")]).toEqual([
      "image/png",
      "image/svg+xml",
    ]);
    expect(readPng(png.bytes)).toEqual(json);
    const { namespace, elements } = readBakedSvg(svg.bytes);
    expect([namespace, elements.map(({ name, verify }) => [name, verify])]).toEqual([
      "https://purl.imsglobal.org/ob/v3p0",
      [["openbadges:credential", undefined]],
    ]);
    expect(readSvg(svg.bytes)).toEqual(json);
    const pixels = (bytes: Buffer) => sharp(bytes).resize(60, 60).removeAlpha().raw().toBuffer();
    const [one, other] = [await pixels(png.bytes), await pixels(svg.bytes)];
    const differences = one.map((value, index) => Math.abs(value - (other[index] ?? 0)));
    expect(Math.max(...differences)).toBeLessThan(24);
  });

  it("contain the assertion of Open Badges 2.0 in its own SVG", async () => {
    const { json } = await fetchDocument(assertionPath(badge.id));
    const svg = await fetchDocument(`${assertionPath(badge.id)}/image.svg`);
    const { namespace, elements } = readBakedSvg(svg.bytes);
    const [element] = elements;
    expect([namespace, element?.name, element?.verify]).toEqual([
      "http://openbadges.org",
      "openbadges:assertion",
      ORIGIN + assertionPath(badge.id),
    ]);
    expect(JSON.parse(element?.text ?? "null")).toEqual(json);
  });

  it("404 while the badge is private, and 410 when it was revoked", async () => {
    const { id } = await issueAccepted();
    const paths = [credentialPath(id), assertionPath(id)].flatMap((path) => [`${path}/image.svg`]);
    paths.push(`${credentialPath(id)}/image.png`, `${credentialPath(id)}.jwt`);
    const statuses = () => Promise.all(paths.map(async (path) => [path, (await fetchDocument(path)).status]));
    const all = (status: number) => paths.map((path) => [path, status]);
    expect(await statuses()).toEqual(all(200));
    await earner.client.patch(`/badges/${id}`, { public: false });
    expect(await statuses()).toEqual(all(404));
    await earner.client.patch(`/badges/${id}`, { public: true });
    await organization.client.put(`/badges/${id}/revoke`, { reason: "Mistake" });
    expect(await statuses()).toEqual(all(410));
  });
});

describe("GET /me/badges/{badge_id}/credential", () => {
  it("200: the signed credential of a private badge in each format", async () => {
    const { id } = await issueAccepted(true);
    expect((await fetchDocument(credentialPath(id))).status).toBe(404);
    const [json, jwt, png, svg] = await Promise.all(
      ["", "?format=jwt", "?format=png", "?format=svg"].map((query) => downloadCredential(id, query)),
    );
    const types = [json, jwt, png, svg].map((file) => file?.headers.get("content-type"));
    expect(types).toEqual(["application/ld+json", "application/vc+jwt", "image/png", "image/svg+xml"]);
    expect(json?.headers.get("content-disposition")).toMatch(new RegExp(`filename="${id}\\.json"`));
    const credential = JSON.parse(json?.text ?? "") as Json;
    expect(credential).toMatchObject({ id: ORIGIN + credentialPath(id), name: NAME });
    expect(credential.proof).toHaveLength(2);
    expect(readPng(png?.bytes ?? Buffer.alloc(0))).toEqual(credential);
    expect(readSvg(svg?.bytes ?? Buffer.alloc(0))).toEqual(credential);
    const { proof: _proof, ...unsigned } = credential;
    const payload = Buffer.from(jwt?.text.split(".")[1] ?? "", "base64url").toString();
    expect(JSON.parse(payload)).toMatchObject(unsigned);
  });

  it("returns the same bytes as the public URL", async () => {
    const { text } = await downloadCredential(badge.id, "?format=jwt");
    expect(text).toBe((await fetchDocument(`${credentialPath(badge.id)}.jwt`)).bytes.toString());
  });

  it("404 for another person, 400 for an unknown format, 422 for a badge that is not accepted", async () => {
    const other = await createEarner();
    expect((await downloadCredential(badge.id, "", other.headers)).status).toBe(404);
    for (const format of ["xml", "", "toString", "__proto__"])
      expect((await downloadCredential(badge.id, `?format=${format}`)).status, format).toBe(400);
    const pending = await issueNamed();
    const { status, text } = await downloadCredential(pending.id);
    expect([status, JSON.parse(text)]).toMatchObject([
      422,
      { data: { message: "This badge is pending: only an accepted badge has a credential." } },
    ]);
  });
});

describe("GET /me/data", () => {
  it("contains the signed credentials of accepted badges, also of private ones and of those not yet signed", async () => {
    const person = await createEarner();
    const [shown, hidden] = [
      await issueAcceptedBadge(organization, person),
      await issueAcceptedBadge(organization, person),
    ];
    await issueBadgeTo(organization, person.email);
    await person.client.patch(`/badges/${hidden.id}`, { public: false });
    const expected = (await fetchDocument(credentialPath(shown.id))).json;
    const { data } = await person.client.get("/data");
    const credentials = data.credentials as { badge_id: string; credential: Json }[];
    expect(credentials.map(({ badge_id }) => badge_id).toSorted()).toEqual([shown.id, hidden.id].toSorted());
    expect(credentials.find(({ badge_id }) => badge_id === shown.id)?.credential).toEqual(expected);
    expect(credentials.every(({ credential }) => credential.proof.length === 2)).toBe(true);
  });
});
