import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { readRequestContext } from "@/lib/http/endpoints/incoming";
import { clock } from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";
import type { ApiError } from "@/lib/kernel/errors";
import { log } from "@/lib/kernel/log";
import { consumePoint } from "@/lib/platform/limits/rate-limit";
import { withRequestContext } from "@/lib/kernel/request-context";
import { createTestOrganization, nextSerial, type TestOrganization } from "../../support/builders";
import { basicHeaders, ORIGIN, send, type TestResponse } from "../../support/http/client";
import { signInByPassword } from "@/lib/accounts/sessions/password-sign-in";
import * as passwords from "@/lib/identity/users/passwords";
import { digestTables, countQueries } from "../../support/platform/database";
import { createMember } from "../../support/accounts/members";
import { dispatch } from "../../support/http/routes";

const WRONG = basicHeaders("bat_00000000000000000000000000000000000000");
const MINUTE = 60_000;

let organization: TestOrganization;
let now: number;

beforeAll(async () => {
  organization = await createTestOrganization();
});
// rate-limiter-flexible counts by Date, so each test uses a minute that no other test uses.
beforeEach(() => {
  now = Date.now() + nextSerial() * 10 * MINUTE;
  vi.useFakeTimers({ toFake: ["Date"], now });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  env().RATE_LIMIT = null;
});

const advance = (ms: number) => {
  now += ms;
  vi.setSystemTime(now);
};
const setLimit = (points: number | null) => {
  env().RATE_LIMIT = points;
};
const organizationPath = () => `/v1/organizations/${organization.id}`;
const collectStatuses = async (count: number, work: () => Promise<TestResponse>) => {
  const responses: TestResponse[] = [];
  for (let index = 0; index < count; index += 1) responses.push(await work());
  return responses.map(({ status }) => status);
};
const createTokenHeaders = async () => {
  const body = { read_enabled: true, write_enabled: true, delete_enabled: true };
  return basicHeaders((await organization.client.post("/authorization_tokens", body)).data.token as string);
};

