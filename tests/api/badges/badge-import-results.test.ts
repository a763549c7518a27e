import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, it } from "vitest";
import { LOCALES } from "@/lib/kernel/locales";
import { answer, shownToken } from "../../support/accounts/accept-forms";
import {
  encodeFile,
  line,
  createCheckedImport,
  PATH,
  runAllImportSteps,
  createStartedImport,
  table,
} from "../../support/badges/badge-imports";
import {
  badgeBody,
  createTestOrganization,
  createTemplate,
  type TestOrganization,
} from "../../support/builders";
import { basicHeaders, ORIGIN } from "../../support/http/client";
import { dispatch } from "../../support/http/routes";

let organization: TestOrganization;

beforeAll(async () => {
  organization = await createTestOrganization();
});

describe("GET /organizations/{id}/badge_imports/{badge_import_id}/result", () => {
  it("200: the columns of the file, the result of each row, and no formula", async () => {
    const own = await createTemplate(organization);
    const file = encodeFile(
      "email,first name,last name,=cmd\nada@example.org,Ada,Okafor,=1+1\nx,Ada,Okafor,\n",
    );
    const { id } = await createStartedImport(organization, {
      badge_template_id: own.id,
      file,
      file_name: "Frühling 26.csv",
    });
    await runAllImportSteps(id);
    const request = new Request(`${ORIGIN}/v1/organizations/${organization.id}${PATH}/${id}/result`, {
      headers: basicHeaders(organization.authorization_token),
    });
    const response = await dispatch(request);
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="Fruhling-26-result.csv"');
    const { data } = await organization.client.get(`${PATH}/${id}/rows`);
    const [row] = data as { badge_id: string }[];
    const link = `${ORIGIN}/accept/${row?.badge_id}?token=${shownToken(row?.badge_id ?? "")}`;
    expect((await response.text()).replace("\ufeff", "").split("\r\n")).toEqual([
      "email,first name,last name,'=cmd,result,badge_id,badge_url,accept_badge_url,problems",
      `ada@example.org,Ada,Okafor,'=1+1,issued,${row?.badge_id},${ORIGIN}/badges/${row?.badge_id},${link},`,
      "x,Ada,Okafor,,error,,,,“x” is not an e-mail address. Use ada@example.org.",
      "",
    ]);
  });

  it("200: the accept links work until the badges are answered, and read-only callers do not get them", async () => {
    const { id } = await createStartedImport(organization, { file: table(line(), line()) });
    await runAllImportSteps(id);
    const path = `/v1/organizations/${organization.id}${PATH}/${id}/result`;
    const readResult = async (credential: Record<string, string>) =>
      parse(await (await dispatch(new Request(ORIGIN + path, { headers: credential }))).text(), {
        bom: true,
        columns: true,
      }) as Record<string, string>[];
    const [first, second] = await readResult(basicHeaders(organization.authorization_token));
    const link = new URL(first?.accept_badge_url ?? "");
    expect(link.origin + link.pathname).toBe(`${ORIGIN}/accept/${first?.badge_id}`);
    expect((await answer(first?.badge_id ?? "", link.searchParams.get("token") ?? "", "accept")).status).toBe(
      303,
    );
    const again = await readResult(basicHeaders(organization.authorization_token));
    expect(again.map((row) => row.accept_badge_url)).toEqual(["", second?.accept_badge_url]);
    expect(again.map((row) => row.badge_url)).toEqual([first?.badge_url, second?.badge_url]);
    const { data: reader } = await organization.client.post("/authorization_tokens", {});
    expect((await readResult(basicHeaders(reader.token))).map((row) => row.accept_badge_url)).toEqual([
      "",
      "",
    ]);
  });
});

