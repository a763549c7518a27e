import { beforeAll, describe, expect, it } from "vitest";
import {
  acceptEmployment,
  collectEmploymentBadgeEvents,
  disassociateEmployees,
  leaveEmployment,
  promptEmployments,
} from "@/lib/workforce/employees/connection";
import type { BadgeSnapshot } from "@/lib/workforce/employees/visibility";
import { acceptBadge, rejectBadge } from "@/lib/badges/issued/service";
import { transaction } from "@/lib/kernel/db";
import { recordEvents } from "@/lib/delivery/recording/record-events";
import { createPurposeToken } from "@/lib/kernel/secrets";
import { badgeBody, makeEmployee, makeOrganization, makeTemplate } from "../../support/builders";
import type { TestOrganization } from "../../support/builders";
import { isWaiting, openConnection, sql } from "../../support/platform/database";
import { makeConnectedEmployee, makePerson } from "../../support/identity/members";
import { messageOf } from "../../support/delivery/outbox";
import { until } from "../../support/until";

let organization: TestOrganization;
let stranger: TestOrganization;
let template: { id: string };
let foreign: { id: string };

beforeAll(async () => {
  organization = await makeOrganization("Employer");
  stranger = await makeOrganization("Stranger");
  template = await makeTemplate(organization);
  foreign = await makeTemplate(stranger);
});

type Event = { id: string; event_type: string; employment?: any; badge?: any }; // oxlint-disable-line typescript/no-explicit-any

const list = async (of = organization): Promise<Event[]> => (await of.client.get("/events?per=50")).data;

/** The events of an employment, newest first, as the list shows them. */
const eventsOf = async (id: string, of = organization): Promise<Event[]> =>
  (await list(of)).filter(({ employment }) => employment?.id === id);
const typesOf = async (id: string, of = organization): Promise<string[]> =>
  (await eventsOf(id, of)).map(({ event_type }) => event_type.replace("employment.", ""));
const newest = async (id: string): Promise<Event> => {
  const [event] = await eventsOf(id);
  if (!event) throw new Error("The employment has no event.");
  return event;
};
const detail = async (id: string): Promise<Event> => (await organization.client.get(`/events/${id}`)).data;

async function issue(issuer: TestOrganization, templateId: string, recipient_email: string) {
  const { status, data } = await issuer.client.post("/badges", badgeBody(templateId, { recipient_email }));
  expect(status, JSON.stringify(data)).toBe(201);
  return data as { id: string };
}

const answer = (id: string) => [id, { token: createPurposeToken("accept-badge-mailed", id) }] as const;

