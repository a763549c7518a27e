import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { recordNotices } from "@/lib/organizations/notices/record";
import { transaction } from "@/lib/kernel/db";
import { insertMembership } from "@/lib/organizations/profile/queries";
import { removeOldRecords } from "@/lib/operations/retention/service";
import { createTestOrganization, type TestOrganization } from "../../support/builders";
import {
  choose,
  DAY_MS,
  listNotices,
  makeAllNotices,
  sendNoticeMails,
  webhookNotice,
} from "../../support/delivery/notices";
import { stopClock } from "../../support/delivery/outbox";
import { buildProviderMetadata, createSigningKey } from "../../support/accounts/saml-provider";
import { verifyDomain } from "../../support/accounts/saml-sign-in";
import { createMember, type Person } from "../../support/accounts/members";
import { createTestLearningApp } from "../../support/learning/learning";
import { sql } from "../../support/platform/database";

let organization: TestOrganization;
let administrator: Person;
let issuer: Person;

beforeEach(async () => {
  organization = await createTestOrganization();
  administrator = await createMember(organization.id, "administrator");
  issuer = await createMember(organization.id, "issuer");
});
afterEach(() => {
  vi.restoreAllMocks();
});

const failSince = (ms: number) =>
  sql(
    "UPDATE organizations SET webhook_url = 'https://hooks.example.org/x', webhook_failing_since = $2 WHERE id = $1",
    [organization.id, new Date(Date.now() - ms)],
  );

/** Makes the organization's token end in this many days. */
const endTokenIn = (days: number) =>
  sql("UPDATE authorization_tokens SET expires_at = $2, description = 'Portal' WHERE organization_id = $1", [
    organization.id,
    new Date(Date.now() + days * DAY_MS),
  ]);

const listKinds = async (person: Person) => (await listNotices(person)).map(({ kind }) => kind);
const listEvents = async (person: Person) =>
  (await listNotices(person)).map(({ data }) => ("event" in data ? String(data.event) : "")).toSorted();

