import { createHash } from "node:crypto";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { bakePng, bakeSvg } from "@/lib/credentials/open-badges/baking";
import { setUpOrganization } from "@/lib/operations/installation/service";
import { moveInImages } from "@/lib/operations/installation/moving";
import { publishBadge, startSite, trustTestSites } from "../../support/credentials/badge-site";
import { buildHugePng, buildPng } from "../../support/credentials/baked-badges";
import {
  buildOpenBadge,
  exportPem,
  generateRsaKeys,
  hashed,
  signAssertion,
} from "../../support/credentials/open-badges";
import { countEffects, createInstallations } from "../../support/moving/two-installations";
import { sql } from "../../support/platform/database";

let installations: Awaited<ReturnType<typeof createInstallations>>;
let organization: string;
let number = 0;
const { write } = process.stderr;

const PNG = buildPng();
const ID = "0190b3a0-0000-7000-8000-00000000000a";

beforeAll(async () => {
  process.stderr.write = () => true; // the progress
  installations = await createInstallations();
});
afterAll(async () => {
  process.stderr.write = write;
  await installations?.remove();
});
beforeEach(async () => {
  await installations.useEmpty();
  trustTestSites();
  const { made } = await setUpOrganization({ name: "Harbour School", adminEmail: "admin@harbour.example" });
  organization = made.organization_id;
});
afterEach(() => void vi.restoreAllMocks());

