import { describe, expect, it, vi } from "vitest";
import { checkDomains } from "@/lib/organizations/domains/jobs";
import * as check from "@/lib/organizations/domains/check";
import { runMessage } from "../../support/delivery/run-message";
import { mailJob } from "@/lib/delivery/mail/jobs";
import { getMailTransport, type Mail } from "@/lib/delivery/mail/transport";
import { createTestOrganization, type TestOrganization } from "../../support/builders";
import { sql } from "../../support/platform/database";
import {
  checkDomain,
  DAY,
  FILE_PATH,
  site,
  removeProof,
  dns,
  listDomainActions,
  HOUR,
  newDomainName,
  organization,
  publishProof,
  readDomain,
  setDomain,
  useDomains,
  createVerifiedDomain,
} from "../../support/organizations/domain-setting";
import { createMember } from "../../support/accounts/members";
import { stopClock } from "../../support/delivery/outbox";

useDomains();

type Clock = ReturnType<typeof stopClock>;

/** Advances the clock by hours and runs the job in each. */
async function passHours(clock: Clock, hours: number): Promise<void> {
  for (let hour = 0; hour < hours; hour += 1) {
    clock.advance(HOUR);
    await checkDomains();
  }
}

const addMilliseconds = (moment: string | null, ms: number): string =>
  new Date(new Date(moment ?? "").getTime() + ms).toISOString();

const listLossMails = (by: TestOrganization) =>
  sql(
    `SELECT id, subject_id FROM outbox_messages WHERE kind = 'mail' AND organization_id = $1
       AND payload ->> 'template' = 'domain_lost' ORDER BY id`,
    [by.id],
  ) as Promise<{ id: string; subject_id: string }[]>;

async function sendAllMails(by: TestOrganization): Promise<Mail[]> {
  const sent: Mail[] = [];
  vi.spyOn(getMailTransport(), "send").mockImplementation((mail) => {
    sent.push(mail);
    return Promise.resolve({ state: "sent" });
  });
  for (const { id } of await listLossMails(by)) await runMessage(mailJob, id);
  return sent;
}

