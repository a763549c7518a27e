import type { Email } from "postal-mime";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { mailJob } from "@/lib/delivery/mail/jobs";
import { getMailTransport } from "@/lib/delivery/mail/transport";
import { digest } from "@/lib/kernel/secrets";
import {
  authorizeIssuer,
  badgeBody,
  createEmployee,
  createTemplate,
  createTestOrganization,
  nextSerial,
  type TestOrganization,
} from "../../support/builders";
import { startMailServer } from "../../support/delivery/mail-server";
import { stopClock } from "../../support/delivery/outbox";
import { runMessage } from "../../support/delivery/run-message";
import { send } from "../../support/http/client";
import { createMember, createPerson, type Person } from "../../support/accounts/members";
import { sql } from "../../support/platform/database";

const HOUR = 3_600_000;

let organization: TestOrganization;
let template: { id: string; name: string };
let member: Person;

beforeAll(async () => {
  organization = await createTestOrganization("Harbor College");
  template = await createTemplate(organization, { name: "Tides" });
  member = await createMember(organization.id, "administrator");
});
beforeEach(() => sql("DELETE FROM mail_designs"));
afterEach(() => {
  vi.restoreAllMocks();
});

/** Sends mails to a mail server from here to the end of the test. Returns the mails that it received. */
async function receiveMails(): Promise<() => Promise<Email[]>> {
  const { received, transport } = await startMailServer();
  vi.spyOn(getMailTransport(), "send").mockImplementation((mail) => transport.send(mail));
  return () => Promise.all(received.map(({ mail }) => mail));
}

/** Sends the mails about these subjects that are due. */
async function deliver(...subjects: string[]): Promise<void> {
  const rows = await sql(
    "SELECT id FROM outbox_messages WHERE subject_id = ANY ($1::uuid[]) AND kind = 'mail' ORDER BY created_at, id",
    [subjects],
  );
  for (const { id } of rows) await runMessage(mailJob, String(id));
}

async function issue(changes: Record<string, unknown> = {}, of = organization, from = template) {
  const { status, data } = await of.client.post("/badges", badgeBody(from.id, changes));
  expect(status, JSON.stringify(data)).toBe(201);
  return data as { id: string; recipient_email: string };
}

const design = (body: Record<string, unknown>, of = organization) => of.client.put("/mail_design", body);

const sendAs = (person: Person, name: string, body: unknown, id = organization.id) =>
  send(name === "mail_design" ? "PUT" : "POST", `/v1/organizations/${id}/${name}`, {
    headers: person.headers,
    body: body as Record<string, unknown>,
  });

const FRENCH = {
  subject: "{{issuer_name}} : un badge pour {{recipient_name}}",
  heading: "Bravo {{recipient_first_name}} !",
  opening: "Bienvenue parmi les titulaires de « {{badge_name}} ».\n\nÀ bientôt !",
};

