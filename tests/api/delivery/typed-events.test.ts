import { beforeAll, describe, expect, it } from "vitest";
import { ROLE_SCOPES } from "@/lib/access/callers/roles";
import type { MemberRole } from "@/prisma/generated/client";
import { acceptEmployment, promptEmployments, rejectEmployment } from "@/lib/workforce/employees/connection";
import { sendBadgeMails } from "../../support/badges/badges";
import {
  createEmployee,
  createTestOrganization,
  createTemplate,
  nextSerial,
  type TestOrganization,
} from "../../support/builders";
import { createOrganizationClient, send } from "../../support/http/client";
import { sql } from "../../support/platform/database";
import { createMember } from "../../support/accounts/members";
import { createBearerHeaders } from "../../support/applications/oauth";
import {
  issueAcceptedBadge,
  claimAddress,
  confirmAddress,
  issueBadgeTo,
  createEarner,
  type TestEarner,
} from "../../support/accounts/earners";
import { event, eventOfDeletedEmployment, eventTypes } from "../../support/delivery/specified-events";
import { listMetadata } from "../../support/http/specified-types";
import { expectResource, expectShape } from "../../support/http/typed-client";
import { until } from "../../support/until";

/** A person with a browser, and an employer's record of that person. */
async function connectEmployee(employer: TestOrganization, earner: TestEarner) {
  const changes = { position_title: "Engineer", external_id: `E-${nextSerial()}` };
  const employee = await createEmployee(employer, { email: earner.email, ...changes });
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
  async function createNotifications(): Promise<void> {
    const [earner, unconfirmed] = [await createEarner(), await createEarner()];
    await sql("UPDATE user_emails SET confirmed_at = NULL WHERE user_id = $1", [unconfirmed.id]);
    for (const address of [earner.email, `nobody-${nextSerial()}@example.org`, unconfirmed.email]) {
      const badge = await issueBadgeTo(watcher, address, { badge_template_id: template.id });
      await sendBadgeMails(badge.id);
    }
  }

  /** A connected employee's badge: issued, accepted, hidden and deleted. Then the employee leaves. */
  async function changeBadge(earner: TestEarner): Promise<void> {
    const connection = await earner.client.post("/connected_applications", { client_id: watcher.client_id });
    const { id } = await issueBadgeTo(watcher, earner.email, { badge_template_id: template.id });
    await earner.client.post(`/badges/${id}/accept`);
    await earner.client.patch(`/badges/${id}`, { public: false });
    await watcher.client.delete(`/badges/${id}`);
    foreignBadge = await issueAcceptedBadge(await createTestOrganization(), earner);
    await earner.client.delete(`/connected_applications/${connection.data.id}`);
  }

  /** An account with an employed address, which is then removed. Another account is merged into it. */
  async function changeAccounts(): Promise<void> {
    const [earner, source] = [await createEarner(), await createEarner()];
    const second = await confirmAddress(earner, `second-${nextSerial()}@example.org`);
    await createEmployee(watcher, { email: second.email });
    await promptEmployments(earner.id);
    await earner.client.delete(`/emails/${second.id}`);
    await issueBadgeTo(watcher, source.email, { badge_template_id: template.id });
    const { id, token } = await claimAddress(earner, source.email);
    expect((await earner.client.post("/merge", { email_id: id, token })).status).toBe(200);
  }

  beforeAll(async () => {
    watcher = await createTestOrganization();
    template = await createTemplate(watcher);
    await watcher.client.put(`/badge_templates/${template.id}`, { level: "Advanced" });
    await watcher.client.delete(`/badge_templates/${(await createTemplate(watcher)).id}`);
    await createNotifications();
    const [earner, refusing] = [await createEarner(), await createEarner()];
    const employee = await connectEmployee(watcher, earner);
    await acceptEmployment(earner.id, employee.id);
    await changeBadge(earner);
    await watcher.client.put(`/employees/${employee.id}`, { team: "Blue" });
    deleted = await connectEmployee(watcher, refusing);
    await rejectEmployment(refusing.id, deleted.id);
    await changeAccounts();
  });

  const readAllEvents = async () => {
    const { data, metadata } = await watcher.client.get("/events");
    expectShape("metadata", metadata, listMetadata);
    expect(metadata.total_pages).toBe(1);
    return data as { id: string; event_type: string; employment?: { id: string } }[];
  };

  it("of every type contain what the specification lists, in the list and alone", async () => {
    await watcher.client.delete(`/employees/${(await createEmployee(watcher)).id}`);
    const events = await readAllEvents();
    expect(new Set(events.map(({ event_type: type }) => type))).toEqual(new Set(eventTypes));
    const deletedEmploymentId = events.find(({ event_type: type }) => type === "employment.deleted")
      ?.employment?.id;
    for (const eventView of events) {
      const isGone =
        eventView.employment?.id === deletedEmploymentId && eventView.event_type !== "employment.deleted";
      const shape = isGone ? eventOfDeletedEmployment : event;
      expectShape(eventView.event_type, eventView, shape);
      expectResource(eventView.event_type, await watcher.client.get(`/events/${eventView.id}`), shape);
    }
  });

  it("of a deleted employee are minimal, including older ones", async () => {
    await watcher.client.delete(`/employees/${deleted.id}`);
    const events = (await readAllEvents()).filter(({ employment }) => employment?.id === deleted.id);
    expect(events.length).toBeGreaterThan(3);
    for (const eventView of events) {
      expect(Object.keys(eventView.employment ?? {}).toSorted()).toEqual(["email", "external_id", "id"]);
      expectShape(eventView.event_type, eventView, eventOfDeletedEmployment);
    }
  });

  type EventView = Record<string, unknown> & { id: string; event_type: string; employment?: object };

  /**
   * What a member may read of an event: everything, or without the identifying data of resources that the member's
   * role cannot read elsewhere.
   */
  function toReadable(eventView: EventView, mayRead: Record<"employees" | "connections", boolean>): object {
    const { badge, employment, ...rest } = eventView;
    if (employment && !mayRead.employees) {
      const { id, email, external_id } = employment as Record<string, unknown>;
      return { ...rest, employment: { id, email, external_id } };
    }
    const isForeign = (badge as { id: string } | undefined)?.id === foreignBadge.id;
    return eventView.event_type.startsWith("user.") && isForeign && !mayRead.connections ? rest : eventView;
  }

  /** An employee's own texts and the employer's notes, which no other resource of this organization shows. */
  const PERSONAL = ["Engineer", "Blue", "employment_histories", "employee_state", "position_title"];

  const roles = Object.keys(ROLE_SCOPES) as MemberRole[];
  it.each(roles)(
    "of every type show a member with the role %s what that role may read elsewhere",
    async (role) => {
      const { headers } = await createMember(watcher.id, role);
      const read = (path: string) => send("GET", `/v1/organizations/${watcher.id}${path}`, { headers });
      const isAllowed = async (path: string) => (await read(path)).status === 200;
      const mayRead = {
        employees: await isAllowed("/employees"),
        connections: await isAllowed("/oauth_applications"),
      };
      expect(mayRead.employees).toBe(role === "administrator");
      const full = (await readAllEvents()) as EventView[];
      expect(new Set(full.map(({ event_type: type }) => type))).toEqual(new Set(eventTypes));
      expect(JSON.stringify(full)).toContain(foreignBadge.id);
      const expected = new Map(full.map((eventView) => [eventView.id, toReadable(eventView, mayRead)]));
      for (const path of ["/events", "/events?order=asc"]) {
        // In ascending order, an event is listed once no older transaction of the server is open, including those of
        // other tests.
        const listed = await until(`all events in ${path}`, async () => {
          const { data } = await read(path);
          return data.length === full.length && (data as EventView[]);
        });
        for (const eventView of listed)
          expect(eventView, eventView.event_type).toEqual(expected.get(eventView.id));
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
    const application = { headers: await createBearerHeaders(watcher, "events") };
    const path = `/v1/organizations/${watcher.id}/events`;
    expect((await send("GET", path, application)).data).toEqual(data);
    const created = await watcher.client.post("/authorization_tokens", { read_enabled: true });
    expect((await createOrganizationClient(watcher.id, created.data.token).get("/events")).data).toEqual(
      data,
    );
    expect(JSON.stringify(data)).toContain("employment_histories");
  });
});
