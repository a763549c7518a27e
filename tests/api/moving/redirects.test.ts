import { afterAll, beforeAll, expect, it } from "vitest";
import { exportRecords, moveIn } from "@/lib/operations/installation/moving";
import { startCountedServer } from "../../support/badges/counted-server";
import { createFullOrganization, createInstallations } from "../../support/moving/two-installations";
import { ORIGIN } from "../../support/http/client";
import { sql } from "../../support/platform/database";

let installations: Awaited<ReturnType<typeof createInstallations>>;
let server: Awaited<ReturnType<typeof startCountedServer>>;
let slug: string;
const { write } = process.stderr;

/** A badge that was accepted, and what it and its template became. */
let badge: { old: string; now: string };
let template: { old: string; now: string };
let organization: { old: string; now: string };

beforeAll(async () => {
  process.stderr.write = () => true; // the progress
  installations = await createInstallations();
  server = await startCountedServer();
  const { id } = await createFullOrganization();
  const file = installations.file("export.ndjson");
  await exportRecords(id, file);
  // All ids are taken, so that each record gets another one.
  const moved = await moveIn({ file, organization: undefined, adminEmail: undefined, isDryRun: false });
  organization = { old: id, now: moved.organization_id };
  [badge, template] = await Promise.all([findPair("issued_badge"), findPair("badge_template")]);
  const [row] = await sql("SELECT vanity_slug AS slug FROM organizations WHERE id = $1", [organization.now]);
  slug = String(row?.slug);
});
afterAll(async () => {
  process.stderr.write = write;
  await server?.stop();
  await installations?.remove();
});

async function findPair(kind: "issued_badge" | "badge_template"): Promise<{ old: string; now: string }> {
  const condition = kind === "issued_badge" ? "state = 'accepted' AND public" : "public AND state = 'active'";
  const [row] = await sql(
    `SELECT old_id AS old, new_id AS now FROM moved_records JOIN ${kind}s AS t ON t.id::text = new_id
     WHERE kind = $1 AND t.${condition} ORDER BY old_id LIMIT 1`,
    [kind],
  );
  return row as { old: string; now: string };
}

/** Removes what has the old ids here, as in an installation that never had it. */
async function removeOld(): Promise<void> {
  await sql("DELETE FROM issued_badges WHERE badge_template_id = $1 OR id = $2", [template.old, badge.old]);
  await sql("DELETE FROM badge_templates WHERE id = $1", [template.old]);
}

const addresses = (): [string, string][] => [
  [`/badges/${badge.old}`, `/badges/${badge.now}`],
  [`/embed/badges/${badge.old}`, `/embed/badges/${badge.now}`],
  [`/org/anything/badges/${template.old}`, `/org/${slug}/badges/${template.now}`],
  [`/obi/v2/badge_assertions/${badge.old}`, `/obi/v2/badge_assertions/${badge.now}`],
  [`/obi/v2/badge_assertions/${badge.old}/image`, `/obi/v2/badge_assertions/${badge.now}/image`],
  [`/obi/v3/credentials/${badge.old}`, `/obi/v3/credentials/${badge.now}`],
  [`/obi/v2/badge_classes/${template.old}?a=b`, `/obi/v2/badge_classes/${template.now}?a=b`],
];

it("an address that is here is not redirected", async () => {
  for (const path of [`/badges/${badge.old}`, `/obi/v2/badge_assertions/${badge.old}`])
    expect(await server.visit(path)).toEqual({ status: 200, location: null });
});

it("the address of something here that is not shown leads to nobody else's", async () => {
  const paths = [
    `/badges/${badge.old}`,
    `/obi/v2/badge_assertions/${badge.old}`,
    `/org/${slug}/badges/${template.old}`,
  ];
  for (const change of ["public = false", "deleted_at = now()"]) {
    await sql(`UPDATE issued_badges SET ${change} WHERE id = $1`, [badge.old]);
    await sql(`UPDATE badge_templates SET ${change} WHERE id = $1`, [template.old]);
    for (const path of paths)
      expect([change, path, await server.visit(path)]).toEqual([
        change,
        path,
        { status: 404, location: null },
      ]);
  }
});

it("old addresses lead to the new ids", async () => {
  await removeOld();
  for (const [old, now] of addresses())
    expect([old, await server.visit(old)]).toEqual([old, { status: 308, location: ORIGIN + now }]);
});

it("an old address does not tell that a badge is here which is not shown", async () => {
  await sql("UPDATE issued_badges SET public = false WHERE id = $1", [badge.now]);
  for (const path of [`/badges/${badge.old}`, `/obi/v3/credentials/${badge.old}`])
    expect(await server.visit(path)).toEqual({ status: 404, location: null });
  await sql("UPDATE issued_badges SET public = true WHERE id = $1", [badge.now]);
});

it("ids that are no UUIDs lead to those that they got", async () => {
  const { toUuid } = await import("@/lib/moving/records/ids");
  await sql("UPDATE moved_records SET old_id = $1 WHERE kind = 'issued_badge' AND new_id = $2", [
    toUuid("issued_badge", "badge-17"),
    badge.now,
  ]);
  expect(await server.visit("/badges/badge-17")).toEqual({
    status: 308,
    location: `${ORIGIN}/badges/${badge.now}`,
  });
});

it("an id that was moved into several organizations leads nowhere", async () => {
  await sql(
    `INSERT INTO moved_records (organization_id, kind, old_id, new_id, digest, is_created)
     SELECT $1, kind, old_id, gen_random_uuid()::text, digest, true FROM moved_records WHERE kind = 'badge_template' AND old_id = $2`,
    [organization.old, template.old],
  );
  expect(await server.visit(`/obi/v2/badge_classes/${template.old}`)).toMatchObject({ status: 404 });
});
