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
import { recordEvents } from "@/lib/platform/recording/record-events";
import { createPurposeToken } from "@/lib/kernel/secrets";
import { badgeBody, createEmployee, createTestOrganization, createTemplate } from "../../support/builders";
import type { TestOrganization } from "../../support/builders";
import { isWaiting, openConnection, sql } from "../../support/platform/database";
import { createConnectedEmployee, createPerson } from "../../support/accounts/members";
import { findWebhookMessage } from "../../support/delivery/outbox";
import { until } from "../../support/until";

let organization: TestOrganization;
let stranger: TestOrganization;
let template: { id: string };
let foreign: { id: string };

beforeAll(async () => {
  organization = await createTestOrganization("Employer");
  stranger = await createTestOrganization("Stranger");
  template = await createTemplate(organization);
  foreign = await createTemplate(stranger);
});

type Event = { id: string; event_type: string; employment?: any; badge?: any }; // oxlint-disable-line typescript/no-explicit-any

const listEvents = async (of = organization): Promise<Event[]> =>
  (await of.client.get("/events?per=50")).data;

/** The events of an employment, newest first, as the list shows them. */
const listEmploymentEvents = async (id: string, of = organization): Promise<Event[]> =>
  (await listEvents(of)).filter(({ employment }) => employment?.id === id);
const listEventTypes = async (id: string, of = organization): Promise<string[]> =>
  (await listEmploymentEvents(id, of)).map(({ event_type }) => event_type.replace("employment.", ""));
const getNewestEvent = async (id: string): Promise<Event> => {
  const [event] = await listEmploymentEvents(id);
  if (!event) throw new Error("The employment has no event.");
  return event;
};
const getEvent = async (id: string): Promise<Event> => (await organization.client.get(`/events/${id}`)).data;

async function issueBadge(issuer: TestOrganization, templateId: string, recipient_email: string) {
  const { status, data } = await issuer.client.post("/badges", badgeBody(templateId, { recipient_email }));
  expect(status, JSON.stringify(data)).toBe(201);
  return data as { id: string };
}

const mailedLinkArguments = (id: string) =>
  [id, { token: createPurposeToken("accept-badge-mailed", id) }] as const;

describe("events of an employee record", () => {
  it("created, updated: contain the full current employment, identical in list and detail", async () => {
    const employee = await createEmployee(organization, { first_name: "Ada", position_title: "Engineer" });
    await sql("UPDATE organizations SET bio = 'Makes things.', industry_id = 'I-1' WHERE id = $1", [
      organization.id,
    ]);
    await organization.client.put(`/employees/${employee.id}`, { position_title: "Lead" });
    const { data: whole } = await organization.client.get(`/employees/${employee.id}`);
    const [updated, created] = await listEmploymentEvents(employee.id);
    expect([updated?.event_type, created?.event_type]).toEqual(["employment.updated", "employment.created"]);
    const buildHistoryEntry = (title: string, current: boolean) => ({
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
      employment_histories: [buildHistoryEntry("Lead", true), buildHistoryEntry("Engineer", false)],
    });
    expect(created?.employment).toEqual(updated?.employment);
    expect(updated).not.toHaveProperty("badge");
    expect(await getEvent(updated?.id ?? "")).toEqual(updated);
  });

  it("an update that changes nothing records no event, nor does a new position", async () => {
    const employee = await createEmployee(organization, { team: "One", position_title: "Engineer" });
    await organization.client.put(`/employees/${employee.id}`, { team: "One", position_title: "Engineer" });
    expect(await listEventTypes(employee.id)).toEqual(["created"]);
    await organization.client.put(`/employees/${employee.id}`, { position_title: null });
    const { employment } = await getNewestEvent(employee.id);
    expect(employment.employment_histories).toMatchObject([
      { current: false, employer_job_title: "Engineer" },
    ]);
  });

  it("a refused write records no event", async () => {
    const { email } = await createEmployee(organization);
    const before = (await listEvents()).length;
    expect((await organization.client.post("/employees", { email })).status).toBe(422);
    expect(await listEvents()).toHaveLength(before);
  });

  it("deleted: identifying data is removed from this and all older events", async () => {
    const own = await createTestOrganization();
    const employee = await createEmployee(own, { external_id: "W-7", first_name: "Ada" });
    await own.client.delete(`/employees/${employee.id}`);
    const events = await listEvents(own);
    expect(events.map(({ event_type }) => event_type)).toEqual(["employment.deleted", "employment.created"]);
    const minimal = { id: employee.id, email: employee.email, external_id: "W-7" };
    expect(events.map(({ employment }) => employment)).toEqual([minimal, minimal]);
    expect((await own.client.get(`/events/${events[0]?.id}`)).data).toEqual(events[0]);
  });

  it("are all minimal while the organization has no access to workforce data", async () => {
    const own = await createTestOrganization();
    const { employee, person } = await createConnectedEmployee(own, { first_name: "Ada" });
    await issueBadge(own, (await createTemplate(own)).id, person.email);
    await sql("UPDATE organizations SET workforce_enabled = false WHERE id = $1", [own.id]);
    const events = (await listEvents(own)).filter(({ event_type }) => event_type.startsWith("employment."));
    expect(events).toHaveLength(5);
    for (const event of events) {
      expect(event.employment).toEqual({ id: employee.id, email: employee.email, external_id: null });
      expect(event).not.toHaveProperty("badge");
    }
  });

  it("are delivered to the webhook like any other", async () => {
    const own = await createTestOrganization();
    await sql("UPDATE organizations SET webhook_url = 'https://example.org/hook' WHERE id = $1", [own.id]);
    await createEmployee(own);
    const [event] = await listEvents(own);
    expect(await findWebhookMessage(event?.id ?? "")).toMatchObject({ kind: "webhook", state: "due" });
  });
});

