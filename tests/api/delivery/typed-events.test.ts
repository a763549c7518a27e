import { beforeAll, describe, expect, it } from "vitest";
import { ROLE_SCOPES } from "@/lib/identity/memberships/roles";
import type { MemberRole } from "@/prisma/generated/client";
import { acceptEmployment, promptEmployments, rejectEmployment } from "@/lib/workforce/employees/connection";
import { sendMails } from "../../support/badges/badges";
import {
  makeEmployee,
  makeOrganization,
  makeTemplate,
  serial,
  type TestOrganization,
} from "../../support/builders";
import { clientOf, send } from "../../support/http/client";
import { sql } from "../../support/platform/database";
import { makeMember } from "../../support/identity/members";
import { bearerOf } from "../../support/access/oauth";
import {
  acceptedBadge,
  claimAddress,
  confirmAddress,
  issueTo,
  makeEarner,
  type TestEarner,
} from "../../support/identity/earners";
import { event, eventOfDeletedEmployment, eventTypes } from "../../support/delivery/specified-events";
import { listMetadata } from "../../support/http/specified-types";
import { expectOne, fits } from "../../support/http/typed-client";
import { until } from "../../support/until";

/** A person with a browser, and an employer's record of that person. */
async function employ(employer: TestOrganization, earner: TestEarner) {
  const changes = { position_title: "Engineer", external_id: `E-${serial()}` };
  const employee = await makeEmployee(employer, { email: earner.email, ...changes });
  await promptEmployments(earner.id);
  return employee;
}