describe("the hourly job", () => {
  it("notifies a member of each organization whose deliveries began to fail at the same moment", async () => {
    const other = await createTestOrganization();
    await insertMembership(other.id, administrator.id, "administrator");
    await failSince(2 * DAY_MS);
    await sql(
      `UPDATE organizations AS other SET webhook_url = one.webhook_url, webhook_failing_since = one.webhook_failing_since
       FROM organizations AS one WHERE one.id = $1 AND other.id = $2`,
      [organization.id, other.id],
    );
    await makeAllNotices();
    expect(await listKinds(administrator)).toEqual(["webhooks_failing", "webhooks_failing"]);
  });

  it("notifies administrators once of webhook deliveries that have failed for a day, and again of the next failure", async () => {
    await failSince(DAY_MS - 60_000);
    await makeAllNotices();
    expect(await listKinds(administrator)).toEqual([]);
    await failSince(DAY_MS + 60_000);
    await makeAllNotices();
    await makeAllNotices();
    expect(await listKinds(administrator)).toEqual(["webhooks_failing"]);
    expect(await listKinds(issuer)).toEqual([]);
    const [mail, ...others] = await sendNoticeMails(administrator.id);
    expect(others).toEqual([]);
    expect(mail?.to.address).toBe(administrator.email);
    expect(mail?.subject).toContain("have failed for a day");
    expect(mail?.text).toContain("/developer/webhooks/deliveries");
    await failSince(2 * DAY_MS);
    await makeAllNotices();
    expect(await listKinds(administrator)).toHaveLength(2);
  });

  it("notifies of a token 14 and 3 days before its end, and of its successor after a rotation", async () => {
    await endTokenIn(15);
    await makeAllNotices();
    expect(await listKinds(administrator)).toEqual([]);
    await endTokenIn(13);
    await makeAllNotices();
    await makeAllNotices();
    expect(await listNotices(administrator)).toMatchObject([
      { kind: "token_ending", data: { credential: "authorization_token", name: "Portal" } },
    ]);
    const [mail] = await sendNoticeMails(administrator.id);
    expect(mail?.subject).toMatch(/^The token “Portal” ends on /);
    const clock = stopClock(new Date(Date.now() + 11 * DAY_MS));
    await makeAllNotices();
    await makeAllNotices();
    clock.restore();
    expect(await listKinds(administrator)).toEqual(["token_ending", "token_ending"]);
    expect(await listKinds(issuer)).toEqual([]);
  });

  it("notifies of a learning token that a program uses, not of a learner's", async () => {
    await createTestLearningApp(organization);
    const end = (kind: string) =>
      sql(
        "UPDATE learning_tokens SET kind = $2::learning_token_kind, expires_at = now() + interval '2 days' WHERE organization_id = $1",
        [organization.id, kind],
      );
    await end("learner");
    await makeAllNotices();
    expect(await listKinds(administrator)).toEqual([]);
    await end("owner");
    await makeAllNotices();
    expect(await listNotices(administrator)).toMatchObject([{ data: { credential: "learning_token" } }]);
  });

  it("notifies of a verified domain whose proof is missing, after a day and with three days left", async () => {
    const fail = (days: number) =>
      sql(
        `INSERT INTO organization_domains (organization_id, name, token, failing_since, created_at)
         VALUES ($1, 'lumen.example.net', 'x', $2, now())
         ON CONFLICT (organization_id) DO UPDATE SET failing_since = EXCLUDED.failing_since`,
        [organization.id, since(days)],
      );
    const start = Date.now();
    const since = (days: number) => new Date(start - days * DAY_MS);
    await sql(
      "UPDATE organizations SET verified_at = now(), verified_domain = 'lumen.example.net' WHERE id = $1",
      [organization.id],
    );
    await fail(0.5);
    await makeAllNotices();
    expect(await listKinds(administrator)).toEqual([]);
    await fail(1.5);
    await makeAllNotices();
    await makeAllNotices();
    expect(await listNotices(administrator)).toMatchObject([
      {
        kind: "domain_failing",
        data: { event: "proof_missing", domain: "lumen.example.net", ends_at: since(-5.5).toISOString() },
      },
    ]);
    const [mail] = await sendNoticeMails(administrator.id);
    expect(mail?.subject).toBe("We no longer find the proof for lumen.example.net");
    expect(mail?.text).toContain("/settings/domain");
    const clock = stopClock(new Date(start + 3 * DAY_MS));
    await makeAllNotices();
    clock.restore();
    expect(await listKinds(administrator)).toHaveLength(2);
  });

  it("notifies of a record that is missing beside a file only where people sign in by it", async () => {
    const { id } = organization;
    await verifyDomain(id, "lumen.example.net");
    await sql(
      `UPDATE organization_domains SET failing_since = now() - interval '2 days',
         findings = '{"dns": {"result": "missing"}, "file": {"result": "found"}}' WHERE organization_id = $1`,
      [id],
    );
    await makeAllNotices();
    expect(await listKinds(administrator)).toEqual([]);
    const metadata = buildProviderMetadata("https://idp.example/sign-in", await createSigningKey());
    expect((await organization.client.put("/identity_provider", { metadata })).status).toBe(200);
    await makeAllNotices();
    expect(await listEvents(administrator)).toEqual(["proof_missing", "provider_changed"]);
  });

  it("notifies 14 and 3 days before the last certificate of the single sign-on ends", async () => {
    await verifyDomain(organization.id, "lumen.example.net");
    const [short, long] = [
      await createSigningKey(["rsa:2048"], 10),
      await createSigningKey(["rsa:2048"], 90),
    ];
    const metadata = buildProviderMetadata("https://idp.example/sign-in", short);
    await organization.client.put("/identity_provider", { metadata });
    await makeAllNotices();
    await makeAllNotices();
    expect(await listEvents(administrator)).toEqual(["certificate_ending", "provider_changed"]);
    const mails = await sendNoticeMails(administrator.id);
    const mail = mails.find(({ subject }) =>
      subject.includes("The certificate of your single sign-on ends on"),
    );
    expect(mail?.text).toContain("/settings/single_sign_on");
    const certificates = [short.certificate, long.certificate];
    expect((await organization.client.put("/identity_provider", { certificates })).status).toBe(200);
    const clock = stopClock(new Date(Date.now() + 8 * DAY_MS));
    await makeAllNotices();
    clock.restore();
    expect(await listEvents(administrator)).toEqual([
      "certificate_ending",
      "provider_changed",
      "provider_changed",
    ]);
  });

  it("leaves out test organizations", async () => {
    expect((await organization.client.post("/test_organization", {})).status).toBe(200);
    await sql(
      "UPDATE organizations SET webhook_url = 'https://hooks.example.org/x', webhook_failing_since = now() - interval '3 days' WHERE id = $1 OR test_of_id = $1",
      [organization.id],
    );
    await makeAllNotices();
    const rows = await sql("SELECT DISTINCT organization_id FROM notices WHERE user_id = $1", [
      administrator.id,
    ]);
    expect(rows).toEqual([{ organization_id: organization.id }]);
  });
});