describe("events of an employee record", () => {
  it("created, updated: contain the full current employment, identical in list and detail", async () => {
    const employee = await makeEmployee(organization, { first_name: "Ada", position_title: "Engineer" });
    await sql("UPDATE organizations SET bio = 'Makes things.', industry_id = 'I-1' WHERE id = $1", [
      organization.id,
    ]);
    await organization.client.put(`/employees/${employee.id}`, { position_title: "Lead" });
    const { data: whole } = await organization.client.get(`/employees/${employee.id}`);
    const [updated, created] = await eventsOf(employee.id);
    expect([updated?.event_type, created?.event_type]).toEqual(["employment.updated", "employment.created"]);
    const history = (title: string, current: boolean) => ({
      id: expect.any(String),
      current,
      employer_job_title: title,
      partner_occupation: null,
      occupation_name: null,
      model_version: null,
      confidence_rating: null,
      state: null,
    });
    expect(updated?.employment).toEqual({
      ...whole,
      position_title: "Lead",
      last_updated_by_organization_at: expect.stringMatching(/\.\d{3}Z$/),
      level: null,
      employer: { id: organization.id, name: "Employer", bio: "Makes things.", industry: "I-1" },
      badges: [],
      employment_histories: [history("Lead", true), history("Engineer", false)],
    });
    expect(created?.employment).toEqual(updated?.employment);
    expect(updated).not.toHaveProperty("badge");
    expect(await detail(updated?.id ?? "")).toEqual(updated);
  });

  it("an update that changes nothing records no event, nor does a new position", async () => {
    const employee = await makeEmployee(organization, { team: "One", position_title: "Engineer" });
    await organization.client.put(`/employees/${employee.id}`, { team: "One", position_title: "Engineer" });
    expect(await typesOf(employee.id)).toEqual(["created"]);
    await organization.client.put(`/employees/${employee.id}`, { position_title: null });
    const { employment } = await newest(employee.id);
    expect(employment.employment_histories).toMatchObject([
      { current: false, employer_job_title: "Engineer" },
    ]);
  });

  it("a refused write records no event", async () => {
    const { email } = await makeEmployee(organization);
    const before = (await list()).length;
    expect((await organization.client.post("/employees", { email })).status).toBe(422);
    expect(await list()).toHaveLength(before);
  });

  it("deleted: identifying data is removed from this and all older events", async () => {
    const own = await makeOrganization();
    const employee = await makeEmployee(own, { external_id: "W-7", first_name: "Ada" });
    await own.client.delete(`/employees/${employee.id}`);
    const events = await list(own);
    expect(events.map(({ event_type }) => event_type)).toEqual(["employment.deleted", "employment.created"]);
    const minimal = { id: employee.id, email: employee.email, external_id: "W-7" };
    expect(events.map(({ employment }) => employment)).toEqual([minimal, minimal]);
    expect((await own.client.get(`/events/${events[0]?.id}`)).data).toEqual(events[0]);
  });

  it("are all minimal while the organization has no access to workforce data", async () => {
    const own = await makeOrganization();
    const { employee, person } = await makeConnectedEmployee(own, { first_name: "Ada" });
    await issue(own, (await makeTemplate(own)).id, person.email);
    await sql("UPDATE organizations SET workforce_enabled = false WHERE id = $1", [own.id]);
    const events = (await list(own)).filter(({ event_type }) => event_type.startsWith("employment."));
    expect(events).toHaveLength(5);
    for (const event of events) {
      expect(event.employment).toEqual({ id: employee.id, email: employee.email, external_id: null });
      expect(event).not.toHaveProperty("badge");
    }
  });

  it("are delivered to the webhook like any other", async () => {
    const own = await makeOrganization();
    await sql("UPDATE organizations SET webhook_url = 'https://example.org/hook' WHERE id = $1", [own.id]);
    await makeEmployee(own);
    const [event] = await list(own);
    expect(await messageOf(event?.id ?? "")).toMatchObject({ kind: "webhook", state: "due" });
  });
});

describe("events of a connection", () => {
  it("accepted: contains all badges that became visible; after disconnecting, none", async () => {
    const person = await makePerson();
    const employee = await makeEmployee(organization, { email: person.email });
    const own = await issue(organization, template.id, person.email);
    const open = await issue(stranger, foreign.id, person.email);
    await acceptBadge(...answer(open.id));
    await promptEmployments(person.id);
    expect((await newest(employee.id)).employment).toMatchObject({ employee_state: "pending", badges: [] });
    await acceptEmployment(person.id, employee.id);
    const accepted = await newest(employee.id);
    expect(accepted.event_type).toBe("employment.connection.accepted");
    const ids = accepted.employment.badges.map(({ id }: { id: string }) => id);
    expect(ids.toSorted()).toEqual([own.id, open.id].toSorted());
    expect(accepted.employment.badges[0].badge_url).toBe(`http://localhost:3000/badges/${ids[0]}`);
    expect(await typesOf(employee.id)).not.toContain("badges.added");
    await leaveEmployment(person.id, employee.id);
    expect((await detail(accepted.id)).employment).toMatchObject({ employee_state: "rejected", badges: [] });
  });

  it("an older event stops showing a badge once the connection has ended", async () => {
    const { employee, person } = await makeConnectedEmployee(organization);
    await issue(organization, template.id, person.email);
    const added = await newest(employee.id);
    expect(added).toHaveProperty("badge");
    await disassociateEmployees(person.id);
    expect(await detail(added.id)).not.toHaveProperty("badge");
    expect((await newest(employee.id)).event_type).toBe("employment.user_account.disassociated");
  });
});