describe("events", () => {
  let watcher: TestOrganization;
  let template: { id: string };
  let deleted: { id: string };
  let foreignBadge: { id: string };

  /**
   * The notifications of a pending badge: to an account, to an address without one, and to one that is not yet
   * confirmed.
   */
  async function notify(): Promise<void> {
    const [earner, unconfirmed] = [await makeEarner(), await makeEarner()];
    await sql("UPDATE user_emails SET confirmed_at = NULL WHERE user_id = $1", [unconfirmed.id]);
    for (const address of [earner.email, `nobody-${serial()}@example.org`, unconfirmed.email]) {
      const badge = await issueTo(watcher, address, { badge_template_id: template.id });
      await sendMails(badge.id);
    }
  }

  /** A connected employee's badge: issued, accepted, hidden and deleted. Then the employee leaves. */
  async function followBadge(earner: TestEarner): Promise<void> {
    const connection = await earner.client.post("/connected_applications", { client_id: watcher.client_id });
    const { id } = await issueTo(watcher, earner.email, { badge_template_id: template.id });
    await earner.client.post(`/badges/${id}/accept`);
    await earner.client.patch(`/badges/${id}`, { public: false });
    await watcher.client.delete(`/badges/${id}`);
    foreignBadge = await acceptedBadge(await makeOrganization(), earner);
    await earner.client.delete(`/connected_applications/${connection.data.id}`);
  }

  /** An account with an employed address, which is then removed. Another account is merged into it. */
  async function changeAccounts(): Promise<void> {
    const [earner, source] = [await makeEarner(), await makeEarner()];
    const second = await confirmAddress(earner, `second-${serial()}@example.org`);
    await makeEmployee(watcher, { email: second.email });
    await promptEmployments(earner.id);
    await earner.client.delete(`/emails/${second.id}`);
    await issueTo(watcher, source.email, { badge_template_id: template.id });
    const { id, token } = await claimAddress(earner, source.email);
    expect((await earner.client.post("/merge", { email_id: id, token })).status).toBe(200);
  }

  beforeAll(async () => {
    watcher = await makeOrganization();
    template = await makeTemplate(watcher);
    await watcher.client.put(`/badge_templates/${template.id}`, { level: "Advanced" });
    await watcher.client.delete(`/badge_templates/${(await makeTemplate(watcher)).id}`);
    await notify();
    const [earner, refusing] = [await makeEarner(), await makeEarner()];
    const employee = await employ(watcher, earner);
    await acceptEmployment(earner.id, employee.id);
    await followBadge(earner);
    await watcher.client.put(`/employees/${employee.id}`, { team: "Blue" });
    deleted = await employ(watcher, refusing);
    await rejectEmployment(refusing.id, deleted.id);
    await changeAccounts();
  });

  const readAll = async () => {
    const { data, metadata } = await watcher.client.get("/events");
    fits("metadata", metadata, listMetadata);
    expect(metadata.total_pages).toBe(1);
    return data as { id: string; event_type: string; employment?: { id: string } }[];
  };

  it("of every type contain what the specification lists, in the list and alone", async () => {
    await watcher.client.delete(`/employees/${(await makeEmployee(watcher)).id}`);
    const events = await readAll();
    expect(new Set(events.map(({ event_type: type }) => type))).toEqual(new Set(eventTypes));
    const gone = events.find(({ event_type: type }) => type === "employment.deleted")?.employment?.id;
    for (const told of events) {
      const isGone = told.employment?.id === gone && told.event_type !== "employment.deleted";
      const shape = isGone ? eventOfDeletedEmployment : event;
      fits(told.event_type, told, shape);
      expectOne(told.event_type, await watcher.client.get(`/events/${told.id}`), shape);
    }
  });

  it("of a deleted employee are minimal, including older ones", async () => {
    await watcher.client.delete(`/employees/${deleted.id}`);
    const events = (await readAll()).filter(({ employment }) => employment?.id === deleted.id);
    expect(events.length).toBeGreaterThan(3);
    for (const told of events) {
      expect(Object.keys(told.employment ?? {}).toSorted()).toEqual(["email", "external_id", "id"]);
      fits(told.event_type, told, eventOfDeletedEmployment);
    }
  });

  type Told = Record<string, unknown> & { id: string; event_type: string; employment?: object };

  /**
   * What a member may read of an event: everything, or without the identifying data of resources that the member's
   * role cannot read elsewhere.
   */
  function readable(told: Told, mayRead: Record<"employees" | "connections", boolean>): object {
    const { badge, employment, ...rest } = told;
    if (employment && !mayRead.employees) {
      const { id, email, external_id } = employment as Record<string, unknown>;
      return { ...rest, employment: { id, email, external_id } };
    }
    const isForeign = (badge as { id: string } | undefined)?.id === foreignBadge.id;
    return told.event_type.startsWith("user.") && isForeign && !mayRead.connections ? rest : told;
  }

  /** An employee's own texts and the employer's notes, which no other resource of this organization shows. */
  const PERSONAL = ["Engineer", "Blue", "employment_histories", "employee_state", "position_title"];

  const roles = Object.keys(ROLE_SCOPES) as MemberRole[];
  it.each(roles)(
    "of every type show a member with the role %s what that role may read elsewhere",
    async (role) => {
      const { headers } = await makeMember(watcher.id, role);
      const read = (path: string) => send("GET", `/v1/organizations/${watcher.id}${path}`, { headers });
      const isAllowed = async (path: string) => (await read(path)).status === 200;
      const mayRead = {
        employees: await isAllowed("/employees"),
        connections: await isAllowed("/oauth_applications"),
      };
      expect(mayRead.employees).toBe(role === "administrator");
      const full = (await readAll()) as Told[];
      expect(new Set(full.map(({ event_type: type }) => type))).toEqual(new Set(eventTypes));
      expect(JSON.stringify(full)).toContain(foreignBadge.id);
      const expected = new Map(full.map((told) => [told.id, readable(told, mayRead)]));
      for (const path of ["/events", "/events?order=asc"]) {
        // In ascending order, an event is listed once no older transaction of the server is open, including those of
        // other tests.
        const listed = await until(`all events in ${path}`, async () => {
          const { data } = await read(path);
          return data.length === full.length && (data as Told[]);
        });
        for (const told of listed) expect(told, told.event_type).toEqual(expected.get(told.id));
      }
      for (const { id, event_type: type } of full) {
        expect((await read(`/events/${id}`)).data, type).toEqual(expected.get(id));
      }
      const { data: table } = await read("/events?format=csv");
      for (const words of PERSONAL) expect(table.includes(words), words).toBe(mayRead.employees);
      expect(table.includes(foreignBadge.id)).toBe(mayRead.connections);
    },
  );

  it("show an application with only the scope events, and a token, what the specification defines", async () => {
    const { data } = await watcher.client.get("/events");
    const application = { headers: await bearerOf(watcher, "events") };
    const path = `/v1/organizations/${watcher.id}/events`;
    expect((await send("GET", path, application)).data).toEqual(data);
    const made = await watcher.client.post("/authorization_tokens", { read_enabled: true });
    expect((await clientOf(watcher.id, made.data.token).get("/events")).data).toEqual(data);
    expect(JSON.stringify(data)).toContain("employment_histories");
  });
});