describe("events of a connection", () => {
  it("accepted: contains all badges that became visible; after disconnecting, none", async () => {
    const person = await createPerson();
    const employee = await createEmployee(organization, { email: person.email });
    const own = await issueBadge(organization, template.id, person.email);
    const open = await issueBadge(stranger, foreign.id, person.email);
    await acceptBadge(...mailedLinkArguments(open.id));
    await promptEmployments(person.id);
    expect((await getNewestEvent(employee.id)).employment).toMatchObject({
      employee_state: "pending",
      badges: [],
    });
    await acceptEmployment(person.id, employee.id);
    const accepted = await getNewestEvent(employee.id);
    expect(accepted.event_type).toBe("employment.connection.accepted");
    const ids = accepted.employment.badges.map(({ id }: { id: string }) => id);
    expect(ids.toSorted()).toEqual([own.id, open.id].toSorted());
    expect(accepted.employment.badges[0].badge_url).toBe(`http://localhost:3000/badges/${ids[0]}`);
    expect(await listEventTypes(employee.id)).not.toContain("badges.added");
    await leaveEmployment(person.id, employee.id);
    expect((await getEvent(accepted.id)).employment).toMatchObject({
      employee_state: "rejected",
      badges: [],
    });
  });

  it("an older event stops showing a badge once the connection has ended", async () => {
    const { employee, person } = await createConnectedEmployee(organization);
    await issueBadge(organization, template.id, person.email);
    const added = await getNewestEvent(employee.id);
    expect(added).toHaveProperty("badge");
    await disassociateEmployees(person.id);
    expect(await getEvent(added.id)).not.toHaveProperty("badge");
    expect((await getNewestEvent(employee.id)).event_type).toBe("employment.user_account.disassociated");
  });
});

