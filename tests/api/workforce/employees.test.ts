import { beforeAll, describe, expect, it } from "vitest";
import {
  badgeBody,
  createEmployee,
  createTestOrganization,
  createTemplate,
  nextSerial,
} from "../../support/builders";
import type { TestOrganization } from "../../support/builders";
import { isWaiting, openConnection, sql } from "../../support/platform/database";
import { createConnectedEmployee } from "../../support/accounts/members";
import { stopClock } from "../../support/delivery/outbox";
import { until } from "../../support/until";

let organization: TestOrganization;

beforeAll(async () => {
  organization = await createTestOrganization();
});

const pathTo = (id: string): string => `/employees/${encodeURIComponent(id)}`;
const newEmail = (): string => `employee-${nextSerial()}@example.org`;

const ALL_KEYS = {
  first_name: "Ada",
  last_name: "Okafor",
  team: "Compilers",
  external_id: "W-1",
  position_title: "Engineer",
  manager_first_name: "Bo",
  manager_last_name: "Xu",
  manager_external_id: "W-0",
  country: "Norway",
  zip_code: "0150",
  state_or_province: "Oslo",
  department: "Research",
  job_family: "Engineering",
  organization_level_1: "One",
  organization_level_2: "Two",
  organization_level_3: "Three",
};

/** A write of each kind and the reads, as sent by an organization without access to workforce data. */
const sendAll = ({ client }: TestOrganization, id: string) => [
  client.get("/employees"),
  client.get(pathTo(id)),
  client.get(`${pathTo(id)}/data`),
  client.post("/employees", { email: newEmail() }),
  client.put(pathTo(id), { team: "New" }),
  client.post("/employees/send_invitations", {}),
  client.delete(pathTo(id)),
];

describe("POST /organizations/{id}/employees", () => {
  it("201: every key, in the state created", async () => {
    const email = newEmail();
    const { status, data } = await organization.client.post("/employees", { email, ...ALL_KEYS });
    expect(status, JSON.stringify(data)).toBe(201);
    expect(data).toEqual({
      ...ALL_KEYS,
      id: data.id,
      email,
      created_at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      employee_state: "created",
      employee_state_updated_at: data.created_at,
      last_invitation_sent_at: null,
      deactivated_at: null,
      full_name: "Ada Okafor",
      photo_url: null,
      location: "Oslo, Norway",
    });
    expect((await organization.client.get(pathTo(email))).data).toEqual(data);
  });

  it("201: only the address, in lower case; empty texts count as missing", async () => {
    const body = {
      email: ` Only.${nextSerial()}@Example.ORG `,
      first_name: "  ",
      external_id: "",
      country: null,
    };
    const { status, data } = await organization.client.post("/employees", body);
    expect(status).toBe(201);
    expect(data).toMatchObject({
      email: body.email.trim().toLowerCase(),
      first_name: null,
      full_name: null,
      external_id: null,
      location: null,
    });
  });

  it("201: organization_level1 is accepted for organization_level_1, which takes precedence", async () => {
    const body = { organization_level1: "Alias", organization_level2: "Alias", organization_level_2: "Own" };
    const { data } = await organization.client.post("/employees", { email: newEmail(), ...body });
    expect(data).toMatchObject({ organization_level_1: "Alias", organization_level_2: "Own" });
    expect(data).not.toHaveProperty("organization_level1");
  });

  it("201: unknown and read-only keys are ignored", async () => {
    const body = { email: newEmail(), employee_state: "accepted", id: "x", full_name: "X", level: "Senior" };
    const { status, data } = await organization.client.post("/employees", body);
    expect([status, data.employee_state, data.full_name]).toEqual([201, "created", null]);
    expect(data.id).not.toBe("x");
  });

  it("422: names the field for an e-mail that another employee has, in any case", async () => {
    const { email } = await createEmployee(organization);
    const { status, data } = await organization.client.post("/employees", { email: email.toUpperCase() });
    expect([status, data.errors[0]]).toMatchObject([422, { field: "email", code: "taken" }]);
  });

  it.each([".", "..", "batch", "send_invitations"])(
    "422: no path can contain the external_id %s",
    async (id) => {
      const body = { email: newEmail(), external_id: id };
      const { status, data } = await organization.client.post("/employees", body);
      expect([status, data.errors[0].field]).toEqual([422, "external_id"]);
    },
  );

  it("422: names the field for an external_id that another employee has; another organization may have it", async () => {
    const external_id = `E-${nextSerial()}`;
    await createEmployee(organization, { external_id });
    const { status, data } = await organization.client.post("/employees", { email: newEmail(), external_id });
    expect([status, data.errors[0]]).toMatchObject([422, { field: "external_id", code: "taken" }]);
    const other = await createTestOrganization();
    expect((await other.client.post("/employees", { email: newEmail(), external_id })).status).toBe(201);
  });

  it("stores one of many concurrent requests with the same address", async () => {
    const email = newEmail();
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => organization.client.post("/employees", { email })),
    );
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 422)).toHaveLength(7);
  });

  it.each([
    [{}, "email"],
    [{ email: "no address" }, "email"],
    [{ email: "a@example.org", first_name: "x".repeat(256) }, "first_name"],
    [{ email: "a@example.org", team: "a\u0000b" }, "team"],
    [{ email: "a@example.org", external_id: 7.5 }, "external_id"],
    [{ email: "a@example.org", department: "\ud800" }, "department"],
  ])("422: %j names %s", async (body, field) => {
    const { status, data } = await organization.client.post("/employees", body);
    expect([status, data.errors[0].field]).toEqual([422, field]);
  });

  it("403: all operations, while workforce_enabled is off", async () => {
    const own = await createTestOrganization();
    const { id } = await createEmployee(own);
    await sql("UPDATE organizations SET workforce_enabled = false WHERE id = $1", [own.id]);
    for (const { status, data } of await Promise.all(sendAll(own, id))) {
      expect([status, data.code]).toEqual([403, "workforce_disabled"]);
    }
    expect(
      await sql("SELECT count(*)::int AS count FROM employees WHERE organization_id = $1", [own.id]),
    ).toEqual([{ count: 1 }]);
  });
});

