import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { withClient } from "@/lib/platform/postgres/database";
import { callApi, createIssuer, type Issuer } from "../support/badges/issuing";
import {
  digestServed,
  findText,
  listServed,
  readServed,
  runExport,
} from "../support/credentials/export-folder";
import type { SavedForms } from "../support/credentials/reference-issuer";
import { issueAccepted, readAnswer, saveForms } from "../support/credentials/saved-badges";
import { startVerifiers, type Verifiers } from "../support/credentials/verifiers";
import { getOverTls, serveFolder } from "../support/platform/file-server";
import { startHttpsProduct, type HttpsProduct } from "../support/platform/https-product";
import {
  createLocalhostCertificate,
  type LocalhostCertificate,
} from "../support/platform/localhost-certificate";
import { isLong } from "../support/platform/long";
import { signal } from "../support/platform/processes";
import { createDataDir, ensureBuilt, removeDataDir, runAdmin, startAdmin } from "../support/platform/product";
import { until } from "../support/until";

// The operator exports the public badges, ends the service, and serves the files at the same addresses. Each test
// continues with the data of the one before.

const NAMES = ["valid", "revoked", "replaced", "hidden", "erased"] as const;
type Name = (typeof NAMES)[number];

let certificate: LocalhostCertificate;
let verifiers: Verifiers;
let product: HttpsProduct;
let issuer: Issuer;
let folder: string;
let isStopped = false;
const ids = {} as Record<Name, string>;
const saved = {} as Record<Name, SavedForms>;

beforeAll(async () => {
  await ensureBuilt();
  certificate = await createLocalhostCertificate();
  verifiers = startVerifiers(certificate.certificateFile);
  product = await startHttpsProduct(certificate);
  issuer = await createIssuer({ ...product, origin: product.address }, "http://127.0.0.1:9/nobody");
  for (const name of NAMES) {
    ids[name] = await issueAccepted(product, issuer, { issued_to_last_name: `Oka-${name}` });
    saved[name] = await saveForms(product, ids[name]);
  }
  folder = await mkdtemp(join(tmpdir(), "badges-export-test-"));
});
afterAll(async () => {
  if (!isStopped) await product?.remove();
  await verifiers?.stop();
  await certificate?.remove();
  if (folder) await rm(folder, { recursive: true, force: true });
});

const V3 = "/v1/obi/v3";
const readProduct = (path: string) => fetch(product.address + path, { redirect: "manual" });
const filesOf = async (name: Name): Promise<string[]> =>
  (await listServed(folder)).filter((path) => path.includes(ids[name]));

/** The files of an accepted public badge. */
const badgeFiles = (id: string): string[] =>
  [
    ...["card.png", "certificate.pdf", "index.html"].map((file) => `badges/${id}/${file}`),
    `embed/badges/${id}/index.html`,
    ...["image.svg", "image/index.png", "index.json"].map(
      (file) => `v1/obi/v2/badge_assertions/${id}/${file}`,
    ),
    ...[".json", ".jwt", "/image.png", "/image.svg", "/index.json", "/status/index.json"].map(
      (file) => `v1/obi/v3/credentials/${id}${file}`,
    ),
  ].toSorted();

/** The files of a badge that was revoked. */
const revocationFiles = (id: string): string[] =>
  [
    ...["gone", "index.html"].flatMap((file) => [`badges/${id}/${file}`, `embed/badges/${id}/${file}`]),
    ...["gone", "index.json"].map((file) => `v1/obi/v2/badge_assertions/${id}/${file}`),
    ...["gone", "status/index.json"].map((file) => `v1/obi/v3/credentials/${id}/${file}`),
  ].toSorted();

it("refuses a folder with other files, and leaves them as they are", async () => {
  const other = join(folder, "other");
  await mkdir(other);
  await writeFile(join(other, "letter.txt"), "Dear Ada");
  const ending = await runAdmin(product.dataDir, ["export", "--static", other], { env: product.env });
  expect([ending.code, ending.stdout]).toEqual([1, ""]);
  expect(ending.stderr).toContain(`${other} is not empty`);
  expect(await readServed(other)).toEqual(new Map([["letter.txt", Buffer.from("Dear Ada")]]));
  await rm(other, { recursive: true });
});

