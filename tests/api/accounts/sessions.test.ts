import { decode } from "next-auth/jwt";
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { authOptions } from "@/lib/accounts/sessions/options";
import { SESSION_SECONDS, encodeSession, sessionCookieName } from "@/lib/accounts/sessions/session";
import { readRequestContext } from "@/lib/http/endpoints/incoming";
import { clock } from "@/lib/kernel/clock";
import { buildHostCookie } from "@/lib/kernel/cookies";
import { env } from "@/lib/kernel/env";
import { newId } from "@/lib/kernel/ids";
import { withRequestContext } from "@/lib/kernel/request-context";
import { readKnownDevice } from "@/lib/identity/users/devices";
import { hashPassword } from "@/lib/identity/users/passwords";
import { deletePastSessions } from "@/lib/identity/users/sessions";
import { nextSerial } from "../../support/builders";
import { ORIGIN } from "../../support/http/client";
import { countQueries, sql } from "../../support/platform/database";
import { createPersonClient, createEarner } from "../../support/accounts/earners";
import { createSessionCookie } from "../../support/accounts/members";
import { refreshSession, signIn, signOut } from "../../support/accounts/next-auth";

const readStatus = async (cookie: string): Promise<number> =>
  (await createPersonClient({ headers: { cookie } }).get("")).status;

describe("signing out", () => {
  it("ends that session, its copies and refreshed cookies, and no other session", async () => {
    const { id, cookie } = await createEarner();
    const [copy, elsewhere] = [await refreshSession(cookie), await createSessionCookie(id)];
    expect(await Promise.all([cookie, copy, elsewhere].map(readStatus))).toEqual([200, 200, 200]);
    await signOut(cookie);
    await signOut(copy);
    expect(await Promise.all([cookie, copy, elsewhere].map(readStatus))).toEqual([401, 401, 200]);
    expect(await readStatus(await refreshSession(copy))).toBe(401);
  });

  it("is remembered as long as the cookie could last, and then deleted", async () => {
    const { id, cookie } = await createEarner();
    await signOut(cookie);
    const listEndedSessions = () => sql("SELECT expires_at FROM ended_sessions WHERE user_id = $1", [id]);
    await deletePastSessions();
    expect(await listEndedSessions()).toHaveLength(1);
    await sql("UPDATE ended_sessions SET expires_at = now() - interval '1 second' WHERE user_id = $1", [id]);
    expect(await deletePastSessions()).toBeGreaterThan(0);
    expect(await listEndedSessions()).toEqual([]);
  });

  it("adds no statement to a person's other requests", async () => {
    const { client } = await createEarner();
    // The session with its person, and the requested resource.
    expect(await countQueries(() => client.get(""))).toBe(2);
  });
});

describe("the lifetime of a session", () => {
  it("is eight hours from sign-in, however often it is refreshed", async () => {
    const { id } = await createEarner();
    const sessionStart = (secondsLeft: number) =>
      new Date(Date.now() - (SESSION_SECONDS - secondsLeft) * 1000);
    const late = await createSessionCookie(id, 1, sessionStart(120));
    expect(await readStatus(late)).toBe(200);
    const again = await refreshSession(await refreshSession(late));
    expect(await readStatus(again)).toBe(200);
    // A token is accepted for 15 seconds longer, because clocks differ.
    expect(await readStatus(await createSessionCookie(id, 1, sessionStart(-16)))).toBe(401);
    const token = again.split("=").slice(1).join("=");
    const claims = await decode({ token, secret: env().SESSION_SECRET });
    expect(Math.abs(Number(claims?.exp) - (Date.now() / 1000 + 120))).toBeLessThan(60);
  });

  it("401: a cookie without the start or the id of its session", async () => {
    const { id } = await createEarner();
    const at = Math.floor(Date.now() / 1000);
    for (const claims of [
      { sub: id, version: 1, at },
      { sub: id, version: 1, sid: "x", at },
      { sub: id, version: 1, sid: newId() },
    ]) {
      expect(await readStatus(`${sessionCookieName()}=${await encodeSession(claims)}`)).toBe(401);
    }
  });
});

describe("the session cookie", () => {
  it("belongs to this host, requires https, and is unavailable to scripts and forms of other sites", () => {
    const { APP_URL } = env();
    env().APP_URL = "https://badges.example.org";
    onTestFinished(() => {
      env().APP_URL = APP_URL;
    });
    const name = "__Host-badges.session";
    expect(sessionCookieName()).toBe(name);
    expect(authOptions().cookies?.sessionToken).toEqual({
      name,
      options: { httpOnly: true, sameSite: "lax", path: "/", secure: true },
    });
    expect(buildHostCookie("badges.session", "x", 60)).toBe(
      `${name}=x; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax`,
    );
  });
});

