import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { authOptions } from "@/lib/accounts/sessions/options";
import { isRecipient } from "@/lib/credentials/verification/open-badge";
import { clock } from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";
import { hashPassword } from "@/lib/identity/users/passwords";
import { createCheckedImport, PATH, table } from "../../support/badges/badge-imports";
import {
  badgeBody,
  createEmployee,
  createTestOrganization,
  createTemplate,
  nextSerial,
  type TestOrganization,
} from "../../support/builders";
import { sql } from "../../support/platform/database";
import { createPerson } from "../../support/accounts/members";
import { signIn } from "../../support/accounts/next-auth";

/** U+212A, which becomes a k in lower case. */
const KELVIN = "\u212a";
const PASSWORD = "correct horse battery staple";

let organization: TestOrganization;
let template: { id: string };

beforeAll(async () => {
  organization = await createTestOrganization();
  template = await createTemplate(organization, { default_expires_after: "P1Y" });
});
afterEach(() => {
  vi.restoreAllMocks();
});

const newEmail = () => `kate-${nextSerial()}@example.org`;
/** An address that looks like the given one but belongs to no account. */
const lookalike = (address: string) => address.replace("k", KELVIN);
const toIdn = (address: string) => address.replace("@example.org", "@bücher.example");
const toAscii = (address: string) => address.replace("@example.org", "@xn--bcher-kva.example");

const issueBadge = (recipient_email: string, changes = {}) =>
  organization.client.post("/badges", badgeBody(template.id, { recipient_email, ...changes }));

describe("signing in", () => {
  it("with a password refuses an address that only looks like the account's", async () => {
    vi.spyOn(clock, "wait").mockResolvedValue();
    const { id, email } = await createPerson(newEmail());
    await sql("UPDATE users SET password_hash = $2 WHERE id = $1", [id, await hashPassword(PASSWORD)]);
    const from = { address: "2001:db8:77::1" };
    expect((await signIn({ email: lookalike(email), password: PASSWORD }, from)).error).not.toBeNull();
    expect((await signIn({ email: ` ${email.toUpperCase()}`, password: PASSWORD }, from)).error).toBeNull();
  });

  it("through an identity provider that vouches for a lookalike opens no account", async () => {
    const settings = env();
    const before = { ...settings };
    Object.assign(settings, { oidc: true, OIDC_ISSUER: "https://id.example.org", OIDC_CLIENT_ID: "badges" });
    try {
      const oidc = authOptions().providers.find(({ id }) => id === "oidc") as unknown as {
        profile: (profile: Record<string, unknown>) => Promise<{ id: string; version?: number }>;
      };
      const person = await createPerson(newEmail());
      const signInWithProvider = (email: string) => oidc.profile({ sub: "s1", email, email_verified: true });
      expect(await signInWithProvider(lookalike(person.email))).toEqual({ id: "s1" });
      expect(await signInWithProvider(person.email.toUpperCase())).toMatchObject({ id: person.id });
      const abroad = await createPerson(toAscii(newEmail()));
      const spelled = abroad.email.replace("xn--bcher-kva", "Bücher");
      expect(await signInWithProvider(spelled)).toMatchObject({ id: abroad.id });
    } finally {
      Object.assign(settings, before);
    }
  });
});

describe("an address with non-ASCII letters", () => {
  it("before the @ is a 422 that says so, and issues nothing", async () => {
    const email = lookalike(newEmail());
    const { status, data } = await issueBadge(email);
    expect([status, data.errors]).toEqual([
      422,
      [
        {
          field: "recipient_email",
          code: "invalid_format",
          message: "must have only unaccented Latin letters, digits and signs before the @",
        },
      ],
    ]);
    const employee = await organization.client.post("/employees", { email });
    expect([employee.status, employee.data.errors[0].field]).toEqual([422, "email"]);
  });

  it("in its domain equals the same address in ASCII: one person, one duplicate, one filter", async () => {
    const email = newEmail();
    const issued = await issueBadge(toIdn(email));
    expect([issued.status, issued.data.recipient_email]).toEqual([201, toAscii(email)]);
    const again = await issueBadge(toAscii(email));
    expect([again.status, again.data.message]).toEqual([
      422,
      expect.stringContaining("already has this badge"),
    ]);
    const filter = encodeURIComponent(`recipient_email::${toIdn(email)}`);
    const { data } = await organization.client.get(`/badges?filter=${filter}`);
    expect(data.map(({ id }: { id: string }) => id)).toEqual([issued.data.id]);
  });

  it("identifies an employee in both spellings, and a lookalike identifies none", async () => {
    const email = newEmail();
    const created = (await createEmployee(organization, { email: toIdn(email) })) as { id: string };
    for (const name of [toIdn(email), toAscii(email).toUpperCase()]) {
      const { status, data } = await organization.client.get(`/employees/${encodeURIComponent(name)}`);
      expect([status, data.id]).toEqual([200, created.id]);
    }
    const encodedLookalike = encodeURIComponent(lookalike(toAscii(email)));
    expect((await organization.client.get(`/employees/${encodedLookalike}`)).status).toBe(404);
    const list = { employee_list: [lookalike(toAscii(email))], list_type: "email" };
    expect((await organization.client.post("/employees/send_invitations", list)).status).toBe(422);
  });

  it("is an error of its row in a table", async () => {
    const email = lookalike(newEmail());
    const { id } = await createCheckedImport(organization, {
      badge_template_id: template.id,
      file: table(`${email},Ada,Okafor,2026-04-01`, `${toIdn(newEmail())},Ada,Okafor,2026-04-01`),
    });
    const { data } = await organization.client.get(`${PATH}/${id}/rows`);
    expect(data.map(({ status }: { status: string }) => status)).toEqual(["error", "ok"]);
    expect(data[0].problems[0].message).toContain("is not an e-mail address");
  });

  it("does not match the recipient of an assertion", () => {
    const matchesRecipient = (identity: string) => isRecipient({ identity, salt: "" }, "kate@example.org");
    expect([
      matchesRecipient("MAILTO:Kate@Example.org"),
      matchesRecipient(`${KELVIN}ate@example.org`),
    ]).toEqual([true, false]);
  });
});

describe("an expiry in months", () => {
  it.each([
    ["2024-02-28T23:00-05:00", "2025-03-01T04:00:00.000Z", "2025-02-28"],
    ["2024-02-29T23:00-05:00", "2025-03-01T04:00:00.000Z", "2025-02-28"],
    ["2024-03-01T01:00+09:00", "2025-02-28T16:00:00.000Z", "2025-03-01"],
    ["2024-02-29", "2025-02-28T23:59:59.000Z", "2025-02-28"],
    ["2024-02-28T23:00Z", "2025-02-28T23:00:00.000Z", "2025-02-28"],
  ])("after %s ends at %s on the sender's calendar", async (issued_at, at, date) => {
    const { data } = await issueBadge(newEmail(), { issued_at });
    expect([data.expires_at, data.expires_at_date]).toEqual([at, date]);
    const batch = { badges: [badgeBody(template.id, { recipient_email: newEmail(), issued_at })] };
    const { data: responses } = await organization.client.post("/badges/batch", batch);
    expect(responses[0].badge.expires_at).toBe(at);
    const path = `/badges/${data.id}/replace`;
    const body = {
      badge_template_id: template.id,
      issued_at,
      issued_to_first_name: "Ada",
      issued_to_last_name: "O",
    };
    const replaced = await organization.client.post(path, body);
    expect([replaced.status, replaced.data.expires_at]).toEqual([201, at]);
  });
});