describe("requests per credential", () => {
  it("report how many are left; one too many gets a 429 with Retry-After and has no effect", async () => {
    const headers = await createTokenHeaders();
    setLimit(3);
    const first = await send("GET", organizationPath(), { headers });
    expect(first.status).toBe(200);
    expect(first.headers.get("ratelimit-policy")).toBe('"requests";q=3;w=60');
    expect(first.headers.get("ratelimit")).toBe('"requests";r=2;t=60');
    advance(20_000);
    const missing = await send("GET", `${organizationPath()}/badges/0190a5b4-0000-7000-8000-000000000000`, {
      headers,
    });
    expect([missing.status, missing.headers.get("ratelimit")]).toEqual([404, '"requests";r=1;t=40']);
    await send("GET", organizationPath(), { headers });
    const before = await digestTables();
    const refused = await send("PUT", organizationPath(), { headers, body: { bio: "Once too often." } });
    expect(refused.status).toBe(429);
    expect(refused.data).toEqual({
      message: "Too many requests. Try again in 40 s.",
      code: "too_many_requests",
      errors: [],
    });
    expect(refused.headers.get("retry-after")).toBe("40");
    expect(refused.headers.get("ratelimit")).toBe('"requests";r=0;t=40');
    expect(refused.headers.get("x-request-id")).not.toBeNull();
    expect(await digestTables()).toEqual(before);
  });

  it("are counted from zero when the window ends, not earlier and not after further requests", async () => {
    const headers = await createTokenHeaders();
    const get = () => send("GET", organizationPath(), { headers });
    setLimit(2);
    expect(await collectStatuses(3, get)).toEqual([200, 200, 429]);
    advance(MINUTE - 1);
    expect(await collectStatuses(1, get)).toEqual([429]);
    advance(1);
    expect(await collectStatuses(3, get)).toEqual([200, 200, 429]);
  });

  it("are counted per token, or per person across all of their organizations", async () => {
    const [one, other] = [await createTokenHeaders(), await createTokenHeaders()];
    const member = await createMember(organization.id, "viewer");
    setLimit(1);
    const get = (headers: Record<string, string>) => () => send("GET", organizationPath(), { headers });
    expect(await collectStatuses(2, get(one))).toEqual([200, 429]);
    expect(await collectStatuses(2, get(other))).toEqual([200, 429]);
    expect(await collectStatuses(2, get(member.headers))).toEqual([200, 429]);
    expect((await send("GET", "/v1/organizations", { headers: member.headers })).status).toBe(429);
  });

  it("count whatever their status: 403, 404 and unknown paths", async () => {
    const headers = await createTokenHeaders();
    setLimit(3);
    const stranger = "/v1/organizations/0190a5b4-0000-7000-8000-000000000000";
    expect((await send("GET", stranger, { headers })).status).toBe(404);
    expect((await send("GET", `${organizationPath()}/nothing`, { headers })).status).toBe(404);
    expect((await send("GET", `${organizationPath()}/badges?filter=x::y`, { headers })).status).toBe(400);
    expect((await send("GET", stranger, { headers })).status).toBe(429);
    expect((await send("GET", `${organizationPath()}/nothing`, { headers })).status).toBe(429);
  });

  it("when concurrent, succeed exactly as often as allowed", async () => {
    const headers = await createTokenHeaders();
    setLimit(10);
    const responses = await Promise.all(
      Array.from({ length: 40 }, () => send("GET", organizationPath(), { headers })),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(30);
  });

  it("need no query for counting, and carry no headers when there is no limit", async () => {
    const headers = await createTokenHeaders();
    const get = () => send("GET", organizationPath(), { headers });
    const without = await countQueries(get);
    setLimit(100);
    expect(await countQueries(get)).toBe(without);
    setLimit(null);
    expect((await get()).headers.get("ratelimit")).toBeNull();
  });

  it("are served when the counter is unavailable", async () => {
    const warned = vi.spyOn(log, "warn").mockImplementation(() => undefined);
    const { RateLimiterMemory } = await import("rate-limiter-flexible");
    vi.spyOn(RateLimiterMemory.prototype, "consume").mockRejectedValue(new Error("no answer from master"));
    const headers = await createTokenHeaders();
    setLimit(1);
    expect(await collectStatuses(3, () => send("GET", organizationPath(), { headers }))).toEqual([
      200, 200, 200,
    ]);
    expect(warned).toHaveBeenCalled();
  });
});

describe("requests of wallets per IP address", () => {
  it("get 300 responses a minute and then 429, in the format of the endpoint and for pages of any origin", async () => {
    setLimit(600);
    const requestFrom = (address: string) => () =>
      dispatch(
        new Request(`${ORIGIN}/v1/wallet_issuance/nonce`, {
          method: "POST",
          headers: { "x-client-address": address },
        }),
      );
    const statuses: number[] = [];
    for (let count = 0; count < 300; count += 1) statuses.push((await requestFrom("198.51.100.9")()).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const refused = await requestFrom("198.51.100.9")();
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"]);
    expect(refused.headers.get("access-control-allow-origin")).toBe("*");
    expect(await refused.json()).toMatchObject({ error: "temporarily_unavailable" });
    expect((await requestFrom("198.51.100.10")()).status).toBe(200);
  });
});

describe("wrong credentials per IP address", () => {
  const requestFrom = (address: string) => (headers: Record<string, string>) => () =>
    send("GET", organizationPath(), { headers: { ...headers, "x-client-address": address } });

  it("get 401 sixty times a minute and then 429; valid credentials and other addresses are not affected", async () => {
    setLimit(600);
    const requestFromOwnAddress = requestFrom("198.51.100.7");
    expect(new Set(await collectStatuses(60, requestFromOwnAddress(WRONG)))).toEqual(new Set([401]));
    const refused = await requestFromOwnAddress(WRONG)();
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("60");
    expect(refused.headers.get("ratelimit-policy")).toBe('"failures";q=60;w=60');
    expect(await collectStatuses(1, requestFromOwnAddress({ authorization: "Bearer boa_wrong" }))).toEqual([
      429,
    ]);
    expect(
      await collectStatuses(2, requestFromOwnAddress(basicHeaders(organization.authorization_token))),
    ).toEqual([200, 200]);
    expect(await collectStatuses(1, requestFrom("198.51.100.8")(WRONG))).toEqual([401]);
    advance(MINUTE);
    expect(await collectStatuses(1, requestFromOwnAddress(WRONG))).toEqual([401]);
  });

  it("are counted per /64 network for IPv6", async () => {
    setLimit(600);
    const counted = Array.from({ length: 61 }, (_item, index) =>
      requestFrom(`2001:db8:1:2::${index + 1}`)(WRONG),
    );
    const responses: number[] = [];
    for (const ask of counted) responses.push((await ask()).status);
    expect(responses.filter((status) => status === 429)).toHaveLength(1);
    expect(await collectStatuses(1, requestFrom("2001:db8:1:3::1")(WRONG))).toEqual([401]);
  });

  it("do not include requests without any credential", async () => {
    setLimit(600);
    expect(new Set(await collectStatuses(70, requestFrom("198.51.100.9")({})))).toEqual(new Set([401]));
  });

  it("have no limit when RATE_LIMIT is off", async () => {
    expect(new Set(await collectStatuses(70, requestFrom("198.51.100.10")(WRONG)))).toEqual(new Set([401]));
  });
});

describe("requests for access tokens", () => {
  it("are limited to sixty a minute per IP address, then a 429 in the OAuth error format; Bearer ones count like tokens", async () => {
    setLimit(2);
    const { client_id, client_secret } = organization;
    const ask = (secret: string) =>
      dispatch(
        new Request(`${ORIGIN}/oauth/token`, {
          method: "POST",
          headers: { "x-client-address": "198.51.100.77", "content-type": "application/json" },
          body: JSON.stringify({
            grant_type: "client_credentials",
            scope: "memberships",
            client_id,
            client_secret: secret,
          }),
        }),
      );
    const granted = await ask(client_secret);
    expect(granted.status).toBe(200);
    const { access_token } = (await granted.json()) as { access_token: string };
    for (let count = 1; count < 60; count += 1) expect((await ask("wrong")).status).toBe(401);
    const refused = await ask(client_secret);
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("60");
    expect(await refused.json()).toMatchObject({ error: "temporarily_unavailable" });
    const headers = { authorization: `Bearer ${access_token}` };
    expect(await collectStatuses(3, () => send("GET", organizationPath(), { headers }))).toEqual([
      200, 200, 429,
    ]);
  });
});

describe("sign-ins", () => {
  /** Tries a password from an IP address. The lookup is real, but hashing is skipped. */
  const trySignIn = (email: string, address: string, isRight = false) => {
    vi.spyOn(passwords, "isPassword").mockResolvedValue(isRight);
    const request = new Request(ORIGIN, { headers: { "x-client-address": address } });
    return withRequestContext(readRequestContext(request), () => signInByPassword(email, "x")).then(
      (person) => (person ? "let in" : "wrong"),
      (error: ApiError) => `${error.status} after ${error.headers["Retry-After"]}`,
    );
  };
  const newUnknownEmail = () => `account-${nextSerial()}@example.org`;

  it("allow an account ten wrong passwords per IP address in 15 minutes, with RATE_LIMIT off too", async () => {
    const email = newUnknownEmail();
    for (let index = 0; index < 10; index += 1) expect(await trySignIn(email, "203.0.113.1")).toBe("wrong");
    expect(await trySignIn(email, "203.0.113.1")).toBe("429 after 900");
    advance(15 * MINUTE - 1);
    expect(await trySignIn(email, "203.0.113.1")).toBe("429 after 1");
    advance(1);
    expect(await trySignIn(email, "203.0.113.1")).toBe("wrong");
  });

  it("after ten failures from all addresses, allow three per address and ten a minute, each with a longer delay", async () => {
    const waited = vi.spyOn(clock, "wait").mockResolvedValue();
    const email = newUnknownEmail();
    for (let index = 0; index < 10; index += 1)
      expect(await trySignIn(email, `203.0.113.${index}`)).toBe("wrong");
    expect(waited).not.toHaveBeenCalled();
    for (let index = 0; index < 3; index += 1) expect(await trySignIn(email, "203.0.113.50")).toBe("wrong");
    expect(await trySignIn(email, "203.0.113.50")).toBe("429 after 900");
    for (let index = 0; index < 7; index += 1)
      expect(await trySignIn(email, `203.0.113.${60 + index}`)).toBe("wrong");
    expect(waited.mock.calls.map(([ms]) => ms).slice(0, 5)).toEqual([500, 1_000, 2_000, 4_000, 4_000]);
    expect(await trySignIn(email, "203.0.113.70")).toBe("429 after 60");
    advance(MINUTE);
    expect(await trySignIn(email, "203.0.113.71")).toBe("wrong");
  });

  it("allow an IP address sixty failures a minute, wrong tokens included; the right password does not count", async () => {
    setLimit(600);
    const address = "203.0.113.200";
    const headers = { ...WRONG, "x-client-address": address };
    await collectStatuses(30, () => send("GET", organizationPath(), { headers }));
    for (let index = 0; index < 30; index += 1) {
      expect(await trySignIn(organization.admin_email, address, true)).toBe("let in");
    }
    for (let index = 0; index < 30; index += 1)
      expect(await trySignIn(newUnknownEmail(), address)).toBe("wrong");
    expect(await trySignIn(newUnknownEmail(), address)).toBe("429 after 60");
    expect(await trySignIn(newUnknownEmail(), "203.0.113.201")).toBe("wrong");
  });
});

describe("a counter", () => {
  it("is separate for each policy and key", async () => {
    const [one, two] = [
      { name: "one", points: 1, seconds: 60 },
      { name: "two", points: 1, seconds: 60 },
    ];
    expect((await consumePoint(one, "a")).isAllowed).toBe(true);
    expect(await consumePoint(one, "a")).toEqual({ isAllowed: false, remaining: 0, resetSeconds: 60 });
    expect((await consumePoint(one, "b")).isAllowed).toBe(true);
    expect((await consumePoint(two, "a")).isAllowed).toBe(true);
  });
});