describe("the daily check", () => {
  it("finds a proof that was added after the domain was entered", async () => {
    const clock = stopClock();
    const domain = await setDomain();
    await checkDomains();
    expect(await readDomain()).toMatchObject({ verified: false, dns: { found: { result: "missing" } } });
    publishProof(domain);
    await passHours(clock, 24);
    const { verified, method, failing_since } = await readDomain();
    expect({ verified, method, failing_since }).toEqual({
      verified: true,
      method: "dns",
      failing_since: null,
    });
    expect((await listDomainActions()).at(-1)).toBe("organization_domain.verify");
    const [entry] = (
      await organization.client.get("/audit_entries?filter=action::organization_domain.verify")
    ).data;
    expect(entry).toMatchObject({ actor: { type: "System", id: "domain-check" }, subject_id: domain.name });
  });

  it("checks each domain once a day", async () => {
    const clock = stopClock();
    const { dns: record } = await createVerifiedDomain();
    const countLookups = () => dns.asked.filter((name) => name === record.name).length;
    const before = countLookups();
    await passHours(clock, 22);
    expect(countLookups()).toBe(before);
    await passHours(clock, 2);
    expect(countLookups()).toBe(before + 1);
    await passHours(clock, 23);
    expect(countLookups()).toBe(before + 2);
  });

  it("ends a verification after seven days of failure, with an audit entry and a mail to each administrator", async () => {
    const clock = stopClock();
    const colleague = await createMember(organization.id, "administrator");
    await createMember(organization.id, "issuer");
    const domain = await createVerifiedDomain();
    removeProof(domain);
    await passHours(clock, 23);
    const failing = await readDomain();
    expect(failing).toMatchObject({ verified: true, failing_since: clock.now().toISOString() });
    expect(failing.ends_at).toBe(addMilliseconds(failing.failing_since, 7 * DAY));
    expect(failing.verified_at).toBe(domain.verified_at);
    await passHours(clock, 7 * 24 - 1);
    expect((await readDomain()).verified).toBe(true);
    expect(await listLossMails(organization)).toEqual([]);
    await passHours(clock, 1);
    const lost = await readDomain();
    expect(lost).toMatchObject({ verified: false, verified_at: null, ends_at: null, method: null });
    expect(lost.lost_at).toBe(failing.ends_at);
    expect((await organization.client.get("")).data).toMatchObject({ verified: false, verified_at: null });
    expect((await listDomainActions()).at(-1)).toBe("organization_domain.lose");

    const mails = await sendAllMails(organization);
    expect(mails.map(({ to }) => to.address)).toContain(colleague.email);
    expect(mails).toHaveLength(2);
    expect(mails[0]?.subject).toBe(`${domain.name} is no longer verified`);
    expect(mails[0]?.text).toMatch(/\/console\/[^/]+\/settings\/domain/);
    await passHours(clock, 48);
    expect(await listLossMails(organization)).toHaveLength(2);
  });

  it("tolerates failures that end within seven days, and counts the next ones from zero", async () => {
    const clock = stopClock();
    const domain = await createVerifiedDomain();
    removeProof(domain);
    await passHours(clock, 6 * 24);
    expect((await readDomain()).failing_since).not.toBeNull();
    publishProof(domain);
    await passHours(clock, 24);
    expect(await readDomain()).toMatchObject({ failing_since: null, verified_at: domain.verified_at });
    removeProof(domain);
    await passHours(clock, 6 * 24);
    expect((await readDomain()).verified).toBe(true);
    expect(await listDomainActions()).toEqual(["organization_domain.update", "organization_domain.verify"]);
  });

  it("leaves a domain to its file only after its record has been missing for seven days", async () => {
    const clock = stopClock();
    const domain = await createVerifiedDomain();
    removeProof(domain);
    site.put(FILE_PATH, domain.file.content);
    const failingSince = clock.now().toISOString();
    expect(await checkDomain()).toMatchObject({ method: "dns", verified: true, failing_since: failingSince });
    publishProof(domain);
    expect(await checkDomain()).toMatchObject({ method: "dns", failing_since: null });
    removeProof(domain);
    await passHours(clock, 6 * 24);
    expect(await readDomain()).toMatchObject({ method: "dns", verified: true });
    await passHours(clock, 3 * 24);
    expect(await readDomain()).toMatchObject({
      method: "file",
      verified_at: domain.verified_at,
      failing_since: null,
    });
    expect(await listLossMails(organization)).toEqual([]);
  });

  it("verifies a lost domain again, with a new date, and sends no outdated mail", async () => {
    const clock = stopClock();
    const domain = await createVerifiedDomain();
    removeProof(domain);
    await passHours(clock, 9 * 24);
    publishProof(domain);
    const again = await checkDomain();
    expect(again).toMatchObject({ verified: true, lost_at: null, verified_at: clock.now().toISOString() });
    expect(await listLossMails(organization)).toHaveLength(1);
    expect(await sendAllMails(organization)).toEqual([]);
  });

  it("does not count failures on our side", async () => {
    const clock = stopClock();
    await createVerifiedDomain();
    dns.fail("*", 2);
    await passHours(clock, 10 * 24);
    expect(await readDomain()).toMatchObject({ verified: true, failing_since: null });
  });

  it("stops checking a domain that was not proved within 30 days, until a user requests a check", async () => {
    const clock = stopClock();
    const domain = await setDomain();
    await checkDomains();
    for (let day = 0; day < 32; day += 1) {
      clock.advance(DAY);
      await checkDomains();
    }
    expect((await readDomain()).next_check_at).toBeNull();
    publishProof(domain);
    expect(await checkDomain()).toMatchObject({
      verified: true,
      next_check_at: addMilliseconds(clock.now().toISOString(), 23 * HOUR),
    });
  });

  it("processes many domains in several runs", async () => {
    const many = await Promise.all(Array.from({ length: 25 }, () => createTestOrganization()));
    for (const one of many) publishProof(await setDomain(newDomainName(), one));
    await sql(
      "UPDATE organization_domains SET next_check_at = NULL WHERE organization_id <> ALL ($1::uuid[])",
      [many.map(({ id }) => id)],
    );
    expect(await checkDomains()).toBe(true);
    expect(await checkDomains()).toBe(false);
    const verified = await Promise.all(many.map(async (one) => (await readDomain(one)).verified));
    expect(verified).toEqual(many.map(() => true));
  });

  it("checks each domain once with two concurrent runners", async () => {
    const domain = await setDomain();
    publishProof(domain);
    await Promise.all([checkDomains(), checkDomains(), checkDomains()]);
    expect(dns.asked.filter((name) => name === domain.dns.name)).toHaveLength(1);
  });

  it("isolates a domain whose check crashes, and repeats it after its lease", async () => {
    const clock = stopClock();
    const domain = await setDomain();
    publishProof(domain);
    const other = await createTestOrganization();
    publishProof(await setDomain(newDomainName(), other));
    const originalCheck = check.checkDomain;
    vi.spyOn(check, "checkDomain").mockImplementation((claim) =>
      claim.name === domain.name ? Promise.reject(new Error("broken")) : originalCheck(claim),
    );
    await checkDomains();
    expect((await readDomain()).last_checked_at).toBeNull();
    expect((await readDomain(other)).verified).toBe(true);
    vi.mocked(check.checkDomain).mockRestore();
    await checkDomains();
    expect((await readDomain()).verified).toBe(false);
    clock.advance(HOUR);
    await checkDomains();
    expect((await readDomain()).verified).toBe(true);
  });
});
