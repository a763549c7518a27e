import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHash } from "node:crypto";
import { inject } from "vitest";
import { disconnect } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { createDemonstrationOnce } from "@/lib/operations/installation/demonstration";
import { sql } from "../platform/database";
import { createLearningRecords, createOffers } from "./learning-records";
import { createTestDatabase } from "../platform/postgres";

/** Lets the modules of this process use another database, as a process of another installation does. */
async function connectTo(url: string): Promise<void> {
  await disconnect();
  Object.assign(env(), { DATABASE_URL: url });
}

/** An installation that organizations are moved from, which is the one of the test file, and empty ones. */
export async function createInstallations() {
  const source = env().DATABASE_URL;
  const folder = await mkdtemp(join(tmpdir(), "badges-moving-"));
  const drops: (() => Promise<void>)[] = [];
  return {
    folder,
    file: (name: string): string => join(folder, name),
    useSource: () => connectTo(source),
    /** Creates an empty installation and uses it. */
    useEmpty: async (): Promise<string> => {
      const { url, drop } = await createTestDatabase(inject("databaseUrl"));
      drops.push(drop);
      await connectTo(url);
      return url;
    },
    use: connectTo,
    remove: async (): Promise<void> => {
      await connectTo(source);
      for (const drop of drops) await drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const one = async (text: string, values: unknown[] = []): Promise<string> =>
  String((await sql(text, values))[0]?.id);

/**
 * Creates the organizations of the demonstration and everything else that an export can have: chains of replaced badges,
 * evidence, groups, reasons, designs, views, counts, a course, an invitation and an endorsement. Returns the ids of the organization and of its partner.
 */
export async function createFullOrganization(): Promise<{ id: string; partnerId: string }> {
  await createDemonstrationOnce();
  const id = await one("SELECT id FROM organizations WHERE name = 'Lumen Academy'");
  const partnerId = await one("SELECT id FROM organizations WHERE name = 'Tideline Foundation'");
  const memberId = await one("SELECT user_id AS id FROM memberships WHERE organization_id = $1", [id]);
  const templateId = await one(
    "SELECT id FROM badge_templates WHERE organization_id = $1 ORDER BY name LIMIT 1",
    [id],
  );
  const imageId = await one("SELECT image_id AS id FROM badge_templates WHERE id = $1", [templateId]);
  await sql(
    "UPDATE organizations SET photo_id = $2, cover_id = $2, webhook_url = 'https://hooks.example/here' WHERE id = $1",
    [id, imageId],
  );
  await sql(
    `UPDATE employees SET deactivated_at = '2026-10-01'
     WHERE id = (SELECT id FROM employees WHERE organization_id = $1 ORDER BY email LIMIT 1)`,
    [id],
  );
  const design = JSON.stringify({
    layout: "classic",
    logo_id: imageId,
    signatures: [{ name: "A", title: "B", image_id: imageId }],
  });
  await sql(
    "INSERT INTO certificate_designs (organization_id, design, options, updated_at) VALUES ($1, $2, NULL, now())",
    [id, design],
  );
  await sql(
    "INSERT INTO template_certificate_designs (organization_id, badge_template_id, design, updated_at) VALUES ($1, $2, $3, now())",
    [id, templateId, design],
  );
  await sql(
    "INSERT INTO mail_designs (organization_id, sender_name, texts, updated_at) VALUES ($1, 'Lumen', '{}', now())",
    [id],
  );
  await sql(
    "INSERT INTO saved_views (id, organization_id, user_id, list, name, parameters, created_at, updated_at) VALUES (gen_random_uuid(), $1, $2, 'badges', 'Mine', '{\"state\": \"pending\"}', now(), now())",
    [id, memberId],
  );
  await sql(
    "INSERT INTO engagement_counts (organization_id, badge_template_id, day, kind, channel, count) VALUES ($1, $2, '2026-03-01', 'view', 'page', 7)",
    [id, templateId],
  );
  await sql(
    "INSERT INTO issuer_earner_groups (id, organization_id, external_id, name) VALUES (gen_random_uuid(), $1, 'G-1', 'Spring')",
    [id],
  );
  await sql(
    `UPDATE issued_badges SET issuer_earner_group_id = (SELECT id FROM issuer_earner_groups WHERE organization_id = $1),
       evidence = '[{"id": "0190b3a0-0000-7000-8000-000000000001", "type": "PlainTextEvidence", "title": "Line\\u2028break", "description": "\\\\ and \\" and 日本"}]',
       issuer_earner_id = 'E-' || substr(id::text, 30)
     WHERE organization_id = $1 AND state = 'pending'`,
    [id],
  );
  await replaceOneBadge(id);
  await createLearningRecords(id);
  await createOffers(id, partnerId);
  return { id, partnerId };
}

/** Links the oldest accepted badge to one that replaced it, and revokes another one. */
async function replaceOneBadge(id: string): Promise<void> {
  await sql(
    `WITH chosen AS (SELECT id, row_number() OVER (ORDER BY id) AS number FROM issued_badges WHERE organization_id = $1 AND deleted_at IS NULL)
     UPDATE issued_badges SET
       state = CASE number WHEN 1 THEN 'replaced' WHEN 3 THEN 'revoked' ELSE state::text END::badge_state,
       revocation_reason = CASE number WHEN 3 THEN 'Issued by mistake' END,
       replacement_badge_id = CASE number WHEN 1 THEN (SELECT id FROM chosen WHERE number = 2) END,
       replaces_badge_id = CASE number WHEN 2 THEN (SELECT id FROM chosen WHERE number = 1) END
     FROM chosen WHERE chosen.id = issued_badges.id AND number <= 3`,
    [id],
  );
}

/** A record of an export. */
export type Line = Record<string, unknown> & { kind: string };

/** Reads the records of an export: all lines but the first and the last. */
export async function readRecords(path: string): Promise<Line[]> {
  const lines = (await readFile(path, "utf8")).trimEnd().split("\n").slice(1, -1);
  return lines.map((line) => JSON.parse(line) as Line);
}

/** Writes an export with other records and these changes of its first line, complete with its last line. */
export async function writeRecords(
  original: string,
  path: string,
  records: Line[],
  changes: object = {},
): Promise<void> {
  const [first = ""] = (await readFile(original, "utf8")).split("\n");
  const header = JSON.stringify({ ...(JSON.parse(first) as object), ...changes });
  const content = `${[header, ...records.map((record) => JSON.stringify(record))].join("\n")}\n`;
  const footer = {
    kind: "end",
    records: records.length,
    sha256: createHash("sha256").update(content).digest("hex"),
  };
  await writeFile(path, `${content}${JSON.stringify(footer)}\n`);
}

/** Counts the rows of tables that a move leaves empty: nobody is told of anything. */
export async function countEffects(): Promise<Record<string, number>> {
  const [row] = await sql(
    `SELECT (SELECT count(*)::int FROM events) AS events,
       (SELECT count(*)::int FROM outbox_messages WHERE kind <> 'credential') AS messages,
       (SELECT count(*)::int FROM audit_entries WHERE action = 'organization.move_in') AS entries`,
  );
  return row as Record<string, number>;
}