describe("events of an employee's badges", () => {
  it("of another issuer: show what the employer saw, not later changes out of its sight", async () => {
    const { employee, person } = await makeConnectedEmployee(organization);
    const { id } = await issue(stranger, foreign.id, person.email);
    await acceptBadge(...answer(id));
    const added = await newest(employee.id);
    expect(added.badge).toMatchObject({ id, state: "accepted", public: true });
    await stranger.client.put(`/badges/${id}/revoke`, { reason: "Cheated." });
    const shown = (await eventsOf(employee.id)).flatMap(({ badge }) => badge ?? []);
    expect(shown).toHaveLength(2);
    for (const badge of shown) expect(badge).toMatchObject({ id, state: "accepted", public: false });
    expect((await newest(employee.id)).event_type).toBe("employment.badges.removed");
  });

  it("issued by the employer: added, with the badge; answered by the earner: state_changed", async () => {
    const { employee, person } = await makeConnectedEmployee(organization);
    const { id } = await issue(organization, template.id, person.email);
    const added = await newest(employee.id);
    expect(added.event_type).toBe("employment.badges.added");
    expect(added.badge).toEqual(added.employment.badges[0]);
    expect(added.badge).toMatchObject({ id, state: "pending", issuer: { name: "Employer" } });
    expect(await detail(added.id)).toEqual(added);
    await rejectBadge(...answer(id));
    const changed = await newest(employee.id);
    expect(changed.event_type).toBe("employment.badges.state_changed");
    expect(changed).not.toHaveProperty("badge");
    expect(changed.employment.badges).toMatchObject([{ id, state: "rejected" }]);
  });

  it("revoked, replaced, deleted and issued in a batch: reported like any other change", async () => {
    const { employee, person } = await makeConnectedEmployee(organization);
    const before = await typesOf(employee.id);
    const other = await makeTemplate(organization);
    const body = badgeBody(other.id, { recipient_email: person.email });
    const batch = await organization.client.post("/badges/batch", { badges: [body, body] });
    expect(batch.data.map(({ status }: { status: number }) => status)).toEqual([201, 422]);
    const { data: replacing } = await organization.client.post("/badges", {
      ...body,
      duplicate_behavior: "replace",
    });
    const replaced = await organization.client.post(`/badges/${replacing.id}/replace`, {
      badge_template_id: template.id,
      issued_at: "2026-05-01",
    });
    expect(replaced.status, JSON.stringify(replaced.data)).toBe(201);
    const path = `/badges/${replaced.data.id}`;
    expect((await organization.client.put(`${path}/revoke`, { reason: "Mistake." })).status).toBe(200);
    expect((await organization.client.delete(path)).status).toBe(204);
    const told = await typesOf(employee.id);
    expect(told.slice(0, told.length - before.length).toReversed()).toEqual([
      "badges.added",
      "badges.added",
      "badges.state_changed",
      "badges.added",
      "badges.state_changed",
      "badges.state_changed",
      "badges.removed",
    ]);
  });

  it("revoked by another issuer: removed, although it was pending at that moment for the issuer", async () => {
    const { employee, person } = await makeConnectedEmployee(organization);
    const { id } = await issue(stranger, foreign.id, person.email);
    const accepting = await openConnection();
    await accepting.query("BEGIN");
    await accepting.query("UPDATE issued_badges SET state = 'accepted', user_id = $2 WHERE id = $1", [
      id,
      person.id,
    ]);
    const revoking = stranger.client.put(`/badges/${id}/revoke`, { reason: "Mistake." });
    await until("the revocation to wait", () => isWaiting());
    await accepting.query("COMMIT");
    await accepting.end();
    expect((await revoking).status).toBe(200);
    expect((await newest(employee.id)).event_type).toBe("employment.badges.removed");
  });

  it("issued by another issuer: added when it is accepted publicly, nothing when accepted privately or rejected", async () => {
    const { employee, person } = await makeConnectedEmployee(organization);
    const before = await typesOf(employee.id);
    const [open, hidden, refused] = [
      await issue(stranger, foreign.id, person.email),
      await issue(stranger, (await makeTemplate(stranger)).id, person.email),
      await issue(stranger, (await makeTemplate(stranger)).id, person.email),
    ];
    await acceptBadge(hidden.id, { ...answer(hidden.id)[1], private: true });
    await rejectBadge(...answer(refused.id));
    expect(await typesOf(employee.id)).toEqual(before);
    await acceptBadge(...answer(open.id));
    expect(await typesOf(employee.id)).toEqual(["badges.added", ...before]);
    expect((await newest(employee.id)).badge).toMatchObject({ id: open.id, state: "accepted" });
  });

  it("none without an accepted connection, none for other organizations", async () => {
    const person = await makePerson();
    const { id } = await makeEmployee(organization, { email: person.email });
    await promptEmployments(person.id);
    await issue(organization, template.id, person.email);
    expect(await typesOf(id)).not.toContain("badges.added");
    expect((await list(stranger)).some(({ employment }) => employment)).toBe(false);
  });

  it("a refused duplicate records no event", async () => {
    const { employee, person } = await makeConnectedEmployee(organization);
    await issue(organization, template.id, person.email);
    const body = badgeBody(template.id, { recipient_email: person.email });
    expect((await organization.client.post("/badges", body)).status).toBe(422);
    expect((await typesOf(employee.id)).filter((type) => type === "badges.added")).toHaveLength(1);
  });

  it("each change of a badge is reported by what the employer saw before and sees now", async () => {
    const { employee, person } = await makeConnectedEmployee(organization);
    const badge = (of: TestOrganization, recipientEmail = person.email) => ({
      id: "0190a5b4-0000-7000-8000-0000000000ad",
      organizationId: of.id,
      templateOrganizationId: of.id,
      recipientEmail,
    });
    const [own, other] = [badge(organization), badge(stranger)];
    const is = (state: BadgeSnapshot["state"], isPublic = true, userId: string | null = person.id) => ({
      state,
      public: isPublic,
      userId,
    });
    const cases: [ReturnType<typeof badge>, BadgeSnapshot | null, BadgeSnapshot | null, string[]][] = [
      [own, is("accepted"), is("revoked"), ["state_changed"]],
      [own, is("accepted"), is("accepted", false), ["privacy_changed"]],
      [own, is("pending"), is("accepted", false), ["state_changed", "privacy_changed"]],
      [own, is("accepted"), null, ["removed"]],
      [own, is("accepted"), is("accepted"), []],
      [own, is("pending", true, null), is("accepted"), ["state_changed"]],
      [badge(organization, "second@example.org"), is("pending", true, null), is("accepted"), ["added"]],
      [other, is("accepted"), is("accepted", false), ["removed"]],
      [other, is("accepted", false), is("accepted"), ["added"]],
      [other, is("accepted"), is("revoked"), ["removed"]],
      [other, is("pending"), is("rejected"), []],
      [other, is("pending", true, null), is("accepted"), ["added"]],
      [
        { ...other, templateOrganizationId: organization.id },
        is("pending"),
        is("revoked"),
        ["state_changed"],
      ],
    ];
    for (const [changed, before, after, expected] of cases) {
      const events = await transaction(() =>
        collectEmploymentBadgeEvents([{ badge: changed, before, after }]),
      );
      expect(events, JSON.stringify([changed, before, after])).toEqual(
        expected.map((type) => ({
          organizationId: organization.id,
          eventType: `employment.badges.${type}`,
          subjectId: employee.id,
          causeId: changed.id,
          data: { badge_id: changed.id },
        })),
      );
    }
    const both = [own, other].map((changed) => ({ badge: changed, before: is("accepted"), after: null }));
    expect(await transaction(() => collectEmploymentBadgeEvents(both))).toHaveLength(2);
  });

  it("removed shows the badge that is no longer visible, deleted or not", async () => {
    const { employee, person } = await makeConnectedEmployee(organization);
    const { id } = await issue(stranger, foreign.id, person.email);
    await acceptBadge(...answer(id));
    await sql("UPDATE issued_badges SET public = false, deleted_at = now() WHERE id = $1", [id]);
    const badge = {
      id,
      organizationId: stranger.id,
      templateOrganizationId: stranger.id,
      recipientEmail: person.email,
    };
    const before = { state: "accepted" as const, public: true, userId: person.id };
    await transaction(async () =>
      recordEvents(await collectEmploymentBadgeEvents([{ badge, before, after: null }])),
    );
    const removed = await newest(employee.id);
    expect(removed.event_type).toBe("employment.badges.removed");
    expect(removed.badge).toMatchObject({ id, public: false });
    expect(removed.employment.badges).toEqual([]);
  });

  it("a connection that is accepted meanwhile comes after the change of a badge, or gets its event", async () => {
    const person = await makePerson();
    const employee = await makeEmployee(organization, { email: person.email });
    await promptEmployments(person.id);
    const { id } = await issue(stranger, foreign.id, person.email);
    const accepting = await openConnection();
    await accepting.query("BEGIN");
    await accepting.query("UPDATE employees SET state = 'accepted' WHERE id = $1", [employee.id]);
    const answering = acceptBadge(...answer(id));
    await until("the answer to wait for the connection", () => isWaiting());
    await accepting.query("COMMIT");
    await accepting.end();
    await answering;
    expect((await newest(employee.id)).event_type).toBe("employment.badges.added");
  });
});