describe("mails about badges", () => {
  it("have the sender and the words of the organization, in the languages in which it has some", async () => {
    const mails = await receiveMails();
    const { status, data } = await design({
      sender_name: 'Harbor "College", Registrar',
      reply_to: member.email,
      texts: { fr: { pending_badge: FRENCH } },
    });
    expect([status, data.message]).toEqual([200, undefined]);
    const [french, german] = [await issue({ locale: "fr" }), await issue({ locale: "de" })];
    await deliver(french.id, german.id);
    const [toFrench, toGerman] = await mails();
    expect(toFrench).toMatchObject({
      subject: "Harbor College : un badge pour Ada Okafor",
      replyTo: [{ address: member.email }],
    });
    // The address stays that of the installation.
    expect(toFrench?.from).toEqual({
      name: 'Harbor "College", Registrar',
      address: "badges@example.org",
    });
    for (const text of ["Bravo Ada !", "Bienvenue parmi les titulaires de « Tides ».", "À bientôt !"]) {
      expect(toFrench?.text).toContain(text);
      expect(toFrench?.html).toContain(text);
    }
    expect(toGerman?.from?.name).toBe('Harbor "College", Registrar');
    expect(toGerman?.subject).toBe("Harbor College hat Ihnen ein Badge ausgestellt: Tides");
    expect(toGerman?.text).not.toContain("Bienvenue");
  });

  it("are built in for an organization without a design", async () => {
    const mails = await receiveMails();
    await deliver((await issue()).id);
    const [mail] = await mails();
    expect(mail?.from).toEqual({ name: "Badges", address: "badges@example.org" });
    expect([mail?.replyTo, mail?.subject]).toEqual([
      undefined,
      "Harbor College has issued you a badge: Tides",
    ]);
  });

  it("show what only looks like markup, and fill placeholders once", async () => {
    const mails = await receiveMails();
    const tricky = await createTemplate(organization, { name: "{{issuer_name}} <b>&" });
    await design({ texts: { en: { pending_badge: { opening: "5 < 6 & {{badge_name}}" } } } });
    await deliver((await issue({}, organization, tricky)).id);
    const [mail] = await mails();
    expect(mail?.html).toContain("5 &lt; 6 &amp; {{issuer_name}} &lt;b&gt;&amp;");
  });

  it("have the design of the organization that they name as the issuer", async () => {
    const mails = await receiveMails();
    const grantor = await createTestOrganization("Elm Academy");
    const granted = await createTemplate(grantor, { name: "Elms" });
    await authorizeIssuer(grantor, organization, { display_issuer_as: "grantor" });
    await design({ sender_name: "Elm" }, grantor);
    await design({ sender_name: "Harbor" });
    await deliver((await issue({}, organization, granted)).id, (await issue()).id);
    expect((await mails()).map(({ from }) => from?.name)).toEqual(["Elm", "Harbor"]);
  });

  it("have the sender but the built-in lines when they are sent as one", async () => {
    const mails = await receiveMails();
    const clock = stopClock();
    await design({ sender_name: "Harbor", texts: { en: { pending_badge: { subject: "Hello" } } } });
    const address = `merged-${nextSerial()}@example.org`;
    await sql(
      `INSERT INTO mail_sendings (outbox_message_id, organization_id, recipient_digest, sent_at)
       SELECT gen_random_uuid(), $1, $2, $3::timestamptz FROM generate_series(1, 5)`,
      [organization.id, digest(address), clock.now()],
    );
    const given = { recipient_email: address, duplicate_behavior: "allow" };
    const badges = [(await issue(given)).id, (await issue(given)).id];
    await deliver(...badges);
    expect(await mails()).toEqual([]);
    clock.advance(HOUR);
    await deliver(...badges);
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect([mail?.from?.name, mail?.subject]).toEqual(["Harbor", "You have 2 new badges"]);
    expect(mail?.text?.match(/Harbor College has issued you a badge: Tides/g)).toHaveLength(2);
  });
});

describe("other mails", () => {
  it("have the sender of the organization when they are sent in its name", async () => {
    const mails = await receiveMails();
    await design({ sender_name: "Harbor", reply_to: member.email });
    const { data } = await organization.client.post("/invitations", {
      email: `invited-${nextSerial()}@example.org`,
      role: "viewer",
    });
    await sql("UPDATE organizations SET workforce_enabled = true WHERE id = $1", [organization.id]);
    const employee = await createEmployee(organization);
    await organization.client.post("/employees/send_invitations", { employee_ids: [employee.id] });
    await deliver(data.id, employee.id);
    const received = await mails();
    expect(received.map(({ from }) => from?.name)).toEqual(["Harbor", "Harbor"]);
    expect(received[0]?.replyTo).toEqual([{ name: "Harbor", address: member.email }]);
  });

  it("about accounts have that of the installation", async () => {
    const mails = await receiveMails();
    await design({ sender_name: "Harbor", reply_to: member.email });
    const added = await send("POST", "/v1/me/emails", {
      headers: member.headers,
      body: { email: `added-${nextSerial()}@example.org` },
    });
    expect(added.status).toBe(201);
    await deliver(member.id);
    const [mail] = await mails();
    expect([mail?.from?.name, mail?.replyTo]).toEqual(["Badges", undefined]);
  });
});

