import { beforeAll, describe, expect, it } from "vitest";
import { associateEmployees } from "@/lib/workforce/employees/connection";
import { USER_SCHEMA } from "@/lib/workforce/directories/schema";
import {
  createConnectedEmployee,
  createPerson,
  createPromptedEmployee,
} from "../../support/accounts/members";
import {
  badgeBody,
  createTemplate,
  createTestOrganization,
  nextSerial,
  type TestOrganization,
} from "../../support/builders";
import { digestTables, isWaiting, openConnection, sql } from "../../support/platform/database";
import { until } from "../../support/until";
import { createDirectory, createUser, type Directory } from "../../support/workforce/directory";

let organization: TestOrganization;
let directory: Directory;

beforeAll(async () => {
  organization = await createTestOrganization();
  directory = await createDirectory(organization);
});

const newAddress = () => `ann.ruiz-${nextSerial()}@example.org`;
const rename = (id: string, address: string) =>
  directory.patch(id, [{ op: "replace", path: "userName", value: address }]);

const listEvents = async (id: string) => {
  const rows = await sql("SELECT event_type FROM events WHERE subject_id = $1 ORDER BY occurred_at, id", [
    id,
  ]);
  return rows.map(({ event_type: type }) => String(type).replace("employment.", ""));
};
const readOwner = async (id: string) => {
  const [row] = await sql("SELECT user_id, state, last_invitation_sent_at FROM employees WHERE id = $1", [
    id,
  ]);
  return [row?.user_id, row?.state, row?.last_invitation_sent_at];
};
const addAddress = (userId: string, email: string) =>
  sql(
    'INSERT INTO user_emails (id, user_id, email, "primary", confirmed_at) VALUES (gen_random_uuid(), $1, $2, false, now())',
    [userId, email],
  );

describe("a new userName", () => {
  it.each([
    [
      "the paths of Entra ID",
      (address: string) => [
        { op: "Replace", path: "userName", value: address },
        { op: "Replace", path: 'emails[type eq "work"].value', value: address },
      ],
    ],
    [
      "the same in the other order",
      (address: string) => [
        { op: "Replace", path: 'emails[type eq "work"].value', value: address },
        { op: "Replace", path: "userName", value: address },
      ],
    ],
    ["userName alone", (address: string) => [{ op: "replace", value: { userName: address.toUpperCase() } }]],
    [
      "all addresses, with one that is kept",
      (address: string) => [
        {
          op: "replace",
          value: {
            userName: address,
            emails: [
              { type: "home", value: "home@example.org" },
              { type: "work", value: address, primary: true },
            ],
          },
        },
      ],
    ],
  ])("is taken from a patch with %s", async (_name, build) => {
    const { id, userName } = await createUser(directory);
    const address = newAddress();
    const { status, body } = await directory.patch(id, build(address));
    expect([status, body.userName, body.emails], JSON.stringify(body)).toEqual([
      200,
      address,
      [{ value: address, type: "work", primary: true }],
    ]);
    expect((await directory.get(`/Users/${id}`)).body).toEqual(body);
    expect((await organization.client.get(`/employees/${address}`)).data.id).toBe(id);
    expect((await organization.client.get(`/employees/${userName}`)).status).toBe(404);
    expect(await listEvents(id)).toEqual(["created", "updated"]);
  });

  it("is taken from a PUT, with and without the addresses", async () => {
    const { id } = await createUser(directory);
    for (const emails of [undefined, [{ value: "", type: "work" }]]) {
      const userName = newAddress();
      const work = emails?.map((one) => ({ ...one, value: userName }));
      const { status, body } = await directory.put(`/Users/${id}`, {
        schemas: [USER_SCHEMA],
        userName,
        emails: work,
      });
      expect([status, body.userName]).toEqual([200, userName]);
    }
  });

  it("400 for another work address, and 409 for the address of another user: nothing changes", async () => {
    const [first, second] = [await createUser(directory), await createUser(directory)];
    const before = await digestTables();
    const taken = await rename(second.id, first.userName);
    expect([taken.status, taken.body.scimType, taken.body.detail]).toEqual([
      409,
      "uniqueness",
      "userName has already been taken.",
    ]);
    const put = await directory.put(`/Users/${second.id}`, {
      userName: newAddress(),
      emails: [{ value: second.userName }],
    });
    expect([put.status, put.body.scimType]).toEqual([400, "invalidValue"]);
    expect(await digestTables()).toEqual(before);
  });

  it("frees the address before", async () => {
    const { id, userName } = await createUser(directory);
    await rename(id, newAddress());
    expect((await directory.post("/Users", { userName })).status).toBe(201);
  });
});

describe("the account of an employee with a new address", () => {
  it("stays connected, with the badges that the employer sees", async () => {
    const { person, employee } = await createConnectedEmployee(organization);
    const template = await createTemplate(organization);
    const issue = badgeBody(template.id, { recipient_email: person.email });
    expect((await organization.client.post("/badges", issue)).status).toBe(201);
    const address = newAddress();
    for (const isConfirmed of [false, true]) {
      if (isConfirmed) await addAddress(person.id, address);
      expect((await rename(employee.id, isConfirmed ? address : newAddress())).status).toBe(200);
      expect(await readOwner(employee.id)).toEqual([person.id, "accepted", null]);
      const { data } = await organization.client.get(`/employees/${employee.id}/data`);
      expect(data.badges).toHaveLength(1);
    }
  });

  it("is the one that has confirmed the address, and asked again", async () => {
    const { person, employee } = await createConnectedEmployee(organization);
    await sql("UPDATE employees SET last_invitation_sent_at = now() WHERE id = $1", [employee.id]);
    const other = await createPerson();
    expect((await rename(employee.id, other.email)).status).toBe(200);
    expect(await readOwner(employee.id)).toEqual([other.id, "created", null]);
    expect((await listEvents(employee.id)).slice(-3)).toEqual([
      "updated",
      "user_account.disassociated",
      "user_account.associated",
    ]);
    await rename(employee.id, person.email);
    expect(await readOwner(employee.id)).toEqual([person.id, "created", null]);
    const { id } = await createUser(directory);
    const third = await createPerson();
    await rename(id, third.email);
    expect(await readOwner(id)).toEqual([third.id, "created", null]);
    expect(await listEvents(id)).toEqual(["created", "updated", "user_account.associated"]);
  });

  it("is the one that confirms the address later", async () => {
    const { employee } = await createPromptedEmployee(organization);
    const address = newAddress();
    await rename(employee.id, address);
    const other = await createPerson(address);
    await associateEmployees(other.id);
    expect(await readOwner(employee.id)).toEqual([other.id, "created", null]);
    expect((await listEvents(employee.id)).slice(-2)).toEqual([
      "user_account.disassociated",
      "user_account.associated",
    ]);
  });

  it("waits for the address before it locks the employee", async () => {
    const { id } = await createUser(directory);
    const address = newAddress();
    const connection = await openConnection();
    await connection.query("BEGIN");
    await connection.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`account:${address}`]);
    const answer = rename(id, address);
    await until("the change to wait", () => isWaiting());
    await connection.query("UPDATE employees SET team = 'Free' WHERE id = $1", [id]);
    await connection.query("COMMIT");
    await connection.end();
    expect((await answer).status).toBe(200);
  });
});