describe("GET /organizations/{id}/employees/{employee_id}", () => {
  it.each(["a/b", "dots.and..more", "100%", "x@y", "ünï côdé", "W+1 2", "?q=1#f"])(
    "200: by the external_id %j, percent-encoded",
    async (external_id) => {
      const { id } = await createEmployee(organization, { external_id });
      const { status, data } = await organization.client.get(pathTo(external_id));
      expect([status, data.id]).toEqual([200, id]);
      expect((await organization.client.get(`${pathTo(external_id)}/data`)).data.id).toBe(id);
    },
  );

  it("200: by e-mail in any case, and by the record's id", async () => {
    const { id, email } = await createEmployee(organization);
    for (const named of [email, email.toUpperCase(), id]) {
      expect((await organization.client.get(pathTo(named))).data.id, named).toBe(id);
    }
  });

  it("200: an e-mail takes precedence over an equal external_id, and that over an equal id", async () => {
    const first = await createEmployee(organization);
    const second = await createEmployee(organization, { external_id: first.email });
    const third = await createEmployee(organization, { external_id: second.id });
    expect((await organization.client.get(pathTo(first.email))).data.id).toBe(first.id);
    expect((await organization.client.get(pathTo(second.id))).data.id).toBe(third.id);
  });

  it("404: unknown, another organization's, an external_id in another case, an empty one", async () => {
    const other = await createTestOrganization();
    const { id, email } = await createEmployee(other, { external_id: "Foreign" });
    await createEmployee(organization, { external_id: "Case" });
    for (const named of [id, email, "Foreign", "case", "nobody@example.org", "x".repeat(2_000)]) {
      expect((await organization.client.get(pathTo(named))).status, named).toBe(404);
    }
    expect((await organization.client.get("/employees/%00")).status).toBe(404);
  });
});