/** A page whose links lead straight to other sites: a folder of files cannot count that they were opened. */
const withoutCounting = (page: Buffer): Buffer =>
  Buffer.from(
    String(page)
      .replaceAll(/href="\/[^"]*" data-href="/g, 'href="')
      .replace(/<link[^>]*oembed[^>]*>/, ""),
  );

it("writes what an anonymous visitor gets", async () => {
  const summary = await runExport(product, folder);
  expect(summary).toMatchObject({ failures: 0, failed: [], items_unchanged: 0, files_removed: 0 });
  const served = await readServed(folder);
  expect(summary.files_written).toBe(served.size);
  for (const name of NAMES) expect(await filesOf(name)).toEqual(badgeFiles(ids[name]));

  const { valid: id } = ids;
  const organization = issuer.organization_id;
  const answers: [path: string, file: string][] = [
    [`/badges/${id}`, `badges/${id}/index.html`],
    [`/badges/${id}/card.png`, `badges/${id}/card.png`],
    [`/v1/obi/v2/badge_assertions/${id}`, `v1/obi/v2/badge_assertions/${id}/index.json`],
    [`/v1/obi/v2/badge_assertions/${id}/image`, `v1/obi/v2/badge_assertions/${id}/image/index.png`],
    [
      `/v1/obi/v2/badge_classes/${issuer.templateId}`,
      `v1/obi/v2/badge_classes/${issuer.templateId}/index.json`,
    ],
    [`/v1/obi/v2/issuers/${organization}`, `v1/obi/v2/issuers/${organization}/index.json`],
    [`${V3}/credentials/${id}.jwt`, `v1/obi/v3/credentials/${id}.jwt`],
    [`${V3}/issuers/${organization}`, `v1/obi/v3/issuers/${organization}/index.json`],
    [`${V3}/issuers/${organization}/did.json`, `v1/obi/v3/issuers/${organization}/did.json`],
    [`${V3}/issuers/${organization}/jwks`, `v1/obi/v3/issuers/${organization}/jwks/index.json`],
    [
      `${V3}/issuers/${organization}/status_lists/1`,
      `v1/obi/v3/issuers/${organization}/status_lists/1/index.json`,
    ],
  ];
  for (const [path, file] of answers) {
    const response = await readProduct(path);
    expect([response.status, file, served.has(file)]).toEqual([200, file, true]);
    const content = Buffer.from(await response.arrayBuffer());
    const expected = file.endsWith(".html") ? withoutCounting(content) : content;
    expect(served.get(file)?.equals(expected), file).toBe(true);
  }
  const page = String(served.get(`badges/${id}/index.html`));
  expect(page).toContain('href="https://www.linkedin.com/');
  expect(page).not.toContain(`/badges/${id}/share/`);
  expect(page).not.toContain("oembed");
  // A status list without an end is valid as long as the issuer's key.
  const list = JSON.parse(String(served.get(answers.at(-1)?.[1] ?? ""))) as object;
  expect(list).not.toHaveProperty("validUntil");
});

it.runIf(isLong)("has nothing to do when nothing changed", async () => {
  const before = await digestServed(folder);
  const summary = await runExport(product, folder);
  expect(summary).toMatchObject({ items_updated: 0, items_removed: 0, files_written: 0, files_removed: 0 });
  expect(summary.items_unchanged).toBeGreaterThan(NAMES.length);
  expect(await digestServed(folder)).toEqual(before);
});

/** Sends a request of the organization. Returns the body of its response. */
const call = async (request: [string, string, unknown], status: number): Promise<string> =>
  readAnswer(await callApi(product.address, issuer, request), status);

let newest: { id: string; accept_badge_url: string };