describe("a change of the single sign-on", () => {
  it("notifies administrators of new keys or addresses, but not of other settings", async () => {
    await verifyDomain(organization.id, "lumen.example.net");
    const metadata = buildProviderMetadata("https://idp.example/sign-in", await createSigningKey());
    const change = async (body: Record<string, unknown>) =>
      expect((await organization.client.put("/identity_provider", body)).status).toBe(200);
    await change({ metadata });
    expect(await listNotices(administrator)).toMatchObject([
      {
        kind: "domain_failing",
        data: { event: "provider_changed", domain: "lumen.example.net", ends_at: null },
      },
    ]);
    expect(await listKinds(issuer)).toEqual([]);
    const [mail] = await sendNoticeMails(administrator.id);
    expect(mail?.subject).toBe("The single sign-on for lumen.example.net was changed");
    expect(mail?.text).toContain("/settings/single_sign_on");
    await change({ default_role: "viewer", metadata });
    expect(await listKinds(administrator)).toHaveLength(1);
    await change({ sign_in_url: "https://other.example/sign-in" });
    await change({ certificates: [(await createSigningKey()).certificate] });
    expect(await listEvents(administrator)).toEqual(Array(3).fill("provider_changed"));
  });
});

describe("recordNotices", () => {
  it("makes neither notice nor mail when the transaction fails, and both when it is repeated", async () => {
    const notice = webhookNotice(organization.id);
    const interrupted = transaction(async () => {
      await recordNotices([notice]);
      throw new Error("the process died");
    });
    await expect(interrupted).rejects.toThrow("the process died");
    expect(await listKinds(administrator)).toEqual([]);
    expect(await sendNoticeMails(administrator.id)).toEqual([]);
    await Promise.all([recordNotices([notice]), recordNotices([notice])]);
    expect(await listKinds(administrator)).toEqual(["webhooks_failing"]);
    expect(await sendNoticeMails(administrator.id)).toHaveLength(1);
  });

  it("follows the choice of each member: no mail, nothing in the console, or neither", async () => {
    const setting = { organization_id: organization.id, kind: "webhooks_failing" } as const;
    const [quiet, unlisted, neither] = await Promise.all(
      [1, 2, 3].map(() => createMember(organization.id, "administrator")),
    );
    if (!quiet || !unlisted || !neither) throw new Error("no members");
    await choose(quiet, { ...setting, mail: false, console: true });
    await choose(unlisted, { ...setting, mail: true, console: false });
    await choose(neither, { ...setting, mail: false, console: false });
    const notice = webhookNotice(organization.id);
    await recordNotices([notice]);
    const outcome = async (person: Person) => [
      (await listKinds(person)).length,
      (await sendNoticeMails(person.id)).length,
    ];
    expect(await outcome(administrator)).toEqual([1, 1]);
    expect(await outcome(quiet)).toEqual([1, 0]);
    expect(await outcome(unlisted)).toEqual([0, 1]);
    expect(await outcome(neither)).toEqual([0, 0]);
    // Turning it on later brings no mail about the past.
    await choose(neither, { ...setting, mail: true, console: true });
    await recordNotices([notice]);
    expect(await outcome(neither)).toEqual([0, 0]);
  });

  it("notifies the 20 members who have been there longest", async () => {
    await Promise.all(Array.from({ length: 21 }, () => createMember(organization.id, "administrator")));
    expect(await recordNotices([webhookNotice(organization.id)])).toBe(20);
  });

  it("ends with the membership, also the mail", async () => {
    await recordNotices([webhookNotice(organization.id)]);
    await sql("DELETE FROM memberships WHERE user_id = $1", [administrator.id]);
    expect(await listKinds(administrator)).toEqual([]);
    expect(await sql("SELECT id FROM notices WHERE user_id = $1", [administrator.id])).toEqual([]);
  });

  it("removes notices after 90 days", async () => {
    await recordNotices([webhookNotice(organization.id, "old"), webhookNotice(organization.id, "new")]);
    await sql(
      "UPDATE notices SET created_at = now() - interval '91 days' WHERE user_id = $1 AND key LIKE '%:old'",
      [administrator.id],
    );
    while (await removeOldRecords());
    expect(await sql("SELECT key FROM notices WHERE user_id = $1", [administrator.id])).toEqual([
      { key: `${organization.id}:new` },
    ]);
  });
});