describe("PUT /organizations/{id}/employees/{employee_id}", () => {
  it("200: changes the given keys, keeps the others; null and empty texts remove", async () => {
    const { email } = await createEmployee(organization, { ...ALL_KEYS, external_id: `E-${nextSerial()}` });
    const { status, data } = await organization.client.put(pathTo(email), {
      team: "Runtime",
      country: null,
      zip_code: "",
    });
    expect(status).toBe(200);
    expect(data).toMatchObject({ team: "Runtime", country: null, zip_code: null, location: "Oslo" });
    expect(data).toMatchObject({ first_name: "Ada", position_title: "Engineer" });
    expect((await organization.client.get(pathTo(email))).data).toEqual(data);
  });

  it("200: the e-mail cannot be changed", async () => {
    const { email } = await createEmployee(organization);
    const { status, data } = await organization.client.put(pathTo(email), { email: "new@example.org" });
    expect([status, data.email]).toEqual([200, email]);
  });

  it("200: the external_id changes, and identifies the employee from then on", async () => {
    const { id } = await createEmployee(organization, { external_id: `Old-${nextSerial()}` });
    const external_id = `New/${nextSerial()}`;
    expect((await organization.client.put(pathTo(id), { external_id })).status).toBe(200);
    expect((await organization.client.get(pathTo(external_id))).data.id).toBe(id);
  });

  it("422: an external_id that another employee has", async () => {
    const external_id = `E-${nextSerial()}`;
    await createEmployee(organization, { external_id });
    const { email } = await createEmployee(organization);
    const { status, data } = await organization.client.put(pathTo(email), { external_id, team: "Never" });
    expect([status, data.errors[0].field]).toEqual([422, "external_id"]);
    expect((await organization.client.get(pathTo(email))).data.team).toBeNull();
  });

  it("404: unknown, and another organization's", async () => {
    const other = await createTestOrganization();
    const { email } = await createEmployee(other);
    expect((await organization.client.put(pathTo(email), { team: "Mine" })).status).toBe(404);
  });

  it("a change waits for a concurrent one of the same record, and sees its result", async () => {
    const { id } = await createEmployee(organization, { position_title: "First" });
    const other = await openConnection();
    await other.query("BEGIN");
    await other.query("UPDATE employees SET position_title = 'Second' WHERE id = $1", [id]);
    const response = organization.client.put(pathTo(id), { position_title: "Second" });
    await until("the change to wait", () => isWaiting());
    await other.query("COMMIT");
    await other.end();
    expect((await response).status).toBe(200);
    const rows = await sql("SELECT id FROM employment_histories WHERE employee_id = $1", [id]);
    expect(rows).toHaveLength(1);
  });

  it("concurrent changes are all kept, each position once in the history", async () => {
    const { id } = await createEmployee(organization, { position_title: "First" });
    await Promise.all(
      ["Second", "Third"].map((position_title) => organization.client.put(pathTo(id), { position_title })),
    );
    const rows = await sql(
      "SELECT employer_job_title AS title, current FROM employment_histories WHERE employee_id = $1",
      [id],
    );
    expect(rows).toHaveLength(3);
    const { data } = await organization.client.get(pathTo(id));
    expect(rows.filter(({ current }) => current)).toEqual([{ title: data.position_title, current: true }]);
  });
});

describe("DELETE /organizations/{id}/employees/{employee_id}", () => {
  it("204: deletes its history too, and frees the address", async () => {
    const { id, email } = await createEmployee(organization, { position_title: "Engineer" });
    expect((await organization.client.delete(pathTo(email))).status).toBe(204);
    expect((await organization.client.get(pathTo(email))).status).toBe(404);
    expect(await sql("SELECT id FROM employment_histories WHERE employee_id = $1", [id])).toEqual([]);
    await createEmployee(organization, { email });
  });

  it("404: unknown, deleted, another organization's", async () => {
    const other = await createTestOrganization();
    const foreign = await createEmployee(other);
    const { id } = await createEmployee(organization);
    const responses = await Promise.all([1, 2, 3].map(() => organization.client.delete(pathTo(id))));
    const statuses = responses.map(({ status }) => status);
    expect(statuses.toSorted((one, other) => one - other)).toEqual([204, 404, 404]);
    expect((await organization.client.delete(pathTo(foreign.id))).status).toBe(404);
  });
});