describe("the messages of a check", () => {
  const BLANK = "E-mail address is missing. Enter one, for example ada@example.org.";

  it("include the row number of the spreadsheet, the value, and what to enter", async () => {
    const head = "email,first name,last name,issued on,expires on,locale,evidence,no mail";
    const lines = [
      ",Ada,Okafor,2026-04-01",
      "",
      '"two@example.org","Ada\nMaria",Okafor,31/31/2026',
      ",,,,",
      "c@example.org,Ada,,2026-04-01",
      "d@example.org,Ada,Okafor,01.04.2026,01.01.2025",
      "e@example.org,Ada,Okafor,2026-04-01,soon,tlh,https://example.org javascript:alert(1),maybe",
      "f@example.org,Ada,Okafor,2026-04-01",
      "F@example.org,Ada,Okafor,2026-04-01,,,,,surplus",
      "F@example.org,Ada,Okafor,03/04/2026",
      `${"g".repeat(300)}@example.org,Ada,Okafor,03/04/2026`,
    ];
    const { id } = await createCheckedImport(organization, { file: encodeFile([head, ...lines].join("\n")) });
    const { data } = await organization.client.get(`${PATH}/${id}/rows`);
    const rows = data as { number: number; problems: { message: string }[] }[];
    expect(rows.map(({ number, problems }) => [number, ...problems.map(({ message }) => message)])).toEqual([
      [2, BLANK],
      [
        4,
        "“Ada Maria” has characters that cannot be used. Remove them.",
        "“31/31/2026” is not a date. Use 2026-12-31.",
      ],
      [6, "Last name is missing. Enter it."],
      [7, "“01.01.2025” is before the day of issue. Enter a later day, or never."],
      [
        8,
        "“soon” is not a date. Use 2026-12-31, or never.",
        "“javascript:alert(1)” is not a web address. Use https://example.org/certificate.",
        `“tlh” is not a supported language. Use ${LOCALES.slice(0, -1).join(", ")} or ${LOCALES.at(-1)}.`,
        "“maybe” is neither yes nor no. Use yes or no.",
      ],
      [9],
      [10, expect.stringContaining("more cells than there are headings")],
      [11, "“f@example.org” is in row 9 too. Keep one of the two rows."],
      [12, expect.stringMatching(/^“g{79}…” is too long. Enter at most 254 characters.$/)],
    ]);
  });

  it("name a badge that the recipient already has", async () => {
    const own = await createTemplate(organization);
    const email = "has@example.org";
    await organization.client.post("/badges", badgeBody(own.id, { recipient_email: email }));
    const checkMessages = async (behavior: string) => {
      const file = table(line({ email, date: "03/04/2026" }));
      const changes = { badge_template_id: own.id, file, duplicate_behavior: behavior };
      const { id } = await createCheckedImport(organization, changes);
      const { data } = await organization.client.get(`${PATH}/${id}/rows`);
      return data[0].problems.map((problem: { message: string }) => problem.message);
    };
    expect(await checkMessages("deny")).toEqual([
      expect.stringMatching(/^“has@example.org” already has this badge\. /),
    ]);
    expect(await checkMessages("replace")).toEqual([
      "“03/04/2026” is read as 3 April 2026.",
      "“has@example.org” already has this badge. It will be replaced.",
    ]);
  });
});

describe("GET /organizations/{id}/badge_templates/{badge_template_id}/import_sample", () => {
  it.each([
    ["", {}],
    [" that expires by default", { default_expires_at_type: "date", default_expires_at: "2020-01-01" }],
  ])("200: a file that can be issued without a warning from a template%s", async (_name, changes) => {
    const own = await createTemplate(organization, changes);
    const path = `/v1/organizations/${organization.id}/badge_templates/${own.id}/import_sample`;
    const response = await dispatch(
      new Request(ORIGIN + path, { headers: basicHeaders(organization.authorization_token) }),
    );
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="sample.csv"');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const created = await createCheckedImport(organization, {
      badge_template_id: own.id,
      file: bytes.toString("base64"),
    });
    expect(created).toMatchObject({ rows_count: 2, ok_count: 2, ignored_columns: [] });
  });

  it("404: a template that this organization cannot issue", async () => {
    const other = await createTemplate(await createTestOrganization());
    const { status } = await organization.client.get(`/badge_templates/${other.id}/import_sample`);
    expect(status).toBe(404);
  });
});
