import iconv from "iconv-lite";
import { beforeAll, describe, expect, it } from "vitest";
import {
  createEmployee,
  createTestOrganization,
  nextSerial,
  type TestOrganization,
} from "../../support/builders";
import { digestTables, countQueries, sql } from "../../support/platform/database";
import { createPerson } from "../../support/accounts/members";

let organization: TestOrganization;

beforeAll(async () => {
  organization = await createTestOrganization();
});

const newBatchEmail = (): string => `batch-${nextSerial()}@example.org`;
const postBatch = (body: Record<string, unknown>, { client } = organization) =>
  client.post("/employees/batch", body);
const getEmployee = async (email: string) =>
  (await organization.client.get(`/employees/${encodeURIComponent(email)}`)).data;
const listEvents = async (id: string) => {
  const rows = await sql("SELECT event_type FROM events WHERE subject_id = $1 ORDER BY event_type", [id]);
  return rows.map(({ event_type: type }) => type);
};

/** Errors as `row: field code`. */
const summarizeErrors = (data: { errors: { row: number; errors: { field: string; code: string }[] }[] }) =>
  data.errors.map(
    ({ row, errors }) => `${row}: ${errors.map(({ field, code }) => `${field} ${code}`).join(", ")}`,
  );

describe("POST /organizations/{id}/employees/batch", () => {
  it("200: a table as people export it, with a report of unknown columns", async () => {
    const [ada, bo] = [newBatchEmail(), newBatchEmail()];
    const csv = [
      "\ufeffE_Mail;First Name;SURNAME;Employee ID;Job title;Shoe size;organization level 1",
      `${ada.toUpperCase()};Ada;Okafor;${ada};Engineer;38;North`,
      "",
      `${bo};;;;;;`,
    ].join("\r\n");
    const { status, data } = await postBatch({ csv });
    expect([status, data]).toEqual([
      200,
      {
        dry_run: false,
        total_count: 2,
        created_count: 2,
        ignored_columns: ["Shoe size"],
        preview: [
          { row: 1, email: ada, external_id: ada, full_name: "Ada Okafor", position_title: "Engineer" },
          { row: 2, email: bo, external_id: null, full_name: null, position_title: null },
        ],
        errors: [],
      },
    ]);
    const employee = await getEmployee(ada);
    expect(employee).toMatchObject({
      employee_state: "created",
      first_name: "Ada",
      last_name: "Okafor",
      external_id: ada,
      position_title: "Engineer",
      organization_level_1: "North",
      country: null,
    });
    expect(await listEvents(employee.id)).toEqual(["employment.created"]);
    const german = await postBatch({
      csv: `E-Mail-Adresse;Vorname;Nachname\n${newBatchEmail()};Zoë;Öztürk`,
      dry_run: true,
    });
    expect(german.data).toMatchObject({ ignored_columns: [], preview: [{ full_name: "Zoë Öztürk" }] });
    const { data: view } = await organization.client.get(`/employees/${ada}/data`);
    expect(view.employment_histories).toMatchObject([{ current: true, employer_job_title: "Engineer" }]);
  });

  it("200: a list, with the keys of POST; an account with the address is associated", async () => {
    const person = await createPerson();
    const employees = [
      { email: person.email, organization_level1: "Alias" },
      { email: newBatchEmail(), team: "Compilers" },
    ];
    const { status, data } = await postBatch({ employees });
    expect([status, data.created_count, data.errors]).toEqual([200, 2, []]);
    const { id, organization_level_1: level } = await getEmployee(person.email);
    expect([level, await listEvents(id)]).toEqual([
      "Alias",
      ["employment.created", "employment.user_account.associated"],
    ]);
  });

  it("200: reports errors by row, and stores the other rows", async () => {
    const external = `X-${nextSerial()}`;
    const there = await createEmployee(organization, { external_id: external });
    const [ada, bo, chi, dee] = [newBatchEmail(), newBatchEmail(), newBatchEmail(), newBatchEmail()];
    const rows = [
      `${ada},A-1,Ada`,
      "no address,A-2,Bo",
      `${ada},A-3,Ada again`,
      `${bo},A-1,The same id`,
      `${there.email},A-4,There already`,
      `${chi},${external},Its id`,
      `,,Nobody`,
      `${dee},A-5,${"x".repeat(256)}`,
      `${dee},A-5,Dee,extra`,
      `${dee},A-5,Dee`,
    ];
    const csv = ["email,external_id,first_name", ...rows].join("\n");
    const faults = [
      "2: email invalid_format",
      "3: email repeated",
      "4: external_id repeated",
      "5: email taken",
      "6: external_id taken",
      "7: email invalid_format",
      "8: first_name too_big",
      "9:  too_many_cells",
    ];
    const before = await digestTables();
    const tried = await postBatch({ csv, dry_run: true });
    expect([tried.status, tried.data.dry_run, tried.data.created_count]).toEqual([200, true, 2]);
    expect(summarizeErrors(tried.data)).toEqual(faults);
    expect(await digestTables()).toEqual(before);
    const { data } = await postBatch({ csv });
    expect([data.dry_run, data.total_count, data.created_count, summarizeErrors(data)]).toEqual([
      false,
      10,
      2,
      faults,
    ]);
    expect(data.errors[1]).toMatchObject({ email: ada, errors: [{ message: "is already used in row 1" }] });
    expect(await getEmployee(dee)).toMatchObject({ external_id: "A-5", first_name: "Dee" });
    const again = await postBatch({ csv });
    expect([again.data.created_count, again.data.errors.length]).toEqual([0, 10]);
  });

  it("200: another organization may have the same people", async () => {
    const { email } = await createEmployee(organization);
    const { data } = await postBatch({ employees: [{ email }] }, await createTestOrganization());
    expect(data.created_count).toBe(1);
  });

  it("200: five thousand rows, with a constant number of statements", async () => {
    const csv = (count: number) => {
      const rows = Array.from({ length: count }, () => `${newBatchEmail()},Engineer`);
      return ["email,position_title", ...rows].join("\n");
    };
    const few = await countQueries(() => postBatch({ csv: csv(2) }));
    const table = csv(5_000);
    let response: Awaited<ReturnType<typeof postBatch>> | undefined;
    const many = await countQueries(async () => {
      response = await postBatch({ csv: table });
    });
    expect(response?.data.created_count).toBe(5_000);
    expect(many).toBe(few);
  }, 60_000);

  it("200: two concurrent requests store each person once", async () => {
    const people = Array.from({ length: 40 }, newBatchEmail);
    const orders = [people, people.toReversed(), people, people.toReversed()];
    const responses = await Promise.all(
      orders.map((list, index) =>
        postBatch({
          employees: list.map((email, place) => ({ email, external_id: `${email}-${(place + index) % 40}` })),
        }),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(responses.reduce((sum, { data }) => sum + data.created_count, 0)).toBe(40);
  });

  it("names ids that Excel has shortened", async () => {
    const csv = `email,employee id\n${newBatchEmail()},1.2E+11\n${newBatchEmail()},1.2E+11\n`;
    const { data } = await postBatch({ csv, dry_run: true });
    expect(summarizeErrors(data)).toEqual([
      "1: external_id shortened_number",
      "2: external_id shortened_number",
    ]);
  });

  it("writes one audit entry, and none when nothing was stored", async () => {
    const own = await createTestOrganization();
    const count = async () =>
      (await own.client.get("/audit_entries?filter=action::employee.import")).metadata.total_count;
    await postBatch({ employees: [{ email: "nobody" }] }, own);
    await postBatch({ employees: [{ email: newBatchEmail() }], dry_run: true }, own);
    expect(await count()).toBe(0);
    await postBatch({ employees: [{ email: newBatchEmail() }, { email: newBatchEmail() }] }, own);
    expect(await count()).toBe(1);
  });

  it("200: a file in the encoding that its bytes show; 422 to choose one when they do not show it", async () => {
    const [own, email] = [await createTestOrganization(), newBatchEmail()];
    const encode = (name: string) =>
      iconv.encode(`Staff\r\nemail;first name\r\n${email};${name}\r\n`, "windows-1250").toString("base64");
    const read = await postBatch({ file: encode("Łukasz"), dry_run: true }, own);
    expect([read.status, read.data.preview]).toMatchObject([200, [{ row: 1, email, full_name: "Łukasz" }]]);
    const unclear = await postBatch({ file: encode("Noč"), dry_run: true }, own);
    expect([unclear.status, unclear.data.code]).toEqual([422, "unclear_encoding"]);
    const chosen = await postBatch({ file: encode("Noč"), encoding: "windows-1250", dry_run: true }, own);
    expect(chosen.data.preview).toMatchObject([{ full_name: "Noč" }]);
  });

  it.each([
    [{}, "employees", "invalid"],
    [{ employees: [{ email: "a@example.org" }], csv: "email\na@example.org" }, "employees", "invalid"],
    [{ employees: [] }, "employees", "too_small"],
    [{ employees: Array(5_001).fill({}) }, "employees", "too_big"],
    [{ csv: "name\nAda" }, "csv", "missing_column_email"],
    [{ csv: "email\n" }, "csv", "invalid_csv"],
    [{ csv: `email\n${"a@example.org\n".repeat(5_001)}` }, "csv", "too_big"],
    [{ csv: 7 }, "csv", "invalid_type"],
    [{ csv: "email\na@example.org", file: "ZW1haWw=" }, "employees", "invalid"],
    [{ file: "ZW1haWwK" }, "file", "invalid_csv"],
    [{ file: "no base64!" }, "file", "invalid_file"],
  ])("422: an unreadable table names the field", async (body, field, code) => {
    const { status, data } = await postBatch(body);
    expect([status, data.errors[0]]).toMatchObject([422, { field, code }]);
  });

  it("403: while workforce_enabled is off", async () => {
    const own = await createTestOrganization();
    await sql("UPDATE organizations SET workforce_enabled = false WHERE id = $1", [own.id]);
    const { status, data } = await postBatch({ employees: [{ email: newBatchEmail() }] }, own);
    expect([status, data.code]).toEqual([403, "workforce_disabled"]);
  });
});