it.runIf(isLong)("brings only what changed up to date, and removes what is not public any more", async () => {
  await call(["PUT", `/badges/${ids.revoked}/revoke`, { reason: "Wrong." }], 200);
  const successor = { badge_template_id: issuer.templateId, issued_at: "2026-05-01T08:00:00Z" };
  const replacement = await call(["POST", `/badges/${ids.replaced}/replace`, successor], 201);
  newest = (JSON.parse(replacement) as { data: typeof newest }).data;
  await call(["DELETE", `/badges/${ids.erased}`, undefined], 204);
  await withClient(await product.databaseUrl(), (client) =>
    client.query("UPDATE issued_badges SET public = FALSE WHERE id = $1", [ids.hidden]),
  );
  expect((await findText(folder, "Oka-hidden")).length).toBeGreaterThan(1);
  const before = await readServed(folder);

  const summary = await runExport(product, folder);
  expect(summary).toMatchObject({ failures: 0, failed: [] });
  expect(await filesOf("valid")).toEqual(badgeFiles(ids.valid));
  expect(await filesOf("revoked")).toEqual(revocationFiles(ids.revoked));
  // Its successor waits for its earner.
  expect(await filesOf("replaced")).toEqual(revocationFiles(ids.replaced));
  for (const name of ["hidden", "erased"] as const) {
    expect(await filesOf(name)).toEqual([]);
    expect(await findText(folder, `Oka-${name}`)).toEqual([]);
    expect(await findText(folder, ids[name])).toEqual([]);
  }
  const after = await readServed(folder);
  const removed = [...before.keys()].filter((path) => !after.has(path));
  const written = [...after].filter(([path, bytes]) => !before.get(path)?.equals(bytes));
  expect([summary.files_removed, summary.files_written]).toEqual([removed.length, written.length]);
});

it.runIf(isLong)("gives a replaced badge what its successor has", async () => {
  const token = new URL(newest.accept_badge_url).searchParams.get("token") ?? "";
  const body = new URLSearchParams({ token, answer: "accept" });
  const answer = fetch(`${product.address}/accept/${newest.id}/answer`, {
    method: "POST",
    body,
    redirect: "manual",
  });
  await readAnswer(await answer, 303);
  await runExport(product, folder);
  const drawn = /\/(card\.png|certificate\.pdf)$/;
  expect(await filesOf("replaced")).toEqual(badgeFiles(ids.replaced).filter((path) => !drawn.test(path)));
  const served = await readServed(folder);
  const credential = (id: string) => String(served.get(`v1/obi/v3/credentials/${id}/index.json`));
  expect(credential(ids.replaced)).toBe(credential(newest.id));
  expect(credential(newest.id)).toContain(newest.id);
});

it.runIf(isLong)(
  "one run at a time; a run that was killed leaves whole files, and the next one completes them",
  async () => {
    const other = await mkdtemp(join(tmpdir(), "badges-export-killed-"));
    const args = ["export", "--static", other, "--json"];
    const killed = startAdmin(product.dataDir, args, { env: product.env });
    try {
      await until(
        "the first badge is written",
        async () => (await listServed(other)).some(isBadgePage),
        300_000,
      );
      signal(-killed.pid, "SIGSTOP");
      const second = await runAdmin(product.dataDir, args, { env: product.env });
      expect([second.code, second.stdout]).toEqual([1, ""]);
      expect(second.stderr).toContain("is running");
      signal(-killed.pid, "SIGKILL");
      await killed.ended;
      const cut = [...(await readServed(other))].filter(([path, bytes]) => !isWhole(path, bytes));
      expect(cut).toEqual([]);
      await runExport(product, other);
      // The folder that was brought up to date again and again is the same as a new one.
      expect(await digestServed(other)).toEqual(await digestServed(folder));
    } finally {
      if (!killed.hasEnded()) signal(-killed.pid, "SIGKILL");
      await rm(other, { recursive: true, force: true });
    }
  },
);

const isBadgePage = (path: string): boolean => /^badges\/.*\/index\.html$/.test(path);

/** Whether a page, a document or an image is complete. */
function isWhole(path: string, bytes: Buffer): boolean {
  if (path.endsWith(".html")) return String(bytes).endsWith("</html>");
  if (path.endsWith(".json")) return String(bytes).endsWith("}");
  if (path.endsWith(".png")) return bytes.subarray(-8, -4).toString("latin1") === "IEND";
  return true;
}

