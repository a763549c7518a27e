import { beforeAll, describe, expect, it } from "vitest";
import {
  createCheckedImport,
  encodeFile,
  listRecipients,
  PATH,
  runAllImportSteps,
} from "../../support/badges/badge-imports";
import { createTemplate, createTestOrganization, type TestOrganization } from "../../support/builders";
import { sql } from "../../support/platform/database";

let organization: TestOrganization;

beforeAll(async () => {
  organization = await createTestOrganization();
});

const fileOf = (...lines: string[]): string =>
  encodeFile(["email,first name,last name,badge template", ...lines].join("\n"));
const line = (email: string, badge: string): string => `${email}@example.org,Ada,Okafor,${badge}`;

const listRows = async (id: string) =>
  (await organization.client.get(`${PATH}/${id}/rows`)).data as {
    status: string;
    problems: { field: string; code: string; message: string }[];
  }[];

describe("a column that names the badge template of each row", () => {
  it("issues each row from the template that it names by name or id, else from that of the import", async () => {
    const [chosen, named, other] = [
      await createTemplate(organization),
      await createTemplate(organization, { name: "Harbor, Pilot" }),
      await createTemplate(organization),
    ];
    const {
      id,
      mapping,
      ok_count: count,
    } = await createCheckedImport(organization, {
      badge_template_id: chosen.id,
      file: fileOf(
        line("one", '"Harbor, Pilot"'),
        line("two", other.id.toUpperCase()),
        line("three", ""),
        // One recipient of several badges is no duplicate.
        line("one", other.id),
      ),
    });
    expect([mapping.badge_template, count]).toEqual([3, 4]);
    await organization.client.post(`${PATH}/${id}/start`, {});
    await runAllImportSteps(id);
    expect(await listRecipients(named.id)).toEqual(["one@example.org"]);
    expect(await listRecipients(other.id)).toEqual(["one@example.org", "two@example.org"]);
    expect(await listRecipients(chosen.id)).toEqual(["three@example.org"]);
  });

  it("reports names that are unknown, with the most similar one, or ambiguous", async () => {
    await createTemplate(organization, { name: "Lighthouse Keeper" });
    const twins = [
      await createTemplate(organization, { name: "Twin" }),
      await createTemplate(organization, { name: "Twin" }),
    ];
    const { id } = await createCheckedImport(organization, {
      file: fileOf(
        line("one", "lighthouse keper"),
        line("two", "Twin"),
        line("three", "Something else entirely"),
        ",,,Nothing",
      ),
    });
    const rows = await listRows(id);
    expect(rows.map(({ status }) => status)).toEqual(["error", "error", "error", "error"]);
    expect(rows[0]?.problems).toEqual([
      {
        field: "badge_template",
        code: "unknown_badge",
        message: "“lighthouse keper” is not a badge that you can issue. Did you mean “Lighthouse Keeper”?",
      },
    ]);
    expect(rows[1]?.problems).toMatchObject([{ field: "badge_template", code: "ambiguous_badge" }]);
    for (const twin of twins) expect(rows[1]?.problems[0]?.message).toContain(twin.id);
    expect(rows[2]?.problems[0]?.message).toContain("Use the exact name or the ID");
    expect(rows[3]?.problems.map(({ field }) => field)).toEqual(
      expect.arrayContaining(["badge_template", "recipient_email"]),
    );
  });

  it("neither issues from nor names the templates of another organization, nor archived ones", async () => {
    const stranger = await createTestOrganization();
    const foreign = await createTemplate(stranger, { name: "Secret of the others" });
    const archived = await createTemplate(organization, { name: "Old badge" });
    await sql("UPDATE badge_templates SET state = 'archived' WHERE id = $1", [archived.id]);
    const { id } = await createCheckedImport(organization, {
      file: fileOf(
        line("one", foreign.id),
        line("two", "Secret of the others"),
        line("three", "Secret of the other"),
        line("four", "Old badge"),
      ),
    });
    const rows = await listRows(id);
    expect(rows.flatMap(({ problems }) => problems.map(({ code }) => code))).toEqual(
      Array.from({ length: 4 }, () => "unknown_badge"),
    );
    expect(JSON.stringify(rows[2])).not.toContain("“Secret of the others”");
  });

  it("fails a row whose template was renamed after the check, and issues the others", async () => {
    const [chosen, renamed] = [
      await createTemplate(organization),
      await createTemplate(organization, { name: "First name of it" }),
    ];
    const { id } = await createCheckedImport(organization, {
      badge_template_id: chosen.id,
      file: fileOf(line("one", "First name of it"), line("two", "")),
    });
    await organization.client.post(`${PATH}/${id}/start`, {});
    await sql("UPDATE badge_templates SET name = 'Another' WHERE id = $1", [renamed.id]);
    await runAllImportSteps(id);
    const rows = await listRows(id);
    expect(rows.map(({ status }) => status)).toEqual(["failed", "issued"]);
    expect(rows[0]?.problems).toMatchObject([{ code: "unknown_badge" }]);
    expect(await listRecipients(chosen.id)).toEqual(["two@example.org"]);
  });
});
