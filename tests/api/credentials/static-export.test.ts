import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ExportFolder } from "@/lib/credentials/static-export/folder";
import type { PublicResponse } from "@/lib/credentials/static-export/reading";
import { exportPublicFiles } from "@/lib/credentials/static-export/service";
import { newId } from "@/lib/kernel/ids";
import { createTemplate, createTestOrganization, type TestOrganization } from "../../support/builders";
import { findText, listServed, readServed } from "../../support/credentials/export-folder";
import { createEndorsedBadge } from "../../support/credentials/endorsements";
import { createEarner, issueAcceptedBadge, type TestEarner } from "../../support/accounts/earners";
import { sql } from "../../support/platform/database";

// Runs of the export on the real database. What the product responds is made up here, so that it can fail;
// tests/process/static-export.test.ts exports from the product itself.

const ORIGIN = "https://badges.example.org";

let directory: string;
let organization: TestOrganization;
let earner: TestEarner;
let badgeId: string;
let photo: string;

/** What each address responds; the address itself if it is not here. */
let answers: Record<string, Partial<PublicResponse> | undefined>;
let requested: string[];

const text = (content: string): Partial<PublicResponse> => ({ body: Buffer.from(content) });

const read = (address: string): Promise<PublicResponse> => {
  requested.push(address);
  const given = answers[address] ?? answers[address.replace(/[^/]*$/, "*")] ?? {};
  return Promise.resolve({ status: 200, location: null, body: Buffer.from(`{"at":"${address}"}`), ...given });
};

async function run({ build = "1", isFull = false } = {}) {
  requested = [];
  const folder = await ExportFolder.open(directory, ORIGIN);
  try {
    return await exportPublicFiles({ folder, origin: ORIGIN, build, isFull, read, report: () => undefined });
  } finally {
    await folder.close();
  }
}

const slugOf = async (table: "users" | "organizations", id: string): Promise<string> =>
  String((await sql(`SELECT vanity_slug FROM ${table} WHERE id = $1`, [id]))[0]?.vanity_slug);
const readFileOf = (path: string): Promise<string> => readFile(join(directory, path), "utf8");

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "badges-export-runs-"));
  organization = await createTestOrganization();
  earner = await createEarner();
  badgeId = (await issueAcceptedBadge(organization, earner)).id;
  photo = newId();
  await sql("INSERT INTO images (id, sha256, bytes) VALUES ($1, '', '')", [photo]);
  await sql("UPDATE users SET photo_id = $1 WHERE id = $2", [photo, earner.id]);
});
beforeEach(() => {
  answers = {
    "/nothing-here": { status: 404, ...text("Nothing") },
    // Styles may name each other.
    "/_next/static/chunks/a.css": text("a{src:url(../media/b.woff2)} b{src:url(d.css)}"),
    "/_next/static/chunks/d.css": text("@import url(a.css); @import url(d.css);"),
  };
});
afterAll(() => rm(directory, { recursive: true, force: true }));

it("writes every kind with what its pages name, and reads it once", async () => {
  const slug = await slugOf("users", earner.id);
  answers[`/users/${slug}`] = text(
    `<link href="/_next/static/chunks/a.css"><img src="/images/${photo}/image.png"></html>`,
  );
  const summary = await run();
  expect(summary).toMatchObject({ failures: 0, failed: [], items_unchanged: 0, items_removed: 0 });
  const served = await listServed(directory);
  expect(summary.files_written).toBe(served.length);
  for (const path of [
    "404.html",
    `users/${slug}/index.html`,
    `images/${photo}/image.png`,
    "_next/static/chunks/a.css",
    "_next/static/chunks/d.css",
    "_next/static/media/b.woff2",
    `org/${await slugOf("organizations", organization.id)}/index.html`,
    `v1/obi/v2/issuers/${organization.id}/index.json`,
    `badges/${badgeId}/index.html`,
  ])
    expect(served).toContain(path);
  expect(requested.length).toBe(new Set(requested).size);
});

it("reads only keys and status lists again, or with another build everything", async () => {
  await run();
  expect(requested.filter((address) => !address.includes("/v3/issuers/"))).toEqual([]);
  const slug = await slugOf("users", earner.id);
  const page = await readFileOf(`users/${slug}/index.html`);
  answers[`/users/${slug}`] = text(page);
  const all = await run({ isFull: true });
  expect(requested).toContain(`/badges/${badgeId}`);
  expect(all).toMatchObject({ items_updated: 0, files_written: 0 });

  answers[`/users/${slug}`] = text(
    `<link href="/_next/static/chunks/c.css"><img src="/images/${photo}/image.png"></html>`,
  );
  expect(await run({ build: "2" })).toMatchObject({ failures: 0, files_written: 2, files_removed: 3 });
  const assets = (await listServed(directory)).filter((path) => path.startsWith("_next"));
  expect(assets).toEqual(["_next/static/chunks/c.css"]);
});

