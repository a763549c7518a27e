import { decode } from "next-auth/jwt";
import { describe, expect, it } from "vitest";
import { SESSION_SECONDS, sealSession, sessionCookieName } from "@/lib/auth/session";
import { env } from "@/lib/kernel/env";
import { newId } from "@/lib/kernel/ids";
import { forgetEndedSessions } from "@/lib/users/service";
import { countQueries, sql } from "../support/database";
import { clientOfPerson, makeEarner } from "../support/earners";
import { sessionCookie } from "../support/members";
import { refreshed, signOut } from "../support/next-auth";

const statusWith = async (cookie: string): Promise<number> =>
  (await clientOfPerson({ headers: { cookie } }).get("")).status;

describe("signing out", () => {
  it("ends that very session, its copies and what it was refreshed to, and no other", async () => {
    const { id, cookie } = await makeEarner();
    const [copy, elsewhere] = [await refreshed(cookie), await sessionCookie(id)];
    expect(await Promise.all([cookie, copy, elsewhere].map(statusWith))).toEqual([200, 200, 200]);
    await signOut(cookie);
    await signOut(copy);
    expect(await Promise.all([cookie, copy, elsewhere].map(statusWith))).toEqual([401, 401, 200]);
    expect(await statusWith(await refreshed(copy))).toBe(401);
  });

  it("is remembered as long as the cookie could last, and then forgotten", async () => {
    const { id, cookie } = await makeEarner();
    await signOut(cookie);
    const kept = () => sql("SELECT expires_at FROM ended_sessions WHERE user_id = $1", [id]);
    await forgetEndedSessions();
    expect(await kept()).toHaveLength(1);
    await sql("UPDATE ended_sessions SET expires_at = now() - interval '1 second' WHERE user_id = $1", [id]);
    expect(await forgetEndedSessions()).toBeGreaterThan(0);
    expect(await kept()).toEqual([]);
  });

  it("costs the other requests of a person no statement", async () => {
    const { client } = await makeEarner();
    // The session with its person, and what is asked for.
    expect(await countQueries(() => client.get(""))).toBe(2);
  });
});

describe("the time of a session", () => {
  it("is eight hours from the sign-in, however often it is refreshed", async () => {
    const { id } = await makeEarner();
    const began = (secondsLeft: number) => new Date(Date.now() - (SESSION_SECONDS - secondsLeft) * 1000);
    const late = await sessionCookie(id, 1, began(120));
    expect(await statusWith(late)).toBe(200);
    const again = await refreshed(await refreshed(late));
    expect(await statusWith(again)).toBe(200);
    // A token is read for 15 seconds longer, because clocks differ.
    expect(await statusWith(await sessionCookie(id, 1, began(-16)))).toBe(401);
    const token = again.split("=").slice(1).join("=");
    const claims = await decode({ token, secret: env().SESSION_SECRET });
    expect(Math.abs(Number(claims?.exp) - (Date.now() / 1000 + 120))).toBeLessThan(60);
  });

  it("401: a cookie that does not tell when its session began, or which one it is", async () => {
    const { id } = await makeEarner();
    const at = Math.floor(Date.now() / 1000);
    for (const claims of [
      { sub: id, version: 1, at },
      { sub: id, version: 1, sid: "x", at },
      { sub: id, version: 1, sid: newId() },
    ]) {
      expect(await statusWith(`${sessionCookieName()}=${await sealSession(claims)}`)).toBe(401);
    }
  });
});