describe("PUT mail_design", () => {
  it("changes the given texts only, and removes those that are null or blank", async () => {
    await design({
      sender_name: "Harbor",
      texts: { fr: { pending_badge: FRENCH }, de: { revoked_badge: { subject: "x" } } },
    });
    const { data } = await design({
      texts: {
        fr: { pending_badge: { heading: null, opening: "   " } },
        de: { revoked_badge: { subject: "" } },
      },
    });
    expect(data).toMatchObject({ sender_name: "Harbor", sender_address: "badges@localhost", reply_to: null });
    expect(data.texts).toEqual({
      fr: { pending_badge: { subject: FRENCH.subject, heading: null, opening: null } },
    });
    expect((await organization.client.get("/mail_design")).data).toEqual(data);
  });

  it.each([
    [{ sender_name: "Eve\r\nBcc: eve" }, "sender_name"],
    [{ sender_name: "security@bank.example" }, "sender_name"],
    [{ sender_name: "x".repeat(81) }, "sender_name"],
    [{ reply_to: "no address" }, "reply_to"],
    [{ texts: { fr: { pending_badge: { subject: "a\nb" } } } }, "texts.fr.pending_badge.subject"],
    [{ texts: { fr: { pending_badge: { subject: "x".repeat(151) } } } }, "texts.fr.pending_badge.subject"],
    [{ texts: { fr: { pending_badge: { opening: "www.evil.example" } } } }, "texts.fr.pending_badge.opening"],
    [{ texts: { fr: { pending_badge: { opening: "<a href=x>" } } } }, "texts.fr.pending_badge.opening"],
    [{ texts: { xx: { pending_badge: { opening: "a" } } } }, "texts"],
    [{ texts: { fr: { password: { opening: "a" } } } }, "texts.fr"],
  ])("422: %j", async (body, field) => {
    const { status, data } = await design(body);
    expect([status, data.errors?.map((one: { field: string }) => one.field)]).toEqual([422, [field]]);
    expect((await organization.client.get("/mail_design")).data.updated_at).toBeNull();
  });

  it("422: a placeholder that this mail does not have, with those that it has", async () => {
    const { status, data } = await design({
      texts: { en: { pending_badge: { heading: "{{expires_on}}" } } },
    });
    expect(status).toBe(422);
    expect(data.errors[0].message).toBe(
      "has the unknown placeholder {{expires_on}}. Use {{recipient_name}}, {{recipient_first_name}}, {{badge_name}} or {{issuer_name}}",
    );
    const expiring = await design({ texts: { en: { expiring_badge: { heading: "{{expires_on}}" } } } });
    expect(expiring.status).toBe(200);
  });

  it("writes what changed from what to what, without the address for replies", async () => {
    await design({ texts: { fr: { pending_badge: { subject: "Avant" } } } });
    await design({ reply_to: member.email, texts: { fr: { pending_badge: { subject: "Après" } } } });
    const [entry] = await sql(
      "SELECT changes FROM audit_entries WHERE organization_id = $1 AND action = 'mail_design.update' ORDER BY occurred_at DESC, id DESC LIMIT 1",
      [organization.id],
    );
    expect(entry?.changes).toEqual([
      { field: "reply_to", from: null, to: null },
      { field: "pending_badge_subject (fr)", from: "Avant", to: "Après" },
    ]);
  });
});