it.runIf(isLong)("refuses another origin and another database, and removes nothing", async () => {
  const before = await digestServed(folder);
  const args = ["export", "--static", folder];
  const moved = { ...product.env, APP_URL: "https://badges.example.org" };
  const otherOrigin = await runAdmin(product.dataDir, args, { env: moved });
  expect([otherOrigin.code, otherOrigin.stderr]).toEqual([
    1,
    expect.stringContaining("is the export of https://localhost"),
  ]);
  const dataDir = await createDataDir();
  try {
    const otherDatabase = await runAdmin(dataDir, args, { env: product.env });
    const reason = expect.stringContaining("has none of the organizations") as string;
    expect([otherDatabase.code, otherDatabase.stderr]).toEqual([1, reason]);
  } finally {
    await removeDataDir(dataDir);
  }
  expect(await digestServed(folder)).toEqual(before);
});

it.runIf(isLong)("the files verify after the service has ended, and revoked badges do not", async () => {
  const { origin } = new URL(product.env.APP_URL ?? "");
  await product.remove();
  isStopped = true;
  const server = await serveFolder(folder, origin, certificate);
  try {
    for (const name of NAMES) {
      const isRevoked = !["valid", "hidden"].includes(name);
      const { json, jwt } = saved[name];
      const expected = { isSigned: true, isExpired: false };
      const verdict = await verifiers.verify("verifier-core", structuredClone(json));
      expect([name, verdict]).toEqual([name, { ...expected, isRevoked }]);
      for (const form of [structuredClone(json), jwt])
        expect(await verifiers.verify("bitstring-status-list", form), name).toEqual({ isRevoked });
      for (const verifier of ["did-jwt-vc", "jose"] as const)
        expect(await verifiers.verify(verifier, jwt), `${name} ${verifier}`).toEqual(expected);
    }
    await expectPublished(origin);
  } finally {
    await server.stop();
  }
});

/** Looks at a badge as a visitor of the served files. */
async function expectPublished(origin: string): Promise<void> {
  const get = (path: string) => getOverTls(origin + path, certificate);
  const { valid: id } = ids;
  for (const path of [`/badges/${id}`, `/embed/badges/${id}`]) {
    const { status, type, body } = await get(path);
    expect([status, type]).toEqual([200, "text/html; charset=utf-8"]);
    const html = String(body);
    const assets = [...html.matchAll(/(?:href|src)="(\/[^"]+\.(?:css|png|svg|pdf)[^"]*)"/g)].map(
      ([, one = ""]) => one,
    );
    expect(assets.length).toBeGreaterThan(1);
    for (const asset of assets) expect([asset, (await get(asset)).status]).toEqual([asset, 200]);
    const style = assets.find((asset) => asset.endsWith(".css")) ?? "";
    const fonts = [...String((await get(style)).body).matchAll(/url\(([^)]+\.woff2)\)/g)].map(
      ([, one = ""]) => one,
    );
    expect(fonts.length).toBeGreaterThan(1);
    for (const font of fonts)
      expect((await get(new URL(font, origin + style).pathname)).status, font).toBe(200);
  }
  const credential = String((await get(`${V3}/credentials/${id}`)).body);
  expect(JSON.parse(credential)).toEqual(saved.valid.json);
  for (const image of ["image.png", "image.svg"]) {
    const { body } = await get(`${V3}/credentials/${id}/${image}`);
    expect(String(body), image).toContain(saved.valid.json.proof[0]?.proofValue);
  }
  const assertion = await get(`/v1/obi/v2/badge_assertions/${ids.revoked}`);
  expect(JSON.parse(String(assertion.body))).toMatchObject({ revoked: true, revocationReason: "Wrong." });
  expect(String((await get(`/badges/${ids.revoked}`)).body)).toContain("Wrong.");
  expect((await get(`/badges/${ids.hidden}`)).status).toBe(404);
}
