import { beforeAll, describe, expect, it } from "vitest";
import { authOptions } from "@/lib/accounts/sessions/options";
import {
  acceptEmployment,
  associateEmployees,
  disassociateEmployees,
  leaveEmployment,
  promptEmployments,
  rejectEmployment,
  moveEmployments,
} from "@/lib/workforce/employees/connection";
import { acceptBadge } from "@/lib/badges/issued/service";
import { env } from "@/lib/kernel/env";
import { ApiError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { runMessage } from "../../support/delivery/run-message";
import { createPurposeToken } from "@/lib/kernel/secrets";
import { mailJob } from "@/lib/delivery/mail/jobs";
import {
  badgeBody,
  createEmployee,
  createTestOrganization,
  createTemplate,
  nextSerial,
} from "../../support/builders";
import type { TestOrganization } from "../../support/builders";
import { isWaiting, openConnection, sql } from "../../support/platform/database";
import { waitForMailTo } from "../../support/delivery/mailbox";
import { createConnectedEmployee, createPerson } from "../../support/accounts/members";
import { stopClock } from "../../support/delivery/outbox";
import { until } from "../../support/until";

let organization: TestOrganization;

beforeAll(async () => {
  organization = await createTestOrganization();
});

const getEmployee = async (id: string, from = organization) =>
  (await from.client.get(`/employees/${id}`)).data;
const readEmployeeState = async (id: string): Promise<string> => (await getEmployee(id)).employee_state;

/** The events of an employment, oldest first, without the prefix. */
async function listEventTypes(id: string): Promise<string[]> {
  const rows = await sql("SELECT event_type FROM events WHERE subject_id = $1 ORDER BY occurred_at, id", [
    id,
  ]);
  return rows.map(({ event_type }) => String(event_type).replace("employment.", ""));
}

const sendInvitations = (body: Record<string, unknown>, of = organization) =>
  of.client.post("/employees/send_invitations", body);

/** The pending invitations of an employee. */
const listWaitingMails = (id: string) =>
  sql("SELECT id FROM outbox_messages WHERE subject_id = $1 AND kind = 'mail' AND state = 'due'", [id]);

/** Sends the pending messages of an employee. True when there were any. */
async function deliverMails(id: string): Promise<boolean> {
  const messages = await listWaitingMails(id);
  for (const message of messages) await runMessage(mailJob, String(message.id));
  return messages.length > 0;
}

const errorStatus = (error: unknown): number => (error instanceof ApiError ? error.status : 500);
const resolveStatus = (work: Promise<void>): Promise<number> => work.then(() => 200, errorStatus);

describe("POST /organizations/{id}/employees/send_invitations", () => {
  it("200: mails the employee, records when, and returns when sending began", async () => {
    const own = await createTestOrganization("Analytical Society");
    const { id, email } = await createEmployee(own, { first_name: "Ada" });
    const { status, data } = await sendInvitations({}, own);
    expect([status, Object.keys(data)]).toEqual([200, ["resend_start"]]);
    expect((await getEmployee(id, own)).last_invitation_sent_at).toBeNull();
    expect(await deliverMails(id)).toBe(true);
    const sent = await getEmployee(id, own);
    expect(sent.last_invitation_sent_at >= data.resend_start).toBe(true);
    expect(sent.employee_state).toBe("created");
    const mail = await waitForMailTo(env().DATA_DIR, email);
    expect(mail.subject).toBe("Analytical Society invites you to connect your badges");
    expect(mail.text).toContain("http://localhost:3000/sign-in?callbackUrl=%2Fwallet%2Femployers&lang=en");
    expect(mail.html).toContain("Ada, connect with Analytical Society");
  });

  it("200: by e-mail in any case, by external_id, by status; all others are left alone", async () => {
    const own = await createTestOrganization();
    const createOwnEmployee = (changes: Record<string, unknown>) => createEmployee(own, changes);
    const [created, pending, rejected, accepted] = [
      await createOwnEmployee({ email: "created@example.org", external_id: "C" }),
      await createOwnEmployee({ external_id: "P" }),
      await createOwnEmployee({ external_id: "R" }),
      await createOwnEmployee({ external_id: "A" }),
    ];
    for (const [row, state] of [
      [pending, "pending"],
      [rejected, "rejected"],
      [accepted, "accepted"],
    ] as const) {
      await sql("UPDATE employees SET state = $2::employee_state WHERE id = $1", [row.id, state]);
    }
    const invited = async (body: Record<string, unknown>): Promise<string[]> => {
      expect((await sendInvitations(body, own)).status).toBe(200);
      const rows = await sql(
        `DELETE FROM outbox_messages USING employees WHERE subject_id = employees.id AND outbox_messages.organization_id = $1
         RETURNING external_id`,
        [own.id],
      );
      return rows.map(({ external_id }) => String(external_id)).toSorted();
    };
    expect(await invited({})).toEqual(["C", "P", "R"]);
    expect(await invited({ statuses: [] })).toEqual(["C", "P", "R"]);
    expect(await invited({ statuses: ["created", "rejected"] })).toEqual(["C", "R"]);
    await sql("UPDATE employees SET last_invitation_sent_at = now() WHERE id = $1", [rejected.id]);
    expect(await invited({ never_invited: true })).toEqual(["C", "P"]);
    const byEmail = { employee_list: ["CREATED@example.org", created.email], list_type: "email" };
    expect(await invited(byEmail)).toEqual(["C"]);
    expect(await invited({ ...byEmail, statuses: ["pending"] })).toEqual([]);
    expect(await invited({ employee_list: ["P", "A"], list_type: "external_id" })).toEqual(["P"]);
  });

  it("200: employees with a pending invitation get no second one, and those who decided meanwhile none", async () => {
    const own = await createTestOrganization();
    const { id } = await createEmployee(own);
    await sendInvitations({}, own);
    await sendInvitations({}, own);
    expect(await listWaitingMails(id)).toHaveLength(1);
    await sql("UPDATE employees SET state = 'accepted' WHERE id = $1", [id]);
    await deliverMails(id);
    expect(await listWaitingMails(id)).toEqual([]);
    expect((await getEmployee(id, own)).last_invitation_sent_at).toBeNull();
  });

  it("200: employees whom another program is inviting get no second one either", async () => {
    const own = await createTestOrganization();
    const [first, second] = [await createEmployee(own), await createEmployee(own)];
    const elsewhere = await openConnection();
    try {
      const insert = `INSERT INTO outbox_messages (id, kind, organization_id, subject_id, payload, next_attempt_at)
        VALUES (gen_random_uuid(), 'mail', $1, $2, '{"template": "employee_invitation"}', now())`;
      await elsewhere.query("BEGIN");
      await elsewhere.query(insert, [own.id, first.id]);
      const invited = sendInvitations({}, own);
      await until("the request waits for what the other one does", () => isWaiting());
      await elsewhere.query("COMMIT");
      expect((await invited).status).toBe(200);
      expect(await listWaitingMails(first.id)).toHaveLength(1);
      expect(await listWaitingMails(second.id)).toHaveLength(1);
      await expect(elsewhere.query(insert, [own.id, first.id])).rejects.toThrow(/due_invitation_key/);
    } finally {
      await elsewhere.end();
    }
  });

  it("200: a repetition with the same idempotency key sends no further invitations", async () => {
    const own = await createTestOrganization();
    const { id } = await createEmployee(own);
    const key = { "idempotency-key": `invite-${nextSerial()}` };
    const first = await own.client.post("/employees/send_invitations", {}, key);
    await deliverMails(id);
    const second = await own.client.post("/employees/send_invitations", {}, key);
    expect([second.status, second.data]).toEqual([200, first.data]);
    expect(await listWaitingMails(id)).toEqual([]);
  });

  it("200: ten thousand employees, one message each", { timeout: 60_000 }, async () => {
    const own = await createTestOrganization();
    await sql(
      `INSERT INTO employees (id, organization_id, email, external_id, state, state_updated_at, updated_at)
       SELECT gen_random_uuid(), $1, 'mass-' || n || '@example.org', n::text, 'created', now(), now()
       FROM generate_series(1, 10000) AS n`,
      [own.id],
    );
    const allIds = Array.from({ length: 10_000 }, (_one, index) => String(index + 1));
    const { status } = await sendInvitations({ employee_list: allIds, list_type: "external_id" }, own);
    expect(status).toBe(200);
    const [row] = await sql(
      `SELECT count(*)::int AS count, count(DISTINCT subject_id)::int AS people FROM outbox_messages
       WHERE organization_id = $1 AND kind = 'mail'`,
      [own.id],
    );
    expect(row).toEqual({ count: 10_000, people: 10_000 });
  });

  it("422: a list with an unknown employee, or another organization's, invites no one", async () => {
    const own = await createTestOrganization();
    const foreign = await createEmployee(organization);
    const { id, email } = await createEmployee(own);
    const employee_list = [email, "nobody@example.org", foreign.email];
    const { status, data } = await sendInvitations({ employee_list, list_type: "email" }, own);
    expect(status).toBe(422);
    expect(data.errors.map(({ field }: { field: string }) => field)).toEqual([
      "employee_list.1",
      "employee_list.2",
    ]);
    expect([await listWaitingMails(id), await listWaitingMails(foreign.id)]).toEqual([[], []]);
  });

  it.each([
    [{ employee_list: ["a@example.org"] }, "list_type"],
    [{ employee_list: ["a@example.org"], list_type: "id" }, "list_type"],
    [{ employee_list: [], list_type: "email" }, "employee_list"],
    [{ employee_list: "a@example.org", list_type: "email" }, "employee_list"],
    [{ employee_list: ["a\u0000b"], list_type: "email" }, "employee_list.0"],
    [{ statuses: ["accepted"] }, "statuses.0"],
    [{ statuses: "created" }, "statuses"],
  ])("422: %j names %s", async (body, field) => {
    const { status, data } = await sendInvitations(body);
    expect([status, data.errors[0].field]).toEqual([422, field]);
  });
});

describe("a connection", () => {
  it("becomes pending when the person signs in, and then is accepted or rejected", async () => {
    const person = await createPerson();
    const employee = await createEmployee(organization, { email: person.email });
    expect(await readEmployeeState(employee.id)).toBe("created");
    const signIn = authOptions().callbacks?.signIn as (input: unknown) => Promise<boolean>;
    expect(await signIn({ user: { id: person.id, version: 1 } })).toBe(true);
    expect(await readEmployeeState(employee.id)).toBe("pending");
    await signIn({ user: { id: person.id, version: 1 } });
    await acceptEmployment(person.id, employee.id);
    const { employee_state, employee_state_updated_at, created_at } = await getEmployee(employee.id);
    expect(employee_state).toBe("accepted");
    expect(employee_state_updated_at > created_at).toBe(true);
    expect(await listEventTypes(employee.id)).toEqual([
      "created",
      "user_account.associated",
      "connection.pending",
      "connection.accepted",
    ]);
  });

  it("ends when the person who accepted it leaves", async () => {
    const { person, employee } = await createConnectedEmployee(organization);
    expect(await resolveStatus(rejectEmployment(person.id, employee.id))).toBe(422);
    await leaveEmployment(person.id, employee.id);
    expect(await readEmployeeState(employee.id)).toBe("rejected");
    expect((await listEventTypes(employee.id)).at(-1)).toBe("connection.rejected");
  });

  it("opens again after a rejection at the sign-in after a new invitation, and not before", async () => {
    const clock = stopClock();
    const { person, employee } = await createConnectedEmployee(organization);
    clock.advance(1_000);
    await leaveEmployment(person.id, employee.id);
    await promptEmployments(person.id);
    expect(await readEmployeeState(employee.id)).toBe("rejected");
    clock.advance(1_000);
    await sendInvitations({ employee_list: [employee.email], list_type: "email" });
    await deliverMails(employee.id);
    expect(await readEmployeeState(employee.id)).toBe("rejected");
    await promptEmployments(person.id);
    expect(await readEmployeeState(employee.id)).toBe("pending");
    clock.advance(1_000);
    await rejectEmployment(person.id, employee.id);
    await promptEmployments(person.id);
    clock.restore();
    expect(await readEmployeeState(employee.id)).toBe("rejected");
  });

  it("is decided only by its own person, and only from the previous state", async () => {
    const person = await createPerson();
    const stranger = await createPerson();
    const { id } = await createEmployee(organization, { email: person.email });
    expect(await resolveStatus(acceptEmployment(person.id, id))).toBe(422);
    await promptEmployments(person.id);
    for (const decide of [acceptEmployment, rejectEmployment, leaveEmployment]) {
      expect(await resolveStatus(decide(stranger.id, id))).toBe(404);
      expect(await resolveStatus(decide(person.id, newId()))).toBe(404);
      expect(await resolveStatus(decide(person.id, "no id"))).toBe(404);
    }
    expect(await resolveStatus(leaveEmployment(person.id, id))).toBe(422);
    expect(await readEmployeeState(id)).toBe("pending");
  });

  it("has one result, and one event, for concurrent answers", async () => {
    const person = await createPerson();
    const { id } = await createEmployee(organization, { email: person.email });
    await Promise.all(Array.from({ length: 5 }, () => promptEmployments(person.id)));
    const responses = Array.from({ length: 10 }, (_one, index) =>
      resolveStatus((index % 2 ? acceptEmployment : rejectEmployment)(person.id, id)),
    );
    const statuses = await Promise.all(responses);
    expect(statuses.toSorted((one, other) => one - other)).toEqual([200, ...Array<number>(9).fill(422)]);
    const events = await listEventTypes(id);
    expect(events.filter((event) => event === "connection.pending")).toHaveLength(1);
    expect(events.filter((event) => /connection.(accepted|rejected)/.test(event))).toHaveLength(1);
  });

  it("is not offered while the organization has no access to workforce data", async () => {
    const own = await createTestOrganization();
    const person = await createPerson();
    const { id } = await createEmployee(own, { email: person.email });
    await sql("UPDATE organizations SET workforce_enabled = false WHERE id = $1", [own.id]);
    await promptEmployments(person.id);
    expect(await listEventTypes(id)).not.toContain("connection.pending");
  });
});

describe("the account of an employee", () => {
  const readAccountId = async (id: string): Promise<unknown> =>
    (await sql("SELECT user_id FROM employees WHERE id = $1", [id]))[0]?.user_id;

  it("is that of a confirmed address, not of one that is only claimed", async () => {
    const claimed = await createPerson();
    await sql("UPDATE user_emails SET confirmed_at = NULL WHERE user_id = $1", [claimed.id]);
    const { id } = await createEmployee(organization, { email: claimed.email });
    expect([await readAccountId(id), await listEventTypes(id)]).toEqual([null, ["created"]]);
    await sql("UPDATE user_emails SET confirmed_at = now() WHERE user_id = $1", [claimed.id]);
    await associateEmployees(claimed.id);
    await associateEmployees(claimed.id);
    expect(await readAccountId(id)).toBe(claimed.id);
    expect(await listEventTypes(id)).toEqual(["created", "user_account.associated"]);
  });

  it("is associated by the first badge that is accepted through a mail, in every organization that knows the address", async () => {
    const other = await createTestOrganization();
    const { id, email } = await createEmployee(organization);
    const elsewhere = await createEmployee(other, { email });
    const template = await createTemplate(other);
    const { data } = await other.client.post("/badges", badgeBody(template.id, { recipient_email: email }));
    const token = createPurposeToken("accept-badge-mailed", data.id);
    const { user } = await acceptBadge(data.id, { token });
    expect([await readAccountId(id), await readAccountId(elsewhere.id)]).toEqual([user?.id, user?.id]);
    expect(await listEventTypes(elsewhere.id)).toEqual(["created", "user_account.associated"]);
  });

  it("is associated with a record that is created at the same moment, whichever comes first", async () => {
    const template = await createTemplate(organization);
    for (let round = 0; round < 5; round += 1) {
      const body = badgeBody(template.id);
      const email = body.recipient_email;
      const { data } = await organization.client.post("/badges", body);
      const token = createPurposeToken("accept-badge-mailed", data.id);
      const [employee] = await Promise.all([
        createEmployee(organization, { email }),
        acceptBadge(data.id, { token }),
      ]);
      expect(await readAccountId(employee.id), `round ${round}`).not.toBeNull();
    }
  });

  it("is removed with the address or the account, and the connection with it", async () => {
    const { person, employee } = await createConnectedEmployee(organization);
    await disassociateEmployees(person.id, "another@example.org");
    expect(await readEmployeeState(employee.id)).toBe("accepted");
    await disassociateEmployees(person.id, person.email);
    expect([await readAccountId(employee.id), await readEmployeeState(employee.id)]).toEqual([
      null,
      "created",
    ]);
    expect((await listEventTypes(employee.id)).at(-1)).toBe("user_account.disassociated");
    const formerEmployee = await createConnectedEmployee(organization);
    await leaveEmployment(formerEmployee.person.id, formerEmployee.employee.id);
    await disassociateEmployees(formerEmployee.person.id);
    expect([
      await readAccountId(formerEmployee.employee.id),
      await readEmployeeState(formerEmployee.employee.id),
    ]).toEqual([null, "rejected"]);
  });

  it("keeps its decisions when two accounts are merged", async () => {
    const { person, employee } = await createConnectedEmployee(organization);
    const survivor = await createPerson();
    await moveEmployments(person.id, survivor.id);
    expect([await readAccountId(employee.id), await readEmployeeState(employee.id)]).toEqual([
      survivor.id,
      "accepted",
    ]);
    expect((await listEventTypes(employee.id)).slice(-2).toSorted()).toEqual([
      "user_account.associated",
      "user_account.disassociated",
    ]);
  });
});
