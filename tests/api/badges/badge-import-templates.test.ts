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

describe("a file without a template of its own", () => {
  const createWithoutTemplate = (file: string) =>
    organization.client.post(PATH, { file_name: "people.csv", file });

  it("issues each row from the template that it names, and none to a row that names none", async () => {
    const [first, second] = [await createTemplate(organization), await createTemplate(organization)];
    const { status, data } = await createWithoutTemplate(
      fileOf(line("empty", ""), line("one", second.id), line("two", first.id)),
    );
    expect([status, data.badge_template_is_from_column, data.badge_template.id]).toEqual([
      201,
      true,
      second.id,
    ]);
    expect([data.ok_count, data.error_count]).toEqual([2, 1]);
    expect((await listRows(data.id))[0]).toMatchObject({
      status: "error",
      problems: [{ field: "badge_template", code: "missing_badge" }],
    });
    // The template that stands for the file may go: no row depends on it but those that name it.
    await organization.client.put(`/badge_templates/${second.id}`, { state: "archived" });
    expect((await organization.client.post(`${PATH}/${data.id}/start`, {})).status).toBe(200);
    await runAllImportSteps(data.id);
    expect(await listRecipients(first.id)).toEqual(["two@example.org"]);
    expect(await listRecipients(second.id)).toEqual([]);
  });

  it("lets rows be corrected when none names a template that exists", async () => {
    const template = await createTemplate(organization);
    const { status, data } = await createWithoutTemplate(fileOf(line("wrong", "No such badge at all")));
    expect([status, data.ok_count, data.error_count]).toEqual([201, 0, 1]);
    const cells = ["wrong@example.org", "Ada", "Okafor", template.id];
    const changed = await organization.client.patch(`${PATH}/${data.id}/sheet`, {
      changes: [{ number: 2, cells }],
    });
    expect(changed.data.badge_import).toMatchObject({ ok_count: 1, badge_template_is_from_column: true });
  });

  it("422: without a column that names templates, at the upload and later", async () => {
    const refused = await createWithoutTemplate(encodeFile("email,first name,last name\na@example.org,A,B"));
    expect(refused.status).toBe(422);
    expect(refused.data.errors).toMatchObject([{ field: "badge_template_id", code: "no_template_column" }]);
    const template = await createTemplate(organization);
    const { data } = await createWithoutTemplate(fileOf(line("later", template.id)));
    const mapping = { recipient_email: 0, issued_to_first_name: 1, issued_to_last_name: 2 };
    const unmapped = await organization.client.patch(`${PATH}/${data.id}`, { mapping });
    expect(unmapped.data.errors).toMatchObject([{ field: "mapping", code: "no_template_column" }]);
    const chosen = await organization.client.patch(`${PATH}/${data.id}`, {
      mapping,
      badge_template_id: template.id,
    });
    expect(chosen.data).toMatchObject({ ok_count: 1, badge_template_is_from_column: false });
  });
});