describe("wrong passwords from other devices", () => {
  const PASSWORD = "correct horse battery";
  let stored: string;

  beforeAll(async () => {
    stored = await hashPassword(PASSWORD);
  });
  beforeEach(() => {
    vi.spyOn(clock, "wait").mockResolvedValue();
    // The windows of the limits are frozen, however long the attempts take.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  const at = (index: number) => `2001:db8:${nextSerial().toString(16)}:${index.toString(16)}::1`;

  /** A person with a password, who signed in from the browser that has `devices`. */
  async function createOwner() {
    const { id, email } = await createEarner();
    await sql("UPDATE users SET password_hash = $2 WHERE id = $1", [id, stored]);
    const right = { email, password: PASSWORD };
    const { error, devices } = await signIn(right, { address: at(0) });
    expect(error).toBeNull();
    return { id, email, right, devices };
  }

  /** A hundred attempts from twenty addresses. Returns their results. */
  async function attackAccount(email: string): Promise<Set<string | null>> {
    const addresses = Array.from({ length: 20 }, (_, index) => at(index));
    const errors: (string | null)[] = [];
    for (let round = 0; round < 5; round += 1)
      for (const address of addresses)
        errors.push((await signIn({ email, password: "a guess" }, { address })).error);
    expect(errors.filter((error) => error === "CredentialsSignin").length).toBeLessThanOrEqual(20);
    return new Set(errors);
  }

  it("do not lock out a known device; the attacker stays limited, and a new device of the owner does not", async () => {
    const { email, right, devices } = await createOwner();
    expect(await attackAccount(email)).toEqual(new Set(["CredentialsSignin", "too_many_attempts"]));
    expect((await signIn(right, { address: at(500), devices })).error).toBeNull();
    const attacker = await signIn(right, { address: at(501) });
    expect([attacker.error, attacker.retryAfter <= 60]).toEqual(["too_many_attempts", true]);
    // The count of all addresses together restarts each minute.
    vi.setSystemTime(Date.now() + 61_000);
    expect((await signIn(right, { address: at(502) })).error).toBeNull();
  });

  it("leave the account's own pages available to a known device", async () => {
    const { id, email, devices } = await createOwner();
    await attackAccount(email);
    const cookie = await createSessionCookie(id);
    const known = createPersonClient({ headers: { cookie: `${cookie}; ${devices}`, origin: ORIGIN } });
    const body = { current_password: PASSWORD, password: `${PASSWORD} staple` };
    expect((await known.put("/password", body, { "x-client-address": at(600) })).status).toBe(200);
  });

  it("on a known device have their own limit of ten, after which it counts as unknown", async () => {
    const { email, right, devices } = await createOwner();
    const address = at(1);
    for (let index = 0; index < 20; index += 1)
      expect((await signIn({ email, password: "a slip" }, { address, devices })).error).toBe(
        "CredentialsSignin",
      );
    expect((await signIn(right, { address, devices })).error).toBe("too_many_attempts");
    const other = await signIn(right, { address: at(2) });
    expect(other.error).toBeNull();
    expect((await signIn(right, { address, devices: other.devices })).error).toBeNull();
  });

  it("meet an unknown device after a password change, signing out everywhere, or for another account", async () => {
    const owner = await createOwner();
    const readContext = (devices: string) =>
      readRequestContext(new Request(ORIGIN, { headers: { cookie: `x=1; ${devices}` } }));
    const isKnown = async (devices: string, id: string, sessionVersion: number) => {
      const read = () => Promise.resolve(readKnownDevice({ id, sessionVersion }));
      return (await withRequestContext(readContext(devices), read)) !== null;
    };
    expect(await isKnown(owner.devices, owner.id, 1)).toBe(true);
    expect(await isKnown(owner.devices, owner.id, 2)).toBe(false);
    const other = await createOwner();
    expect(await isKnown(owner.devices, other.id, 1)).toBe(false);
    expect(await isKnown(owner.devices.replace(owner.id, other.id), other.id, 1)).toBe(false);
    expect(await isKnown(`${owner.devices}x`, owner.id, 1)).toBe(false);
    // A browser shared by several people is known for each of them.
    const shared = await signIn(other.right, { address: at(3), devices: owner.devices });
    expect([await isKnown(shared.devices, owner.id, 1), await isKnown(shared.devices, other.id, 1)]).toEqual([
      true,
      true,
    ]);
    await createPersonClient({
      headers: { cookie: await createSessionCookie(owner.id), origin: ORIGIN },
    }).delete("/sessions");
    await attackAccount(owner.email);
    expect((await signIn(owner.right, { address: at(4), devices: owner.devices })).error).toBe(
      "too_many_attempts",
    );
  });
});