describe("GET /organizations/{id}/employees/{employee_id}/data", () => {
  type Badge = { id: string; state: string };
  const listBadges = async (id: string): Promise<Badge[]> =>
    (await organization.client.get(`${pathTo(id)}/data`)).data.badges;
  const issueNew = async (issuer: TestOrganization, email: string, sql_: string, changes = {}) => {
    const template = await createTemplate(issuer);
    const { data } = await issuer.client.post(
      "/badges",
      badgeBody(template.id, { recipient_email: email, ...changes }),
    );
    await sql(`UPDATE issued_badges SET ${sql_} WHERE id = $1`, [data.id]);
    return data as { id: string; badge_template: { id: string; image: { id: string; url: string } } };
  };

  it("200: own badges in every state and public accepted ones of others, newest first, in the documented format", async () => {
    const stranger = await createTestOrganization("Stranger");
    const { employee, person } = await createConnectedEmployee(organization, { first_name: "Mara" });
    await sql("UPDATE users SET bio = 'Writes.' WHERE id = $1", [person.id]);
    const own = await issueNew(organization, person.email, "state = 'rejected', public = false", {
      issued_at: "2026-01-01",
      expires_at: "2030-01-01",
    });
    const open = await issueNew(stranger, person.email, "state = 'accepted'", { issued_at: "2026-03-01" });
    await issueNew(stranger, person.email, "state = 'accepted', public = false");
    await issueNew(stranger, person.email, "state = 'pending'");
    await issueNew(organization, person.email, "deleted_at = now()");
    await issueNew(organization, newEmail(), "state = 'accepted'");
    const { status, data } = await organization.client.get(`${pathTo(employee.id)}/data`);
    expect(status).toBe(200);
    expect(data).toMatchObject({ id: employee.id, full_name: "Mara", bio: "Writes." });
    expect(data.vanity_url).toMatch(/^http:\/\/localhost:3000\/users\/u-/);
    expect(data.badges.map(({ id }: Badge) => id)).toEqual([open.id, own.id]);
    expect(data.badges[1]).toEqual({
      id: own.id,
      issued_to: "Ada Okafor",
      issued_to_first_name: "Ada",
      issued_to_middle_name: null,
      issued_to_last_name: "Okafor",
      issued_at: "2026-01-01T00:00:00.000Z",
      issued_at_date: "2026-01-01",
      expires_at: "2030-01-01T23:59:59.000Z",
      expires_at_date: "2030-01-01",
      state: "rejected",
      public: false,
      badge_template: {
        id: own.badge_template.id,
        image: own.badge_template.image,
        image_url: own.badge_template.image.url,
        description: "What it says.",
        name: expect.stringContaining("Template"),
        skills: ["Testing"],
      },
      issuer: { name: expect.stringContaining("Organization"), image_url: null },
    });
  });

  it("200: no badges and no account data, before the employee accepted the connection and after leaving", async () => {
    const { employee, person } = await createConnectedEmployee(organization);
    await issueNew(organization, person.email, "state = 'accepted'");
    expect(await listBadges(employee.id)).toHaveLength(1);
    for (const state of ["created", "pending", "rejected"]) {
      await sql("UPDATE employees SET state = $2::employee_state WHERE id = $1", [employee.id, state]);
      const { data } = await organization.client.get(`${pathTo(employee.id)}/data`);
      expect([data.badges, data.bio, data.vanity_url]).toEqual([[], null, null]);
    }
  });

  it("200: a badge that was issued before the employee had an account", async () => {
    const { employee, person } = await createConnectedEmployee(organization);
    const { id } = await issueNew(organization, person.email, "user_id = NULL");
    const elsewhere = await createTestOrganization();
    await issueNew(elsewhere, person.email, "user_id = NULL");
    expect((await listBadges(employee.id)).map((badge) => badge.id)).toEqual([id]);
  });

  it("200: the newest 1,000", async () => {
    const { employee, person } = await createConnectedEmployee(organization);
    const { id } = await issueNew(organization, person.email, "issued_at = '2027-01-01'");
    await sql(
      `INSERT INTO issued_badges SELECT (jsonb_populate_record(b, jsonb_build_object('id', gen_random_uuid(),
         'issued_at', '2026-01-01'::timestamptz - n * interval '1 hour'))).*
       FROM issued_badges AS b, generate_series(1, 1005) AS n WHERE b.id = $1`,
      [id],
    );
    const badges = await listBadges(employee.id);
    expect([badges.length, badges[0]?.id]).toEqual([1_000, id]);
  });

  it("404: unknown", async () => {
    expect((await organization.client.get(`${pathTo("nobody@example.org")}/data`)).status).toBe(404);
  });
});

describe("times of an employee", () => {
  it("a change of the record does not change the time of its state", async () => {
    const clock = stopClock();
    const { email } = await createEmployee(organization);
    clock.advance(60_000);
    const { data } = await organization.client.put(pathTo(email), { team: "Later" });
    clock.restore();
    expect(data.employee_state_updated_at).toBe(data.created_at);
  });
});
