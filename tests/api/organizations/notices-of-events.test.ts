import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { checkDomains } from "@/lib/organizations/domains/jobs";
import { hashPassword } from "@/lib/identity/users/passwords";
import {
  createCheckedImport,
  line,
  PATH,
  runAllImportSteps,
  table,
} from "../../support/badges/badge-imports";
import { createTestOrganization, type TestOrganization } from "../../support/builders";
import { choose, DAY_MS, listNotices, sendNoticeMails } from "../../support/delivery/notices";
import { stopClock } from "../../support/delivery/outbox";
import { send } from "../../support/http/client";
import { createMember, createPerson, type Person } from "../../support/accounts/members";
import { attemptSignIn } from "../../support/accounts/next-auth";
import { createVerifiedDomain, removeProof, useDomains } from "../../support/organizations/domain-setting";
import { sql } from "../../support/platform/database";

const PASSWORD = "correct horse battery";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const SAFARI =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15";
const HOME = { address: "203.0.113.40", userAgent: FIREFOX };
const CAFE = { address: "198.51.100.7", userAgent: SAFARI };

let stored: string;
let organization: TestOrganization;
let administrator: Person;

useDomains();
beforeAll(async () => {
  stored = await hashPassword(PASSWORD);
});
beforeEach(async () => {
  organization = await createTestOrganization();
  administrator = await createMember(organization.id, "administrator");
});
afterEach(() => {
  vi.restoreAllMocks();
});

const listKinds = async (person: Person) => (await listNotices(person)).map(({ kind }) => kind);

describe("a finished import", () => {
  async function startImport(person: Person, changes = {}): Promise<string> {
    const { id } = await createCheckedImport(organization, changes);
    const { status } = await send("POST", `/organizations/${organization.id}${PATH}/${id}/start`, {
      headers: person.headers,
      body: {},
    });
    expect(status).toBe(200);
    return id;
  }

  it("notifies the person who started it, with the counts and a link", async () => {
    const issuer = await createMember(organization.id, "issuer");
    const id = await startImport(issuer);
    await runAllImportSteps(id);
    expect(await listNotices(issuer)).toMatchObject([
      {
        kind: "import_finished",
        organization: { id: organization.id },
        data: { import_id: id, outcome: "done", failed_count: 0 },
      },
    ]);
    expect(await listKinds(administrator)).toEqual([]);
    const [mail, ...others] = await sendNoticeMails(issuer.id);
    expect(others).toEqual([]);
    expect(mail?.subject).toMatch(/^The import of .+ is finished$/);
    expect(mail?.text).toMatch(/\d+ badges? (was|were) issued\. No row failed\./);
    expect(mail?.text).toContain(`/issue/file/${id}`);
  });

  it("counts the rows that were left out because of an error", async () => {
    const issuer = await createMember(organization.id, "issuer");
    const file = table(line(), line({ email: "no-address" }));
    await runAllImportSteps(await startImport(issuer, { file }));
    expect(await listNotices(issuer)).toMatchObject([{ data: { issued_count: 1, failed_count: 1 } }]);
    const [mail] = await sendNoticeMails(issuer.id);
    expect(mail?.text).toContain("1 badge was issued. 1 row failed.");
  });

  it("does not notify a person who may no longer issue", async () => {
    const issuer = await createMember(organization.id, "issuer");
    const id = await startImport(issuer);
    await sql("UPDATE memberships SET role = 'viewer' WHERE user_id = $1", [issuer.id]);
    await runAllImportSteps(id);
    expect(await sql("SELECT state FROM badge_imports WHERE id = $1", [id])).toEqual([{ state: "stopped" }]);
    expect(await sql("SELECT id FROM notices WHERE user_id = $1", [issuer.id])).toEqual([]);
  });
});

describe("a sign-in", () => {
  const signIn = async ({ email }: Person, browser: typeof HOME, cookie = "") => {
    const attempt = await attemptSignIn("credentials", { email, password: PASSWORD }, { ...browser, cookie });
    expect(attempt.error).toBeNull();
    return attempt.setCookies.join("; ");
  };
  const setPassword = ({ id }: Person) =>
    sql("UPDATE users SET password_hash = $2 WHERE id = $1", [id, stored]);

  beforeEach(() => setPassword(administrator));

  it("notifies of a device that was not used before: not at the first sign-in, and once for each", async () => {
    await signIn(administrator, HOME);
    await signIn(administrator, HOME);
    expect(await listKinds(administrator)).toEqual([]);
    await signIn(administrator, CAFE);
    await signIn(administrator, CAFE);
    expect(await listNotices(administrator)).toMatchObject([
      {
        kind: "new_sign_in",
        organization: null,
        data: { address: CAFE.address, browser: expect.stringContaining("Safari") },
      },
    ]);
    const [mail, ...others] = await sendNoticeMails(administrator.id);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe("New sign-in to your account");
    expect(mail?.to.address).toBe(administrator.email);
    for (const fact of [CAFE.address, "Safari", administrator.email, "/wallet/account"])
      expect(mail?.text).toContain(fact);
  });

  it("notifies of the sign-in to an account that nobody used for half a year", async () => {
    await sql("UPDATE users SET opened_at = now() - interval '181 days' WHERE id = $1", [administrator.id]);
    await signIn(administrator, CAFE);
    expect(await listKinds(administrator)).toEqual(["new_sign_in"]);
  });

  it("recognizes a browser at another address by its cookie", async () => {
    const cookie = await signIn(administrator, HOME);
    await signIn(administrator, { ...HOME, address: CAFE.address }, cookie);
    expect(await listKinds(administrator)).toEqual([]);
  });

  it("does not notify people without a membership, nor those who turned it off", async () => {
    const earner = await createPerson();
    await setPassword(earner);
    await choose(administrator, { organization_id: null, kind: "new_sign_in", mail: false, console: true });
    for (const person of [earner, administrator]) {
      await signIn(person, HOME);
      await signIn(person, CAFE);
      expect(await sendNoticeMails(person.id)).toEqual([]);
    }
    expect(await listKinds(earner)).toEqual([]);
    expect(await listKinds(administrator)).toEqual(["new_sign_in"]);
  });
});

describe("a domain", () => {
  it("that lost its verification is in the console too, and its mail can be turned off", async () => {
    const quiet = await createMember(organization.id, "administrator");
    const setting = { organization_id: organization.id, kind: "domain_failing" } as const;
    await choose(quiet, { ...setting, mail: false, console: true });
    const domain = await createVerifiedDomain(organization);
    removeProof(domain);
    const clock = stopClock();
    for (let day = 0; day < 9; day += 1) {
      clock.advance(DAY_MS);
      await checkDomains();
    }
    for (const person of [administrator, quiet])
      expect(await listNotices(person)).toMatchObject([
        { kind: "domain_failing", data: { event: "verification_lost", domain: domain.name, ends_at: null } },
      ]);
    expect((await sendNoticeMails(administrator.id)).map(({ subject }) => subject)).toEqual([
      `${domain.name} is no longer verified`,
    ]);
    expect(await sendNoticeMails(quiet.id)).toEqual([]);
    clock.restore();
  });
});
