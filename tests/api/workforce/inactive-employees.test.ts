import { beforeAll, describe, expect, it } from "vitest";
import { findInvitedEmployees } from "@/lib/delivery/mail/subject-queries";
import {
  acceptEmployment,
  leaveEmployment,
  promptEmployments,
  rejectEmployment,
} from "@/lib/workforce/employees/connection";
import { listPendingEmployments } from "@/lib/workforce/employees/earner";
import { countStates } from "@/lib/workforce/employees/queries";
import { createPersonClient } from "../../support/accounts/earners";
import {
  createConnectedEmployee,
  createPerson,
  createPromptedEmployee,
} from "../../support/accounts/members";
import {
  badgeBody,
  createEmployee,
  createTemplate,
  createTestOrganization,
  type TestOrganization,
} from "../../support/builders";
import { send } from "../../support/http/client";
import { sql } from "../../support/platform/database";
import { createDirectory, createUser, userBody, type Directory } from "../../support/workforce/directory";

let organization: TestOrganization;
let directory: Directory;

beforeAll(async () => {
  organization = await createTestOrganization();
  directory = await createDirectory(organization);
});

const setActive = (id: string, active: unknown, by = directory) =>
  by.patch(id, [{ op: "replace", path: "active", value: active }]);

const asEarner = (id: string) => ({ userId: id, actor: { type: "User" as const, id, name: "" } });

const listEvents = async (id: string) => {
  const rows = await sql("SELECT event_type FROM events WHERE subject_id = $1 ORDER BY occurred_at, id", [
    id,
  ]);
  return rows.map(({ event_type: type }) => String(type).replace("employment.", ""));
};

describe("a user whom a directory deactivates", () => {
  it("stays, can be read and is active again", async () => {
    const { id } = await createUser(directory);
    const inactive = await setActive(id, false);
    expect([inactive.status, inactive.body.active]).toEqual([200, false]);
    expect((await directory.get(`/Users/${id}`)).body).toEqual(inactive.body);
    const { data } = await organization.client.get(`/employees/${id}`);
    expect(data.deactivated_at).toBe(inactive.body.meta.lastModified);
    const active = await setActive(id, true);
    expect([active.status, active.body.active]).toEqual([200, true]);
    expect((await organization.client.get(`/employees/${id}`)).data.deactivated_at).toBeNull();
    expect(await listEvents(id)).toEqual(["created", "updated", "updated"]);
    const entries = await sql("SELECT action, changes FROM audit_entries WHERE subject_id = $1 ORDER BY id", [
      id,
    ]);
    const change = [{ field: "deactivatedAt", from: null, to: null }];
    expect(entries).toEqual([
      { action: "employee.create", changes: null },
      { action: "employee.deactivate", changes: change },
      { action: "employee.reactivate", changes: change },
    ]);
  });

  it.each([
    ["a text", [{ op: "Replace", path: "active", value: "False" }]],
    ["no path", [{ op: "replace", value: { active: false } }]],
    ["no path and a text", [{ op: "Add", value: { ACTIVE: "false" } }]],
    ["other attributes", [{ op: "replace", value: { title: "Former", active: false } }]],
  ])("is inactive by a patch with %s", async (_name, operations) => {
    const { id } = await createUser(directory);
    expect((await directory.patch(id, operations)).body.active).toBe(false);
    expect((await directory.get(`/Users/${id}`)).body.active).toBe(false);
  });

  it("can be changed and deleted, and stays inactive by a PUT without active", async () => {
    const { id, userName } = await createUser(directory);
    await setActive(id, false);
    const put = await directory.put(`/Users/${id}`, { userName, title: "Former" });
    expect([put.status, put.body.active, put.body.title]).toEqual([200, false, "Former"]);
    expect((await directory.delete(`/Users/${id}`)).status).toBe(204);
    expect((await directory.get(`/Users/${id}`)).status).toBe(404);
  });

  it("keeps the user name and the external id: 409 for another user", async () => {
    const { id, userName, externalId } = await createUser(directory);
    await setActive(id, false);
    for (const changes of [{ userName, emails: [] }, { externalId }]) {
      const { status, body } = await directory.post("/Users", userBody(changes));
      expect([status, body.scimType]).toEqual([409, "uniqueness"]);
    }
    const { status, data } = await organization.client.post("/employees", { email: userName });
    expect([status, data.errors[0].code]).toEqual([422, "taken"]);
  });
});

describe("POST /scim/v2/Users with active: false", () => {
  it.each([[false], ["False"]])("201: creates an inactive employee from %j", async (active) => {
    const { status, body } = await directory.post("/Users", userBody({ active }));
    expect([status, body.active]).toEqual([201, false]);
    const { data } = await organization.client.get(`/employees/${body.id}`);
    expect([data.deactivated_at, data.employee_state]).toEqual([data.created_at, "created"]);
    expect((await setActive(body.id as string, true)).body.active).toBe(true);
  });
});