describe("events of an employee's badges", () => {
  it("of another issuer: show what the employer saw, not later changes out of its sight", async () => {
    const { employee, person } = await createConnectedEmployee(organization);
    const { id } = await issueBadge(stranger, foreign.id, person.email);
    await acceptBadge(...mailedLinkArguments(id));
    const added = await getNewestEvent(employee.id);
    expect(added.badge).toMatchObject({ id, state: "accepted", public: true });
    await stranger.client.put(`/badges/${id}/revoke`, { reason: "Cheated." });
    const shown = (await listEmploymentEvents(employee.id)).flatMap(({ badge }) => badge ?? []);
    expect(shown).toHaveLength(2);
    for (const badge of shown) expect(badge).toMatchObject({ id, state: "accepted", public: false });
    expect((await getNewestEvent(employee.id)).event_type).toBe("employment.badges.removed");
  });

  it("issued by the employer: added, with the badge; answered by the earner: state_changed", async () => {
    const { employee, person } = await createConnectedEmployee(organization);
    const { id } = await issueBadge(organization, template.id, person.email);
    const added = await getNewestEvent(employee.id);
    expect(added.event_type).toBe("employment.badges.added");
    expect(added.badge).toEqual(added.employment.badges[0]);
    expect(added.badge).toMatchObject({ id, state: "pending", issuer: { name: "Employer" } });
    expect(await getEvent(added.id)).toEqual(added);
    await rejectBadge(...mailedLinkArguments(id));
    const changed = await getNewestEvent(employee.id);
    expect(changed.event_type).toBe("employment.badges.state_changed");
    expect(changed).not.toHaveProperty("badge");
    expect(changed.employment.badges).toMatchObject([{ id, state: "rejected" }]);
  });

  it("revoked, replaced, deleted and issued in a batch: reported like any other change", async () => {
    const { employee, person } = await createConnectedEmployee(organization);
    const before = await listEventTypes(employee.id);
    const other = await createTemplate(organization);
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
    const eventTypes = await listEventTypes(employee.id);
    expect(eventTypes.slice(0, eventTypes.length - before.length).toReversed()).toEqual([
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
    const { employee, person } = await createConnectedEmployee(organization);
    const { id } = await issueBadge(stranger, foreign.id, person.email);
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
    expect((await getNewestEvent(employee.id)).event_type).toBe("employment.badges.removed");
  });

  it("issued by another issuer: added when it is accepted publicly, nothing when accepted privately or rejected", async () => {
    const { employee, person } = await createConnectedEmployee(organization);
    const before = await listEventTypes(employee.id);
    const [open, hidden, refused] = [
      await issueBadge(stranger, foreign.id, person.email),
      await issueBadge(stranger, (await createTemplate(stranger)).id, person.email),
      await issueBadge(stranger, (await createTemplate(stranger)).id, person.email),
    ];
    await acceptBadge(hidden.id, { ...mailedLinkArguments(hidden.id)[1], private: true });
    await rejectBadge(...mailedLinkArguments(refused.id));
    expect(await listEventTypes(employee.id)).toEqual(before);
    await acceptBadge(...mailedLinkArguments(open.id));
    expect(await listEventTypes(employee.id)).toEqual(["badges.added", ...before]);
    expect((await getNewestEvent(employee.id)).badge).toMatchObject({ id: open.id, state: "accepted" });
  });

  it("none without an accepted connection, none for other organizations", async () => {
    const person = await createPerson();
    const { id } = await createEmployee(organization, { email: person.email });
    await promptEmployments(person.id);
    await issueBadge(organization, template.id, person.email);
    expect(await listEventTypes(id)).not.toContain("badges.added");
    expect((await listEvents(stranger)).some(({ employment }) => employment)).toBe(false);
  });

  it("a refused duplicate records no event", async () => {
    const { employee, person } = await createConnectedEmployee(organization);
    await issueBadge(organization, template.id, person.email);
    const body = badgeBody(template.id, { recipient_email: person.email });
    expect((await organization.client.post("/badges", body)).status).toBe(422);
    expect((await listEventTypes(employee.id)).filter((type) => type === "badges.added")).toHaveLength(1);
  });

  it("each change of a badge is reported by what the employer saw before and sees now", async () => {
    const { employee, person } = await createConnectedEmployee(organization);
    const badge = (of: TestOrganization, recipientEmail = person.email) => ({
      id: "0190a5b4-0000-7000-8000-0000000000ad",
      organizationId: of.id,
      templateOrganizationId: of.id,
      recipientEmail,
    });
    const [own, other] = [badge(organization), badge(stranger)];
    const buildBadgeState = (
      state: BadgeSnapshot["state"],
      isPublic = true,
      userId: string | null = person.id,
    ) => ({
      state,
      public: isPublic,
      userId,
    });
    const cases: [ReturnType<typeof badge>, BadgeSnapshot | null, BadgeSnapshot | null, string[]][] = [
      [own, buildBadgeState("accepted"), buildBadgeState("revoked"), ["state_changed"]],
      [own, buildBadgeState("accepted"), buildBadgeState("accepted", false), ["privacy_changed"]],
      [
        own,
        buildBadgeState("pending"),
        buildBadgeState("accepted", false),
        ["state_changed", "privacy_changed"],
      ],
      [own, buildBadgeState("accepted"), null, ["removed"]],
      [own, buildBadgeState("accepted"), buildBadgeState("accepted"), []],
      [own, buildBadgeState("pending", true, null), buildBadgeState("accepted"), ["state_changed"]],
      [
        badge(organization, "second@example.org"),
        buildBadgeState("pending", true, null),
        buildBadgeState("accepted"),
        ["added"],
      ],
      [other, buildBadgeState("accepted"), buildBadgeState("accepted", false), ["removed"]],
      [other, buildBadgeState("accepted", false), buildBadgeState("accepted"), ["added"]],
      [other, buildBadgeState("accepted"), buildBadgeState("revoked"), ["removed"]],
      [other, buildBadgeState("pending"), buildBadgeState("rejected"), []],
      [other, buildBadgeState("pending", true, null), buildBadgeState("accepted"), ["added"]],
      [
        { ...other, templateOrganizationId: organization.id },
        buildBadgeState("pending"),
        buildBadgeState("revoked"),
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
    const both = [own, other].map((changed) => ({
      badge: changed,
      before: buildBadgeState("accepted"),
      after: null,
    }));
    expect(await transaction(() => collectEmploymentBadgeEvents(both))).toHaveLength(2);
  });

  it("removed shows the badge that is no longer visible, deleted or not", async () => {
    const { employee, person } = await createConnectedEmployee(organization);
    const { id } = await issueBadge(stranger, foreign.id, person.email);
    await acceptBadge(...mailedLinkArguments(id));
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
    const removed = await getNewestEvent(employee.id);
    expect(removed.event_type).toBe("employment.badges.removed");
    expect(removed.badge).toMatchObject({ id, public: false });
    expect(removed.employment.badges).toEqual([]);
  });

  it("a connection that is accepted meanwhile comes after the change of a badge, or gets its event", async () => {
    const person = await createPerson();
    const employee = await createEmployee(organization, { email: person.email });
    await promptEmployments(person.id);
    const { id } = await issueBadge(stranger, foreign.id, person.email);
    const accepting = await openConnection();
    await accepting.query("BEGIN");
    await accepting.query("UPDATE employees SET state = 'accepted' WHERE id = $1", [employee.id]);
    const answering = acceptBadge(...mailedLinkArguments(id));
    await until("the answer to wait for the connection", () => isWaiting());
    await accepting.query("COMMIT");
    await accepting.end();
    await answering;
    expect((await getNewestEvent(employee.id)).event_type).toBe("employment.badges.added");
  });
});
