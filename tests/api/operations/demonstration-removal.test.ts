import { beforeAll, describe, expect, it } from "vitest";
import { COMMANDS } from "@/lib/operations/installation/commands";
import { runCommand } from "@/lib/operations/installation/command-line";
import { createDemonstrationOnce } from "@/lib/operations/installation/demonstration";
import { setUpOrganization } from "@/lib/operations/installation/service";
import { verifyChain } from "@/lib/oversight/audit-chain/verify-chain";
import { createTestOrganization, type TestOrganization } from "../../support/builders";
import { issueBadgeTo } from "../../support/accounts/earners";
import { signAll } from "../../support/oversight/audit-chain";
import { digestTables, sql } from "../../support/platform/database";

const PARTNER = "Tideline Foundation";
const NAME = "Lumen Academy";

let real: TestOrganization;
let ids: string[] = [];
beforeAll(async () => {
  await createDemonstrationOnce();
  ids = (await sql("SELECT id FROM organizations")).map(({ id }) => String(id));
  real = await createTestOrganization();
  await issueBadgeTo(real, "grace@example.com");
}, 120_000);

async function remove(...options: string[]) {
  const { stdout } = await runCommand(["demonstration", "remove", ...options, "--json"], COMMANDS, (work) =>
    work({ secretsFile: null }),
  );
  return JSON.parse(stdout);
}

/** The tables that have rows of an organization. */
async function listTablesOf(organizationIds: string[]): Promise<string[]> {
  const tables = await sql(
    `SELECT table_name AS name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = 'public' AND column_name = 'organization_id' AND table_type = 'BASE TABLE' ORDER BY 1`,
  );
  const filled: string[] = [];
  for (const { name } of tables) {
    const rows = await sql(`SELECT FROM "${String(name)}" WHERE organization_id = ANY ($1) LIMIT 1`, [
      organizationIds,
    ]);
    if (rows.length > 0) filled.push(String(name));
  }
  return filled;
}

describe("the removal of the demonstration", () => {
  it("first only says what it would remove", async () => {
    const before = await digestTables();
    expect(await remove("--dry-run")).toEqual({
      organizations: [NAME, PARTNER],
      accounts: 6,
      badges_for_others: 0,
      removed: false,
    });
    await expect(remove("--confirm", PARTNER)).rejects.toThrow(`--confirm "${NAME}"`);
    await expect(remove()).rejects.toThrow(`--confirm "${NAME}"`);
    expect(await digestTables()).toEqual(before);
  });

  it("refuses while badges connect it with another organization", async () => {
    const [template] = await sql("SELECT id FROM badge_templates WHERE organization_id = $1 LIMIT 1", [
      ids[0],
    ]);
    const badge = await issueBadgeTo(real, "ada@example.com");
    const [own] = await sql("SELECT badge_template_id AS id FROM issued_badges WHERE id = $1", [badge.id]);
    const set = (organizationId: unknown, templateId: unknown) =>
      sql("UPDATE issued_badges SET template_organization_id = $2, badge_template_id = $3 WHERE id = $1", [
        badge.id,
        organizationId,
        templateId,
      ]);
    await set(ids[0], template?.id);
    await expect(remove("--confirm", NAME)).rejects.toThrow("Badges of another organization");
    expect(await listTablesOf(ids)).toContain("issued_badges");
    await set(real.id, own?.id);
  });

  it("deletes all its rows except audit entries, whose chains verify, and no row of another organization", async () => {
    await signAll();
    const [{ count } = {}] = await sql(
      "SELECT count(*)::int AS count FROM issued_badges WHERE organization_id = $1",
      [real.id],
    );
    expect(await remove("--confirm", NAME)).toMatchObject({ organizations: [NAME, PARTNER], removed: true });
    expect(await sql("SELECT id FROM organizations")).toEqual([{ id: real.id }]);
    expect((await listTablesOf(ids)).filter((name) => !/^audit_|^signing_keys$/.test(name))).toEqual([]);
    for (const id of ids) expect((await verifyChain(id)).finding).toBeNull();
    expect(
      await sql("SELECT FROM user_emails WHERE email LIKE '%lumen%' OR email LIKE '%tideline%'"),
    ).toEqual([]);
    expect(
      await sql("SELECT FROM sessions WHERE user_id IN (SELECT id FROM users WHERE deleted_at IS NOT NULL)"),
    ).toEqual([]);
    expect(await sql("SELECT FROM issued_badges WHERE organization_id = $1", [real.id])).toHaveLength(
      Number(count),
    );
    expect((await real.client.get("/badges")).status).toBe(200);
  });

  it("has an end, after which the first organization can be created as on any installation", async () => {
    await expect(remove("--dry-run")).rejects.toThrow("There is no demonstration");
    const { made } = await setUpOrganization({ name: NAME, adminEmail: "admin@school.example.org" });
    expect(made.organization_id).not.toBe(ids[0]);
    await expect(remove("--dry-run")).rejects.toThrow("There is no demonstration");
  });
});