it("counts what cannot be read, keeps the rest, and tries it again in the next run", async () => {
  await organization.client.put("", { name: `Harbor ${newId()}` });
  const failing = `/v1/obi/v2/issuers/${organization.id}`;
  answers[failing] = { status: 503 };
  const failed = await run({ build: "2" });
  expect(failed).toMatchObject({ failures: 1, failed: [`${failing} responds with 503`] });
  expect(requested).toContain(`/badges/${badgeId}`);
  answers[failing] = text('{"name":"Harbor"}');
  expect(await run({ build: "2" })).toMatchObject({ failures: 0, items_updated: 1, files_written: 1 });
  expect(await readFileOf(`v1/obi/v2/issuers/${organization.id}/index.json`)).toBe('{"name":"Harbor"}');
});

it("stops when nothing can be read", async () => {
  const before = await readServed(directory);
  const templates: Promise<unknown>[] = [];
  for (let count = 0; count < 25; count += 1) templates.push(createTemplate(organization));
  await Promise.all(templates);
  answers["/v1/obi/v2/badge_classes/*"] = { status: 500 };
  await expect(run({ build: "3" })).rejects.toThrow(/^Stopped after 2\d failures in a row: /);
  expect([...(await readServed(directory)).keys()]).toEqual(expect.arrayContaining([...before.keys()]));
  answers["/v1/obi/v2/badge_classes/*"] = undefined;
  expect(await run({ build: "2" })).toMatchObject({ failures: 0 });
});

it("goes on when texts name files that no request can have", async () => {
  const templates = Array.from({ length: 25 }, () => createTemplate(organization));
  await Promise.all(templates);
  const hostile = ["/_next/static/日本.css", "/_next/static/a b.css", "/_next/static/a\u007f.css"];
  answers["/v1/obi/v2/badge_classes/*"] = text(JSON.stringify({ text: hostile.map((one) => `(${one})`) }));
  expect(await run({ build: "4" })).toMatchObject({ failures: 0 });
  expect(requested.filter((address) => address.startsWith("/_next/static/")).join()).not.toMatch(
    /日| |\u007f/,
  );
  answers["/v1/obi/v2/badge_classes/*"] = undefined;
});

it("reads the page of a template again when an endorsement of it is published or ends", async () => {
  const { template, endorsement, endorser } = await createEndorsedBadge(organization);
  const page = `/org/${await slugOf("organizations", organization.id)}/badges/${template.id}`;
  await run({ build: "4" });
  expect(requested).toContain(page);
  await run({ build: "4" });
  expect(requested).not.toContain(page);
  await endorser.client.post(`/endorsements/${endorsement.id}/withdraw`, {});
  await run({ build: "4" });
  expect(requested).toContain(page);
});

it("two organizations that exchange their slugs have their own pages after one run", async () => {
  const other = await createTestOrganization();
  await run({ build: "2" });
  const [one, two] = [
    await slugOf("organizations", organization.id),
    await slugOf("organizations", other.id),
  ];
  const rename = (id: string, slug: string) =>
    sql("UPDATE organizations SET vanity_slug = $1, updated_at = now() WHERE id = $2", [slug, id]);
  await rename(organization.id, newId());
  await rename(other.id, one);
  await rename(organization.id, two);
  answers[`/org/${one}`] = text("other");
  answers[`/org/${two}`] = text("organization");
  await run({ build: "2" });
  expect(await readFileOf(`org/${one}/index.html`)).toBe("other");
  expect(await readFileOf(`org/${two}/index.html`)).toBe("organization");
});

it("a slug that cannot be the name of a file is a failure of that record alone", async () => {
  const other = await createTestOrganization();
  await sql("UPDATE organizations SET vanity_slug = '..' WHERE id = $1", [other.id]);
  const summary = await run({ build: "2" });
  expect(summary.failed).toEqual(["/org/.. cannot be the name of a file."]);
  await sql("UPDATE organizations SET vanity_slug = $1 WHERE id = $2", [newId(), other.id]);
  expect(await run({ build: "2" })).toMatchObject({ failures: 0 });
});

it("removes the page and the photo of a person without public badges", async () => {
  const slug = await slugOf("users", earner.id);
  expect((await findText(directory, photo)).length).toBeGreaterThan(1);
  await earner.client.patch(`/badges/${badgeId}`, { public: false });
  const summary = await run({ build: "2" });
  expect(summary).toMatchObject({ failures: 0, items_removed: 3 });
  for (const secret of [slug, photo, badgeId]) expect(await findText(directory, secret), secret).toEqual([]);
});