/** Writes files into a new folder. */
async function writeFolder(files: Record<string, string | Buffer>): Promise<string> {
  number += 1;
  const folder = installations.file(`images-${number}`);
  await mkdir(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  return folder;
}

const move = (folder: string, more: Partial<Parameters<typeof moveInImages>[0]> = {}) =>
  moveInImages({
    folder,
    organization,
    issuers: [],
    addresses: undefined,
    isOffline: false,
    adminEmail: undefined,
    isDryRun: false,
    ...more,
  });

const bake = (text: string | object): Buffer =>
  bakePng(PNG, "assertion", typeof text === "string" ? text : JSON.stringify(text));

const readBadges = () =>
  sql(
    `SELECT b.id, recipient_email, issued_to, b.state::text, issued_at, issued_at_date::text, expires_at, revocation_reason,
       evidence, b.public, user_id IS NOT NULL AS is_owned, t.name
     FROM issued_badges AS b JOIN badge_templates AS t ON t.id = badge_template_id ORDER BY recipient_email`,
  );

it("takes hosted badges of PNG and SVG files, verified, with their recipients, evidence and template", async () => {
  const site = await startSite();
  const { assertion, badgeClass } = publishBadge(site, "ana@example.org", {
    id: site.at(`/badges/${ID}`),
    narrative: "Sailed alone.",
    evidence: [
      { id: "https://example.org/log", name: "Log", narrative: "Three days" },
      "https://example.org/map",
    ],
  });
  site.put(`/badges/${ID}`, assertion);
  site.put("/class", {
    ...badgeClass,
    image: site.at("/picture"),
    alignment: [{ targetName: "Navigation", targetUrl: "https://example.org/n", targetCode: "N1" }],
  });
  site.put("/picture", buildPng([], [16, 16]));
  const svg = { ...assertion, id: site.at("/second"), recipient: hashed("bo@example.org", "md5") };
  site.put("/second", svg);
  const folder = await writeFolder({
    "ana.png": bake(site.at(`/badges/${ID}`)),
    "ana again.png": bake(assertion),
    "bo.svg": bakeSvg(PNG, "assertion", JSON.stringify(svg), site.at("/second")),
    "people.csv": "email,first_name,last_name\nAna@Example.org,Ana,Santos\nbo@example.org,,\n",
  });
  const addresses = join(folder, "people.csv");
  const dry = await move(folder, { addresses, isDryRun: true });
  expect(await readBadges()).toEqual([]);
  const result = await move(folder, { addresses });
  expect({ ...dry, dry_run: false }).toEqual(result);
  expect(result).toMatchObject({
    refused: 0,
    images: {
      files: 3,
      taken: 2,
      repeated: 1,
      verified: 2,
      vouched: 0,
      refused: [],
      issuers: [site.at("/issuer")],
    },
  });
  const badges = await readBadges();
  expect(badges).toEqual([
    expect.objectContaining({
      id: ID,
      recipient_email: "ana@example.org",
      issued_to: "Ana Santos",
      state: "accepted",
      issued_at: new Date("2026-03-02T04:30:00Z"),
      issued_at_date: "2026-03-01",
      expires_at: new Date("2036-03-01T00:00:00Z"),
      public: false,
      is_owned: true,
      name: "Data Analysis",
    }),
    expect.objectContaining({ recipient_email: "bo@example.org", issued_to: "bo@example.org" }),
  ]);
  expect(badges[0]?.evidence).toMatchObject([
    { type: "PlainTextEvidence", title: "Narrative", description: "Sailed alone." },
    { type: "UrlEvidence", value: "https://example.org/log", name: "Log", description: "Three days" },
    { type: "UrlEvidence", value: "https://example.org/map" },
  ]);
  const templates = await sql(
    "SELECT description, criteria_url, skills, alignments, state::text, public, organization_id FROM badge_templates",
  );
  expect(templates).toMatchObject([
    {
      description: "Reads numbers.\n\nPass the **exam**.",
      criteria_url: site.at("/criteria"),
      skills: ["Statistics", "SQL"],
      alignments: [{ name: "Navigation", url: "https://example.org/n", code: "N1" }],
      state: "archived",
      public: false,
      organization_id: organization,
    },
  ]);
  expect(await countEffects()).toMatchObject({ events: 0 });
  await sql("UPDATE badge_templates SET state = 'active', public = true");
  expect(await move(folder, { addresses })).toMatchObject({ created: 0, changed: 0, refused: 0 });
  expect(await sql("SELECT name FROM organizations WHERE id = $1", [organization])).toEqual([
    { name: "Harbour School" },
  ]);
});

it("takes a signed badge of a listed key, and refuses one of another key", async () => {
  const site = await startSite();
  const [{ publicKey, privateKey }, other] = [generateRsaKeys(), generateRsaKeys()];
  const key = site.at("/key");
  const { assertion, badgeClass, issuer } = buildOpenBadge(site.origin, "ana@example.org", {
    id: "urn:uuid:0190b3a0-0000-7000-8000-00000000000b",
    recipient: { type: "email", hashed: false, identity: "ana@example.org" },
    verification: { type: "SignedBadge", creator: key },
  });
  site.put("/key", {
    id: key,
    type: "CryptographicKey",
    owner: site.at("/issuer"),
    publicKeyPem: exportPem(publicKey),
  });
  site.put("/class", badgeClass);
  site.put("/issuer", { ...issuer, publicKey: key });
  const folder = await writeFolder({
    "forged.png": bake(
      signAssertion({ ...assertion, id: "urn:uuid:0190b3a0-0000-7000-8000-00000000000c" }, other.privateKey),
    ),
    "signed.png": bake(signAssertion(assertion, privateKey)),
  });
  const { images } = await move(folder);
  expect(images).toMatchObject({ taken: 1, verified: 1 });
  expect(images.refused).toEqual([{ file: "forged.png", reason: expect.stringContaining("bad signature") }]);
  expect(await readBadges()).toMatchObject([
    { id: "0190b3a0-0000-7000-8000-00000000000b", recipient_email: "ana@example.org" },
  ]);
});

/** A badge that contains its class and its issuer. */
function buildEmbedded(
  name: string,
  changes: Record<string, unknown> = {},
  issuer = "https://gone.example/issuer",
) {
  const { assertion, badgeClass } = buildOpenBadge("https://gone.example", `${name}@example.org`, {
    id: `https://gone.example/assertions/${name}`,
    recipient: { type: "email", hashed: false, identity: `${name}@example.org` },
    ...changes,
  });
  const id = `${new URL(issuer).origin}/class`;
  return {
    ...assertion,
    badge: { ...badgeClass, id, issuer: { id: issuer, type: "Profile", name: "Gone" } },
  };
}

it("refuses each file that cannot be taken, with the reason", async () => {
  const whole = bake(buildEmbedded("cut"));
  const folder = await writeFolder({
    "a plain.png": PNG,
    "b cut.png": whole.subarray(0, -20),
    "c.svg": "<svg xmlns='http://www.w3.org/2000/svg'><g></svg>",
    "d address.png": bake("https://gone.example/assertions/d"),
    "e hash.png": bake(buildEmbedded("e", { recipient: hashed("nobody@example.org") })),
    "f date.png": bake(buildEmbedded("f", { issuedOn: "01/05/2026" })),
    "g expires.png": bake(buildEmbedded("g", { expires: "soon" })),
    "h url.png": bake(buildEmbedded("h", { recipient: { type: "url", identity: "https://me.example" } })),
    "i version 3.png": bake({ type: ["VerifiableCredential", "OpenBadgeCredential"] }),
    "j\u001b[31m.png": PNG,
    "k large.png": Buffer.concat([PNG, Buffer.alloc(10 * 1024 * 1024)]),
    "notes.txt": "x",
    "z good.png": bake(buildEmbedded("good")),
  });
  await symlink(join(folder, "z good.png"), join(folder, "l link.png"));
  await mkdir(join(folder, "m folder.png"));
  const { images } = await move(folder, { isOffline: true });
  expect(images).toMatchObject({ files: 13, taken: 1, vouched: 1, verified: 0, refused_count: 12 });
  expect(Object.fromEntries(images.refused.map(({ file, reason }) => [file, reason]))).toEqual({
    "a plain.png": "There is no badge in this image.",
    "b cut.png": "This PNG is cut off.",
    "c.svg": expect.stringContaining("This SVG is damaged"),
    "d address.png": expect.stringContaining("--offline does not read"),
    "e hash.png": expect.stringContaining("--addresses"),
    "f date.png": expect.stringContaining("issuedOn"),
    "g expires.png": expect.stringContaining("expires"),
    "h url.png": expect.stringContaining("by e-mail address"),
    "i version 3.png": expect.stringContaining("Open Badges 3.0"),
    "j\uFFFD[31m.png": "There is no badge in this image.",
    "k large.png": "is larger than 10 MiB",
    "l link.png": "is a link or no ordinary file",
  });
  expect(images.notes).toEqual([
    "1 folders in the folder were not read",
    "1 files are neither PNG nor SVG and were not read",
  ]);
});

it("without requests, takes revoked badges, linked classes of other files, and several pictures with too many pixels", async () => {
  const site = await startSite();
  const linked = { ...buildEmbedded("linked"), badge: "https://gone.example/class" };
  const picture = `data:image/png;base64,${buildHugePng().toString("base64")}`;
  const embedded = buildEmbedded("whole", { revoked: true, revocationReason: "By mistake" });
  const folder = await writeFolder({
    "1 linked.png": bake(linked),
    "2 whole.png": bake({ ...embedded, badge: { ...embedded.badge, image: picture } }),
  });
  const before = site.requests.length;
  const { images } = await move(folder, { isOffline: true });
  expect(images).toMatchObject({ taken: 2, vouched: 2 });
  expect(images.notes.join()).toContain("megapixels");
  expect(site.requests.length).toBe(before);
  expect(await readBadges()).toMatchObject([
    { recipient_email: "linked@example.org", state: "accepted" },
    { recipient_email: "whole@example.org", state: "revoked", revocation_reason: "By mistake" },
  ]);
});

it("asks for the issuer if there are several, and takes only the badges of those given", async () => {
  const folder = await writeFolder({
    "one.png": bake(buildEmbedded("one")),
    "two.png": bake(
      buildEmbedded("two", { id: "https://other.example/two" }, "https://other.example/issuer"),
    ),
  });
  await expect(move(folder, { isOffline: true })).rejects.toThrow(
    "https://gone.example/issuer, https://other.example/issuer",
  );
  expect(await readBadges()).toEqual([]);
  const { images } = await move(folder, { isOffline: true, issuers: ["https://gone.example"] });
  expect(images.refused).toEqual([
    { file: "two.png", reason: "The issuer is https://other.example/issuer, which is none of --issuer." },
  ]);
  expect(await readBadges()).toMatchObject([{ recipient_email: "one@example.org" }]);
  const both = ["https://gone.example/issuer", "https://other.example/issuer"];
  expect(await move(folder, { isOffline: true, issuers: both })).toMatchObject({ refused: 0, changed: 0 });
  expect(await readBadges()).toHaveLength(2);
});

it("finds hashed recipients among the employees, and refuses badges that their issuer does not confirm", async () => {
  const site = await startSite();
  const salted = createHash("sha256").update("eve@example.orgpepper").digest("hex");
  const { assertion } = publishBadge(site, "eve@example.org", {
    recipient: { type: "email", hashed: true, salt: "pepper", identity: `sha256$${salted}` },
  });
  site.put("/revoked", 410);
  await sql(
    `INSERT INTO employees (id, organization_id, email, first_name, state_updated_at, created_at, updated_at, last_updated_by_organization_at)
     VALUES (gen_random_uuid(), $1, 'eve@example.org', 'Eve', now(), now(), now(), now())`,
    [organization],
  );
  const plain = { type: "email", hashed: false, identity: "cy@example.org" };
  const folder = await writeFolder({
    "eve.png": bake(assertion),
    "lost.png": bake({ ...assertion, id: site.at("/nowhere") }),
    "revoked.png": bake({ ...assertion, id: site.at("/revoked"), recipient: plain }),
  });
  const { images } = await move(folder);
  expect(images.refused).toEqual([{ file: "lost.png", reason: expect.stringContaining("--offline") }]);
  expect(await readBadges()).toMatchObject([
    { recipient_email: "cy@example.org", state: "revoked" },
    { recipient_email: "eve@example.org", state: "accepted", issued_to: "Eve" },
  ]);
});

it("leaves a badge that its issuer revokes later to its earner, as it was moved", async () => {
  const site = await startSite();
  const plain = { type: "email", hashed: false, identity: "fay@example.org" };
  const { assertion } = publishBadge(site, "fay@example.org", { recipient: plain });
  const folder = await writeFolder({ "fay.png": bake(assertion) });
  await move(folder);
  const readOwned = () =>
    sql(
      "SELECT state::text, user_id, recipient_email, issued_at, evidence FROM issued_badges WHERE recipient_email = 'fay@example.org'",
    );
  const [before] = await readOwned();
  expect(before?.user_id).not.toBeNull();
  site.put(new URL(String(assertion.id)).pathname, 410);
  await move(folder);
  expect(await readOwned()).toEqual([{ ...before, state: "revoked" }]);
});

it("does not go on asking a service that does not respond, and reads the files of others", async () => {
  const [dead, live] = [await startSite(), await startSite()];
  const addresses = Array.from({ length: 14 }, (_, index) => `/badges/${index}`);
  for (const address of addresses) dead.put(address, (_request, response) => response.destroy());
  const { assertion, badgeClass } = publishBadge(live, "ana@example.org", { id: live.at(`/badges/${ID}`) });
  live.put(`/badges/${ID}`, assertion);
  live.put("/class", { ...badgeClass, image: live.at("/picture") });
  live.put("/picture", buildPng([], [16, 16]));
  const folder = await writeFolder({
    ...Object.fromEntries(addresses.map((address, index) => [`${index}.png`, bake(dead.at(address))])),
    "the last.png": bake(live.at(`/badges/${ID}`)),
    "people.csv": "email\nana@example.org\n",
  });
  const { images } = await move(folder, { addresses: join(folder, "people.csv") });
  expect(images.taken).toBe(1);
  const reasons = images.refused.map(({ reason }) => reason);
  expect(reasons).toHaveLength(14);
  expect(reasons).toContainEqual(expect.stringContaining("is not asked any more"));
  // Files are read several at once.
  expect(dead.requests.length).toBeLessThan(14);
});
