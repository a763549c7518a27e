import { beforeAll, describe, expect, it, vi } from "vitest";
import { listActivity } from "@/lib/access/account-activity/service";
import { clock } from "@/lib/kernel/clock";
import { insertMembership } from "@/lib/organizations/profile/queries";
import { hashPassword } from "@/lib/identity/users/passwords";
import { createTestOrganization, nextSerial, type TestOrganization } from "../../support/builders";
import { ORIGIN, send } from "../../support/http/client";
import { sql } from "../../support/platform/database";
import {
  claimAddress,
  createPersonClient,
  createEarner,
  createPasswordLink,
} from "../../support/accounts/earners";
import { createSessionCookie } from "../../support/accounts/members";
import { signIn, signOut } from "../../support/accounts/next-auth";
import { until } from "../../support/until";

const PASSWORD = "correct horse battery";
const SAFARI =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15";
const ADDRESS = "203.0.113.40";
const BROWSER = { "x-client-address": ADDRESS, "user-agent": SAFARI };

let stored: string;
let organization: TestOrganization;

beforeAll(async () => {
  stored = await hashPassword(PASSWORD);
  organization = await createTestOrganization();
});

/** A member of the organization with a password. */
async function createOwner() {
  const earner = await createEarner();
  await sql("UPDATE users SET password_hash = $2 WHERE id = $1", [earner.id, stored]);
  await insertMembership(organization.id, earner.id, "viewer");
  return { ...earner, right: { email: earner.email, password: PASSWORD } };
}

const listKinds = async (id: string) => (await listActivity(id)).map(({ kind }) => kind).toReversed();

/** Waits for entries that are recorded in the background. */
const waitForFailures = (id: string, count: number) =>
  until("the wrong passwords", async () => {
    const rows = (await listActivity(id)).filter(({ kind }) => kind === "wrong_password");
    return rows.reduce((sum, row) => sum + row.count, 0) === count ? rows : null;
  });

const listEntries = async (id: string) =>
  (await organization.client.get(`/audit_entries?filter=subject_id::${id}&sort=occurred_at`)).data as {
    action: string;
    actor: { type: string; id: string };
    address: string;
    browser: string;
  }[];

describe("sign-in activity of an account", () => {
  it("is recorded for its owner and in the organization's log, with IP address and browser", async () => {
    const { id, right } = await createOwner();
    const browser = { address: ADDRESS, userAgent: SAFARI };
    await signIn({ ...right, password: "a guess" }, browser);
    await waitForFailures(id, 1);
    expect((await signIn(right, browser)).error).toBeNull();
    const clientWithSession = async (version: number) =>
      createPersonClient({
        headers: { ...BROWSER, cookie: await createSessionCookie(id, version), origin: ORIGIN },
      });
    const changed = await (
      await clientWithSession(1)
    ).put("/password", { current_password: PASSWORD, password: `${PASSWORD} staple` });
    expect(changed.status).toBe(200);
    await signOut(await createSessionCookie(id, 2));
    expect((await (await clientWithSession(2)).delete("/sessions")).status).toBe(204);
    const link = await createPasswordLink({ id });
    const body = { token: link.token, password: PASSWORD };
    const reset = await send("PUT", `/v1/password_resets/${link.id}`, { headers: BROWSER, body });
    expect(reset.status).toBe(200);
    const kinds = [
      "wrong_password",
      "sign_in",
      "password_changed",
      "sign_out",
      "sign_out_everywhere",
      "password_reset",
    ];
    expect(await listKinds(id)).toEqual(kinds);
    const entries = await listEntries(id);
    expect(entries.map(({ action }) => action)).toEqual(kinds.map((kind) => `account.${kind}`));
    for (const { action, actor, address, browser: seen } of entries) {
      if (action === "account.sign_out") continue;
      expect([address, seen]).toEqual([ADDRESS, "Safari 18, macOS"]);
      expect(actor.type).toBe(action === "account.wrong_password" ? "System" : "User");
    }
  });

  it("counts repetitions within an hour in one row, and a lockout once", async () => {
    const { id, right } = await createOwner();
    const attacker = { address: "203.0.113.41", userAgent: "curl/8.5.0" };
    for (let index = 0; index < 30; index += 1) await signIn({ ...right, password: "a guess" }, attacker);
    const [row, ...others] = await waitForFailures(id, 10);
    // Two rows when the hour ended meanwhile.
    expect(others.length).toBeLessThan(2);
    expect(row).toMatchObject({ address: "203.0.113.41", browser: "curl/8.5.0" });
    await until("the lock-out", async () => ((await listKinds(id)).includes("locked_out") ? true : null));
    const [locked] = await sql(
      "SELECT sum(count)::int AS count FROM account_activities WHERE user_id = $1 AND kind = 'locked_out'",
      [id],
    );
    expect(locked).toEqual({ count: 1 });
    expect((await listEntries(id)).length).toBeLessThanOrEqual(4);
  });

  it("writes a bounded number of entries, however many addresses guess; the owner's own entries stay", async () => {
    vi.spyOn(clock, "wait").mockResolvedValue();
    const { id, right } = await createOwner();
    await signIn(right, { address: ADDRESS, userAgent: SAFARI });
    await sql(
      `INSERT INTO account_activities (id, user_id, kind, address, browser, window_start, occurred_at)
       SELECT gen_random_uuid(), $1, 'wrong_password', '10.0.0.' || n, '', now(), now()
       FROM generate_series(1, 150) AS n`,
      [id],
    );
    for (let index = 0; index < 5; index += 1)
      await signIn({ ...right, password: "a guess" }, { address: `203.0.113.${50 + index}` });
    const rows = await until("the guesses", async () => {
      const found = await sql(
        "SELECT kind, address, count FROM account_activities WHERE user_id = $1 ORDER BY occurred_at DESC",
        [id],
      );
      const merged = found.filter(({ address }) => address === "");
      return merged.reduce((sum, { count }) => sum + Number(count), 0) === 5 ? found : null;
    });
    expect(rows.filter(({ kind }) => kind === "wrong_password")).toHaveLength(100);
    expect(rows.filter(({ kind }) => kind === "sign_in")).toHaveLength(1);
    const failed = (await listEntries(id)).filter(({ action }) => action === "account.wrong_password");
    expect(failed.length).toBeLessThanOrEqual(2);
    vi.restoreAllMocks();
  });

  it("records nothing for unknown accounts, moves with a merge, and is deleted with the account", async () => {
    const before = await sql("SELECT count(*)::int AS count FROM account_activities");
    await signIn({ email: `nobody-${nextSerial()}@example.org`, password: "x" }, { address: ADDRESS });
    expect(await sql("SELECT count(*)::int AS count FROM account_activities")).toEqual(before);
    const [survivor, source] = [await createEarner(), await createOwner()];
    await signIn(source.right, { address: ADDRESS });
    const { id, token } = await claimAddress(survivor, source.email);
    expect((await survivor.client.post("/merge", { email_id: id, token })).status).toBe(200);
    expect(await listKinds(survivor.id)).toEqual(["sign_in"]);
    await sql("DELETE FROM memberships WHERE user_id = $1", [survivor.id]);
    expect((await survivor.client.delete("", {})).status).toBe(204);
    expect(await listActivity(survivor.id)).toEqual([]);
  });
});
