import { beforeAll, describe, expect, it } from "vitest";
import { promptEmployments } from "@/lib/workforce/employees/connection";
import { listPendingEmployments } from "@/lib/workforce/employees/earner";
import { newId } from "@/lib/kernel/ids";
import { listBadgeEvents } from "../../support/badges/badges";
import { createEmployee, createTestOrganization, type TestOrganization } from "../../support/builders";
import { ORIGIN, sortedStatuses } from "../../support/http/client";
import { isWaiting, openConnection, sql } from "../../support/platform/database";
import { createPersonClient, createEarner } from "../../support/accounts/earners";
import { createConnectedEmployee, createPromptedEmployee } from "../../support/accounts/members";
import { until } from "../../support/until";

let employer: TestOrganization;

beforeAll(async () => {
  employer = await createTestOrganization("Analytical Society");
});

async function createPromptedEarner(organization = employer) {
  const { person, employee } = await createPromptedEmployee(organization, { position_title: "Engineer" });
  return { ...person, employee, client: createPersonClient(person) };
}

async function createConnectedEarner(organization = employer) {
  const { person, employee } = await createConnectedEmployee(organization);
  return { ...person, employee, client: createPersonClient(person) };
}

const readEmployeeState = async (id: string): Promise<string> =>
  (await employer.client.get(`/employees/${id}`)).data.employee_state;

const setEmployeeState = (id: string, state: string) =>
  sql("UPDATE employees SET state = $2::employee_state WHERE id = $1", [id, state]);

describe("GET /me/employments", () => {
  it("200: lists employers with a record of the person, with decisions and their times, without employers' notes", async () => {
    const { client, email, employee } = await createPromptedEarner();
    const { status, data, metadata } = await client.get("/employments");
    expect([status, metadata.total_count]).toEqual([200, 1]);
    const { data: recorded } = await employer.client.get(`/employees/${employee.id}`);
    expect(data).toEqual([
      {
        id: employee.id,
        email,
        position_title: "Engineer",
        employee_state: "pending",
        employee_state_updated_at: recorded.employee_state_updated_at,
        last_invitation_sent_at: null,
        deactivated_at: null,
        created_at: recorded.created_at,
        employer: {
          id: employer.id,
          name: "Analytical Society",
          bio: null,
          photo_url: null,
          vanity_url: `${ORIGIN}/org/analytical-society`,
        },
      },
    ]);
  });

  it("200: last decided first, paginated; none of an account without the address", async () => {
    const { client, email, employee } = await createConnectedEarner();
    const later = await createEmployee(await createTestOrganization(), { email });
    await sql("UPDATE employees SET state_updated_at = now() + interval '1 hour' WHERE id = $1", [later.id]);
    const { data, metadata } = await client.get("/employments?per=1");
    expect([data[0].id, metadata.total_pages]).toEqual([later.id, 2]);
    expect((await client.get("/employments?per=1&page=2")).data[0].id).toBe(employee.id);
    expect((await (await createEarner()).client.get("/employments")).data).toEqual([]);
    expect((await client.get("/employments?filter=state::pending")).status).toBe(400);
  });

  it("200: excludes organizations without access to workforce data", async () => {
    const own = await createTestOrganization();
    const { client, employee } = await createConnectedEarner(own);
    await sql("UPDATE organizations SET workforce_enabled = false WHERE id = $1", [own.id]);
    expect((await client.get("/employments")).data).toEqual([]);
    expect((await client.post(`/employments/${employee.id}/leave`)).status).toBe(404);
  });
});

/** Verb, the state that it requires, the state that it leads to. */
const TRANSITIONS = [
  ["accept", "pending", "accepted"],
  ["reject", "pending", "rejected"],
  ["leave", "accepted", "rejected"],
] as const;

describe.each(TRANSITIONS)("POST /me/employments/{id}/%s", (verb, from, to) => {
  const createEmployeeInState = () => (from === "pending" ? createPromptedEarner() : createConnectedEarner());

  it(`200: the record, which is ${to} now; the employer gets an event`, async () => {
    const { client, employee } = await createEmployeeInState();
    const { status, data } = await client.post(`/employments/${employee.id}/${verb}`);
    expect([status, data.id, data.employee_state]).toEqual([200, employee.id, to]);
    expect(data.employee_state_updated_at > data.created_at).toBe(true);
    expect((await client.get("/employments")).data).toEqual([data]);
    expect(await readEmployeeState(employee.id)).toBe(to);
    expect((await listBadgeEvents(employer, employee.id)).at(-1)).toBe(`employment.connection.${to}`);
  });

  it("404: another person's, unknown and malformed ids; nothing changes", async () => {
    const { employee } = await createEmployeeInState();
    const other = await createEarner();
    for (const id of [employee.id, newId(), "x", "%00"]) {
      expect((await other.client.post(`/employments/${id}/${verb}`)).status).toBe(404);
    }
    expect(await readEmployeeState(employee.id)).toBe(from);
  });

  it("422: names the state that forbids it", async () => {
    const { client, employee } = await createEmployeeInState();
    for (const state of ["created", "pending", "accepted", "rejected"].filter((one) => one !== from)) {
      await setEmployeeState(employee.id, state);
      const { status, data } = await client.post(`/employments/${employee.id}/${verb}`);
      expect([status, data.code]).toEqual([422, "invalid_transition"]);
      expect(data.message).toContain(state);
      expect(await readEmployeeState(employee.id)).toBe(state);
    }
  });

  it("one of many concurrent requests succeeds, with one event", async () => {
    const { client, employee } = await createEmployeeInState();
    const before = await listBadgeEvents(employer, employee.id);
    const blocker = await openConnection();
    await blocker.query("BEGIN");
    await blocker.query("SELECT 1 FROM employees WHERE id = $1 FOR UPDATE", [employee.id]);
    const other = verb === "accept" ? "reject" : verb;
    const responses = Promise.all(
      [verb, other, verb, other].map((one) => client.post(`/employments/${employee.id}/${one}`)),
    );
    await until("the answers to wait", () => isWaiting(4));
    await blocker.query("COMMIT");
    await blocker.end();
    expect(sortedStatuses(await responses)).toEqual([200, 422, 422, 422]);
    expect(await listBadgeEvents(employer, employee.id)).toHaveLength(before.length + 1);
  });
});

describe("the employers shown above the badges in the wallet", () => {
  const listEmployerNames = async ({ id }: { id: string }) => {
    const asking = await listPendingEmployments({ userId: id, actor: { type: "User", id, name: "" } });
    return asking.map(({ organization }) => organization.name);
  };

  it("are those with a pending request to this person, the latest first", async () => {
    const person = await createEarner();
    const others = [
      await createTestOrganization("Tide Institute"),
      await createTestOrganization("Kelp & Sons"),
    ];
    for (const organization of [employer, ...others]) {
      await createEmployee(organization, { email: person.email });
      await promptEmployments(person.id);
    }
    expect(await listEmployerNames(person)).toEqual(["Kelp & Sons", "Tide Institute", "Analytical Society"]);
    const { data } = await person.client.get("/employments");
    await person.client.post(`/employments/${data[0].id}/accept`);
    await person.client.post(`/employments/${data[1].id}/reject`);
    expect(await listEmployerNames(person)).toEqual(["Analytical Society"]);
    expect(await listEmployerNames(await createConnectedEarner())).toEqual([]);
    expect(await listEmployerNames(await createEarner())).toEqual([]);
  });
});
