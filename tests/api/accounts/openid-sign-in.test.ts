import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { env } from "@/lib/kernel/env";
import { createTestOrganization } from "../../support/builders";
import { send } from "../../support/http/client";
import { appCode } from "../../support/identity/app-codes";
import { createEarner, createPersonClient } from "../../support/accounts/earners";
import { createPerson } from "../../support/accounts/members";
import { attemptSignIn, signInByOpenId } from "../../support/accounts/next-auth";
import { CLIENT_ID, startOpenIdProvider, type OpenIdProvider } from "../../support/accounts/openid-provider";
import { addApp } from "../../support/identity/second-factors";
import { insertMembership } from "@/lib/organizations/profile/queries";
import { sql } from "../../support/platform/database";

let provider: OpenIdProvider;

beforeAll(async () => {
  provider = await startOpenIdProvider();
  Object.assign(env(), { oidc: true, OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: CLIENT_ID });
});
afterAll(async () => {
  Object.assign(env(), { oidc: false, OIDC_ISSUER: undefined, OIDC_CLIENT_ID: undefined });
  await provider.stop();
});

const client = (cookie: string) => createPersonClient({ headers: { cookie } });
const seconds = (minutesAgo: number): number => Math.floor(Date.now() / 1000) - minutesAgo * 60;

describe("a sign-in through the provider", () => {
  it("opens the account of a verified address, and no other", async () => {
    const { email } = await createPerson();
    const { error, cookie } = await signInByOpenId(provider, { email });
    expect(error).toBeNull();
    expect((await client(cookie).get("")).data.email).toBe(email);
    for (const claims of [
      { email, email_verified: false },
      { email: `nobody-${email}` },
      { email: `jo${email}` },
      {},
    ])
      expect(await signInByOpenId(provider, claims), JSON.stringify(claims)).toMatchObject({
        error: "AccessDenied",
        cookie: "",
      });
  });

  it("is refused with a token that was made for another sign-in or another client", async () => {
    const { email } = await createPerson();
    for (const claims of [{ nonce: "another" }, { aud: "another" }, { iss: "https://id.example.org" }])
      expect((await signInByOpenId(provider, { email, ...claims })).error, JSON.stringify(claims)).toBe(
        "OAuthCallback",
      );
  });
});

describe("the proof of identity of such a session", () => {
  // GET /me/data requires a proof within ten minutes.
  const readData = async (authTime?: unknown) => {
    const { email } = await createEarner();
    const { cookie } = await signInByOpenId(provider, { email, auth_time: authTime });
    const answer = await client(cookie).get("/data");
    return answer.status === 403 ? answer.data.code : answer.status;
  };

  it("is of the time at which the provider asked for it", async () => {
    expect(await readData(seconds(0))).toBe(200);
    expect(await readData(seconds(11))).toBe("proof_required");
  });

  it("is missing when the provider does not say the time", async () => {
    expect(await readData()).toBe("proof_required");
    expect(await readData(String(seconds(0)))).toBe("proof_required");
  });

  it("does not last longer when the provider's clock is ahead", async () => {
    const { email } = await createEarner();
    const { cookie } = await signInByOpenId(provider, { email, auth_time: seconds(-60) });
    expect((await client(cookie).get("/data")).status).toBe(200);
    const [session] = await sql(
      "SELECT proved_at <= now() AS is_past FROM sessions JOIN user_emails USING (user_id) WHERE email = $1",
      [email],
    );
    expect(session?.is_past).toBe(true);
  });
});

describe("a second factor", () => {
  it("is asked for when the account has one, unless the provider has checked several", async () => {
    const earner = await createEarner();
    const { secret } = await addApp(earner.client);
    const first = await signInByOpenId(provider, { email: earner.email });
    expect(first.error).toBe("second_factor");
    expect((await client(first.cookie).get("")).status).toBe(401);
    const code = await appCode(secret);
    const second = await attemptSignIn("second-factor", { code }, { cookie: first.cookie });
    expect(second.error).toBeNull();
    expect((await client(second.cookie).get("")).data.email).toBe(earner.email);
    const several = await signInByOpenId(provider, { email: earner.email, amr: ["pwd", "mfa"] });
    expect(several.error).toBeNull();
    expect((await client(several.cookie).get("")).data.email).toBe(earner.email);
  });

  it("that an organization requires is proved by the provider's several factors only", async () => {
    const organization = await createTestOrganization();
    const member = await createPerson();
    await insertMembership(organization.id, member.id, "administrator");
    await sql("UPDATE organizations SET requires_second_factor = true WHERE id = $1", [organization.id]);
    const read = async (amr?: string[]) => {
      const { cookie } = await signInByOpenId(provider, { email: member.email, amr });
      const path = `/v1/organizations/${organization.id}/members`;
      return (await send("GET", path, { headers: { cookie } })).status;
    };
    expect(await read()).toBe(403);
    expect(await read(["otp"])).toBe(403);
    expect(await read(["mfa"])).toBe(200);
  });
});
