import iconv from "iconv-lite";
import { beforeAll, describe, expect, it } from "vitest";
import { importBody, PATH } from "../../support/badges/badge-imports";
import {
  badgeBody,
  createTemplate,
  createTestOrganization,
  type TestOrganization,
} from "../../support/builders";

let organization: TestOrganization;
let templateId: string;

beforeAll(async () => {
  organization = await createTestOrganization();
  templateId = (await createTemplate(organization)).id;
});

const upload = (text: string, encoding = "utf8", changes: Record<string, unknown> = {}) =>
  organization.client.post(
    PATH,
    importBody(templateId, { file: iconv.encode(text, encoding).toString("base64"), ...changes }),
  );

const listRows = async (id: string) =>
  (await organization.client.get(`${PATH}/${id}/rows`)).data as {
    status: string;
    recipient_name: string;
    problems: { field: string; code: string; message: string }[];
  }[];

describe("the text of an uploaded file", () => {
  it.each([
    ["shift_jis", "email,last name,first name,issued on\r\na@example.org,山田,太郎,2026-11-05", "太郎 山田"],
    ["shift_jis", "メールアドレス,姓,名,発行日\r\na@example.org,山田,太郎,2026-11-05\r\n", "太郎 山田"],
    ["gbk", "email,last name,first name,issued on\r\na@example.org,王,小明,2026-11-05\r\n", "小明 王"],
    ["euc-kr", "email,last name,first name,issued on\r\na@example.org,김,민수,2026-11-05\r\n", "민수 김"],
    ["windows-1250", "email;first name;last name\r\na@example.org;Łukasz;Żółć\r\n", "Łukasz Żółć"],
    ["windows-1251", "email;first name;last name\r\na@example.org;Анна;Иванова\r\n", "Анна Иванова"],
    ["macintosh", "email,first name,last name\ra@example.org,José,Núñez\r", "José Núñez"],
    ["windows-1252", "sep=;\r\nemail;first name;last name\r\na@example.org;Zoë;Öz\r\n", "Zoë Öz"],
    ["windows-1252", "Course of autumn\r\n\r\nemail;first name;last name\r\na@example.org;Zoë;Öz", "Zoë Öz"],
  ])("201: is read from %s", async (encoding, text, name) => {
    const { status, data } = await upload(text, encoding);
    expect(status, JSON.stringify(data)).toBe(201);
    expect(await listRows(data.id)).toMatchObject([{ status: "ok", recipient_name: name }]);
  });

  it("422: lists the encodings to choose from, with names as they are then; 201 with the chosen one", async () => {
    const text = "email,first name,last name\r\na@example.org,Noè,Bo\r\n";
    const { status, data } = await upload(text, "windows-1252");
    expect([status, data.code]).toEqual([422, "unclear_encoding"]);
    expect(data.errors.slice(0, 3)).toEqual([
      { field: "file", code: "unclear_encoding", message: "has an encoding that is not clear" },
      { field: "encoding", code: "windows-1252", message: "Noè" },
      { field: "encoding", code: "windows-1250", message: "Noč" },
    ]);
    const chosen = await upload(text, "windows-1252", { encoding: "windows-1252" });
    expect(await listRows(chosen.data.id)).toMatchObject([{ recipient_name: "Noè Bo" }]);
    const wrong = await upload(text, "windows-1252", { encoding: "latin" });
    expect([wrong.status, wrong.data.errors[0].field]).toEqual([422, "encoding"]);
  });

  it("201: says in which rows a file mixes dates with the day first and with the month first", async () => {
    const dates = ["25/04/2026", "04/26/2026", "03/04/2026", "2026-04-01"];
    const lines = dates.map((date, index) => `d${index}@example.org,Ann,Lee,${date}`);
    const { data } = await upload(["email,first name,last name,issued on", ...lines].join("\n"));
    const mixed = "Some dates of the file have the day first, others the month.";
    expect((await listRows(data.id)).map(({ problems }) => problems.map(({ message }) => message))).toEqual([
      [],
      [`“04/26/2026” is read as 26 April 2026. ${mixed}`],
      [`“03/04/2026” is read as 3 April 2026. ${mixed}`],
      [],
    ]);
    const patched = await organization.client.patch(`${PATH}/${data.id}`, { date_order: "month_first" });
    expect(patched.status).toBe(200);
    expect((await listRows(data.id)).map(({ problems }) => problems.map(({ message }) => message))).toEqual([
      [`“25/04/2026” is read as 25 April 2026. ${mixed}`],
      [],
      [],
      [],
    ]);
  });

  it("201: names IDs that Excel has shortened, and does not compare them", async () => {
    const head = "email,first name,last name,employee id\n";
    const { data } = await upload(
      `${head}a5@example.org,Ann,Lee,1.23457E+11\na6@example.org,Bo,Li,1.23457E+11`,
    );
    const problem = {
      field: "issuer_earner_id",
      code: "shortened_number",
      message: expect.stringContaining("“1.23457E+11” is a long number that Excel has shortened"),
    };
    expect(await listRows(data.id)).toMatchObject([
      { status: "error", problems: [problem] },
      { status: "error", problems: [problem] },
    ]);
  });

  it("201: names the field of a clash, within the file and with a badge issued earlier", async () => {
    const issued = await organization.client.post(
      "/badges",
      badgeBody(templateId, { recipient_email: "earlier@example.org", issuer_earner_id: "E1" }),
    );
    expect(issued.status).toBe(201);
    const rows = [
      "b1@example.org,E1",
      "earlier@example.org,",
      "b2@example.org,E2",
      "b3@example.org,E2",
      "b2@example.org,",
    ];
    const lines = rows.map((row) => row.replace(",", ",Ann,Lee,"));
    const { data } = await upload(["email,first name,last name,employee id", ...lines].join("\n"));
    const another = "remove the row, or choose to replace the badge or issue another one.";
    expect(
      (await listRows(data.id)).flatMap(({ problems }) =>
        problems.map(({ field, message }) => [field, message]),
      ),
    ).toEqual([
      [
        "issuer_earner_id",
        `The ID “E1” belongs to a person who already has this badge. Correct the ID, ${another}`,
      ],
      ["recipient_email", `“earlier@example.org” already has this badge. ${another.replace("r", "R")}`],
      [
        "issuer_earner_id",
        "The ID “E2” belongs to the person in row 4. Correct the ID, or keep one of the two rows.",
      ],
      ["recipient_email", "“b2@example.org” is in row 4 too. Keep one of the two rows."],
    ]);
  });

  it("422: is not a table", async () => {
    const messages = await Promise.all(
      ["", "\r\n\r\n"].map(async (text) => (await upload(text || " ")).data.errors[0].message),
    );
    expect(messages).toEqual(["The file is empty.", "The file is empty."]);
  });
});