describe("the address for replies", () => {
  const tryAddress = async (address: string, person = member) =>
    (await sendAs(person, "mail_design", { reply_to: address })).status;

  const addAddress = async (person: Person, isConfirmed: boolean) => {
    const email = `second-${nextSerial()}@example.org`;
    await sql(
      `INSERT INTO user_emails (id, user_id, email, "primary", confirmed_at)
       VALUES (gen_random_uuid(), $1, $2, false, $3)`,
      [person.id, email, isConfirmed ? new Date() : null],
    );
    return email;
  };

  it("is a confirmed one of the caller, or the primary one of a member", async () => {
    const colleague = await createMember(organization.id, "viewer");
    expect(await tryAddress(await addAddress(member, true))).toBe(200);
    expect(await tryAddress(colleague.email)).toBe(200);
    expect(await tryAddress(await addAddress(member, false))).toBe(422);
    expect(await tryAddress(await addAddress(colleague, true))).toBe(422);
    expect(await tryAddress((await createPerson()).email)).toBe(422);
  });

  it("stays when another administrator saves the form", async () => {
    const [own, other] = [
      await addAddress(member, true),
      await createMember(organization.id, "administrator"),
    ];
    expect([await tryAddress(own), await tryAddress(own, other)]).toEqual([200, 200]);
  });

  it("is used no longer when the member leaves, and is forgotten with the address", async () => {
    const mails = await receiveMails();
    const colleague = await createMember(organization.id, "issuer");
    await tryAddress(colleague.email);
    await sql("DELETE FROM memberships WHERE user_id = $1", [colleague.id]);
    await deliver((await issue()).id);
    expect((await mails())[0]?.replyTo).toBeUndefined();
    expect((await organization.client.get("/mail_design")).data.reply_to).toBeNull();
    await sql("DELETE FROM user_emails WHERE user_id = $1", [colleague.id]);
    expect(await sql("SELECT reply_to_email_id FROM mail_designs")).toEqual([{ reply_to_email_id: null }]);
  });
});

describe("POST mail_design_preview", () => {
  it("renders a design that is not saved, with the built-in texts", async () => {
    const { status, data } = await organization.client.post("/mail_design_preview", {
      design: { sender_name: "Harbor", texts: { fr: { pending_badge: FRENCH } } },
      kind: "pending_badge",
      locale: "fr",
    });
    expect([status, data.from]).toEqual([200, { name: "Harbor", address: "badges@localhost" }]);
    expect(data.subject).toBe("Harbor College : un badge pour Ada Lovelace");
    expect(data.html).toContain("Bravo Ada !");
    expect(data.built_in.heading).toContain("{{recipient_first_name}}");
    expect(data.built_in.subject).toContain("{{badge_name}}");
    expect((await organization.client.get("/mail_design")).data.texts).toEqual({});
  });

  it("renders the other kinds, with the sender of the installation where it sends them", async () => {
    const { data } = await organization.client.post("/mail_design_preview", {
      design: { sender_name: "Harbor" },
      kind: "password",
      locale: "en",
    });
    expect([data.from.name, data.reply_to, data.built_in]).toEqual(["Badges", null, null]);
  });
});

describe("POST mail_design_test", () => {
  const test = { kind: "pending_badge", locale: "fr", design: { texts: { fr: { pending_badge: FRENCH } } } };

  it("sends the mail of the preview only to the member", async () => {
    const mails = await receiveMails();
    await design({ sender_name: "Harbor", reply_to: member.email });
    const { status, data } = await sendAs(member, "mail_design_test", test);
    expect([status, data]).toEqual([200, { address: member.email }]);
    await deliver(member.id);
    const mail = (await mails()).at(-1);
    expect(mail).toMatchObject({
      from: { name: "Harbor", address: "badges@example.org" },
      to: [{ address: member.email }],
      replyTo: [{ address: member.email }],
      subject: "Harbor College : un badge pour Ada Lovelace",
    });
    // A failed design sends nothing.
    const bad = await sendAs(member, "mail_design_test", { ...test, design: { sender_name: "a@b" } });
    expect(bad.status).toBe(422);
  });

  it("429 after ten an hour", async () => {
    const person = await createMember(organization.id, "administrator");
    const statuses = [];
    for (let count = 0; count < 11; count += 1)
      statuses.push((await sendAs(person, "mail_design_test", test)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });

  it("puts the mail into the inbox of test mode, whose design is its own", async () => {
    const mails = await receiveMails();
    const { data } = await organization.client.post("/test_organization", {});
    expect((await sendAs(member, "mail_design", { sender_name: "Trial" }, data.id)).status).toBe(200);
    expect((await organization.client.get("/mail_design")).data.sender_name).toBeNull();
    expect((await sendAs(member, "mail_design_test", test, data.id)).status).toBe(200);
    await deliver(member.id);
    expect(await mails()).toEqual([]);
    const inbox = await sql("SELECT to_address, subject FROM test_mails WHERE organization_id = $1", [
      data.id,
    ]);
    expect(inbox).toEqual([
      { to_address: member.email, subject: "Harbor College (test) : un badge pour Ada Lovelace" },
    ]);
  });
});