it("lists of users and employees have inactive ones, and filters for them", async () => {
  const own = await createTestOrganization();
  const ownDirectory = await createDirectory(own);
  const [active, inactive] = [await createUser(ownDirectory), await createUser(ownDirectory)];
  await setActive(inactive.id, false, ownDirectory);
  const find = async (filter: string) => {
    const { body } = await ownDirectory.get(`/Users?filter=${encodeURIComponent(filter)}`);
    expect(body.totalResults, filter).toBe(body.Resources.length);
    return body.Resources.map(({ id }: { id: string }) => id);
  };
  const [both, none]: string[][] = [[active.id, inactive.id], []];
  expect((await ownDirectory.get("/Users")).body.totalResults).toBe(2);
  for (const [filter, ids] of [
    ["active eq false", [inactive.id]],
    ['active eq "False"', [inactive.id]],
    ["active ne true", [inactive.id]],
    ["not (active eq true)", [inactive.id]],
    ["active eq true", [active.id]],
    ["active ne false", [active.id]],
    ['active eq "maybe"', none],
    ["active ne null", both],
    ["active pr", both],
    [`userName eq "${inactive.userName}"`, [inactive.id]],
    [`userName eq "${inactive.userName}" and active eq true`, none],
  ] as const) {
    expect(await find(filter), filter).toEqual(ids);
  }
  const list = async (query: string) => {
    const { data } = await own.client.get(`/employees?sort=created_at&${query}`);
    return data.map(({ id }: { id: string }) => id);
  };
  expect(await list("")).toEqual(both);
  expect(await list("filter[active]=true")).toEqual([active.id]);
  expect(await list("filter[active]=false")).toEqual([inactive.id]);
  expect((await own.client.get("/employees?filter[active]=maybe")).status).toBe(400);
});

describe("an inactive employee", () => {
  it("shows the employer no badges, profile or changes of them until they are active again", async () => {
    const { person, employee } = await createConnectedEmployee(organization, { first_name: "Ada" });
    await sql("UPDATE users SET bio = 'About me' WHERE id = $1", [person.id]);
    const badge = { badge_name: "First aid", issuer_name: "Red Cross" };
    expect((await createPersonClient(person).post("/external_badges", { badge })).status).toBe(201);
    const issue = async () => {
      const template = await createTemplate(organization);
      const body = badgeBody(template.id, { recipient_email: person.email });
      const { status, data } = await organization.client.post("/badges", body);
      expect(status, JSON.stringify(data)).toBe(201);
      return data as { id: string };
    };
    const read = async () => {
      const { data } = await organization.client.get(`/employees/${employee.id}/data`);
      const external = await organization.client.get(
        `/employee_external_badges?filter[employee][id]=${employee.id}`,
      );
      return [data.employee_state, data.badges.length, data.bio, external.data.length];
    };
    const first = await issue();
    expect(await read()).toEqual(["accepted", 1, "About me", 1]);
    await setActive(employee.id, false);
    expect(await read()).toEqual(["accepted", 0, null, 0]);
    await issue();
    await organization.client.put(`/badges/${first.id}/revoke`, { reason: "Left" });
    const { data: events } = await organization.client.get("/events?per=50");
    const own = events.filter(
      (one: { employment?: { id: string } }) => one.employment?.id === employee.id,
    ) as { event_type: string; badge?: unknown; employment: { badges: unknown[] } }[];
    expect(own.map(({ event_type: type }) => type.replace("employment.", ""))).toEqual([
      "updated",
      "badges.added",
      "connection.accepted",
      "connection.pending",
      "user_account.associated",
      "created",
    ]);
    expect(own.flatMap(({ badge, employment }) => [badge ?? null, ...employment.badges])).toEqual(
      own.map(() => null),
    );
    await setActive(employee.id, true);
    expect(await read()).toEqual(["accepted", 2, "About me", 1]);
  });

  it("is not invited, asked to connect or counted among those who could be", async () => {
    const own = await createTestOrganization();
    const ownDirectory = await createDirectory(own);
    const person = await createPerson();
    const { id } = await createEmployee(own, { email: person.email });
    const waiting = await createPromptedEmployee(own);
    for (const one of [id, waiting.employee.id]) await setActive(one as string, false, ownDirectory);
    for (const body of [{}, { employee_list: [person.email], list_type: "email" }]) {
      expect((await own.client.post("/employees/send_invitations", body)).status).toBe(200);
    }
    expect(await sql("SELECT id FROM outbox_messages WHERE subject_id = $1 AND kind = 'mail'", [id])).toEqual(
      [],
    );
    expect(await findInvitedEmployees([id as string])).toEqual([]);
    await promptEmployments(person.id);
    const { data } = await own.client.get(`/employees/${id}`);
    expect(data.employee_state).toBe("created");
    expect(await listPendingEmployments(asEarner(waiting.person.id))).toEqual([]);
    expect(await countStates(own.id)).toEqual([]);
    await setActive(id as string, true, ownDirectory);
    await promptEmployments(person.id);
    expect((await own.client.get(`/employees/${id}`)).data.employee_state).toBe("pending");
  });

  it("sees that they are inactive, cannot accept, and can decline and disconnect", async () => {
    const { person, employee } = await createPromptedEmployee(organization);
    await setActive(employee.id, false);
    const { data } = await send("GET", "/me/employments", { headers: person.headers });
    expect(data[0]).toMatchObject({ employee_state: "pending", deactivated_at: expect.stringMatching(/Z$/) });
    await expect(acceptEmployment(person.id, employee.id)).rejects.toMatchObject({
      status: 422,
      code: "inactive_employee",
    });
    await rejectEmployment(person.id, employee.id);
    const connected = await createConnectedEmployee(organization);
    await setActive(connected.employee.id, false);
    await leaveEmployment(connected.person.id, connected.employee.id);
    await setActive(connected.employee.id, true);
    const after = await organization.client.get(`/employees/${connected.employee.id}`);
    expect(after.data.employee_state).toBe("rejected");
  });
});
