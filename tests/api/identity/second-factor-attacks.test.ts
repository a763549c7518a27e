import { describe, expect, it } from "vitest";
import { ORIGIN, send } from "../../support/http/client";
import { createPersonClient } from "../../support/accounts/earners";
import { createSessionCookie } from "../../support/accounts/members";
import { attemptSignIn } from "../../support/accounts/next-auth";
import { appCode } from "../../support/identity/app-codes";
import {
  addApp,
  addPasskey,
  createPasskeyOwner,
  createProtectedEarner,
  PASSWORD,
} from "../../support/identity/second-factors";
import { createAuthenticator } from "../../support/identity/authenticator";
import { isWaiting, openConnection } from "../../support/platform/database";
import { until } from "../../support/until";

/** Another browser in which the person has signed in just now, without a second factor. */
const openOtherBrowser = async ({ id }: { id: string }) =>
  createPersonClient({ headers: { cookie: await createSessionCookie(id), origin: ORIGIN } });

describe("somebody who knows the password", () => {
  it("429 after ten wrong codes, however often the right password is sent in between", async () => {
    const earner = await createProtectedEarner();
    const { secret } = await addApp(earner.client);
    const errors: (string | null)[] = [];
    for (let round = 0; round < 4; round += 1) {
      const { cookie } = await attemptSignIn("credentials", { email: earner.email, password: PASSWORD });
      for (let guess = 0; guess < 4; guess += 1)
        errors.push((await attemptSignIn("second-factor", { code: `00000${guess}` }, { cookie })).error);
    }
    expect(errors.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => "wrong_factor"));
    expect(errors.slice(10)).toEqual(Array.from({ length: 6 }, () => "too_many_attempts"));
    const { cookie } = await attemptSignIn("credentials", { email: earner.email, password: PASSWORD });
    const right = await attemptSignIn("second-factor", { code: await appCode(secret) }, { cookie });
    expect(right.error).toBe("too_many_attempts");
  });

  it("cannot undo the first second factor from a session of before", async () => {
    const earner = await createProtectedEarner();
    const thief = await openOtherBrowser(earner);
    expect((await thief.get("/data")).status).toBe(200);
    await addApp(earner.client);
    for (const answer of [
      await thief.post("/recovery_codes", {}),
      await thief.post("/passkeys/options", {}),
      await thief.delete("/authenticator_app"),
      await thief.put("/password", { current_password: PASSWORD, password: "an entirely other sentence 77" }),
    ])
      expect([answer.status, answer.data.code]).toEqual([403, "proof_required"]);
  });

  it("gets no proof by the password when the first second factor is added meanwhile", async () => {
    const earner = await createProtectedEarner();
    const thief = await openOtherBrowser(earner);
    const owner = await openConnection();
    try {
      await owner.query("BEGIN");
      await owner.query("SELECT FROM users WHERE id = $1 FOR UPDATE", [earner.id]);
      const proof = thief.post("/proof", { password: PASSWORD });
      await until("the proof waits for the account", () => isWaiting());
      await owner.query(
        "INSERT INTO authenticator_apps (user_id, secret, created_at, confirmed_at) VALUES ($1, '\\x00', now(), now())",
        [earner.id],
      );
      await owner.query("UPDATE sessions SET proved_at = 'epoch' WHERE user_id = $1", [earner.id]);
      await owner.query("COMMIT");
      const { status, data } = await proof;
      expect([status, data.code]).toEqual([409, "second_factor_added"]);
      const removal = await thief.delete("/authenticator_app");
      expect([removal.status, removal.data.code]).toEqual([403, "proof_required"]);
    } finally {
      await owner.end();
    }
  });
});

describe("a passkey that was stolen", () => {
  it("leaves no session behind when it is removed", async () => {
    const { person, client, passkeyId, authenticator } = await createPasskeyOwner();
    await addPasskey(client, createAuthenticator(), "Other");
    const options = await send("POST", "/v1/sign_in/passkey_options", { body: { second_step: false } });
    const passkey = JSON.stringify(authenticator.answer(options.data));
    const { cookie, error } = await attemptSignIn("passkey", { passkey });
    expect(error).toBeNull();
    const thief = createPersonClient({ headers: { ...person.headers, cookie } });
    expect((await thief.get("")).status).toBe(200);
    expect((await client.delete(`/passkeys/${passkeyId}`)).status).toBe(204);
    expect((await thief.get("")).status).toBe(401);
    expect((await client.get("")).status).toBe(200);
  });

  it("is refused with a counter that was used, also at the same time", async () => {
    const { authenticator } = await createPasskeyOwner();
    const sign = async () => {
      const options = await send("POST", "/v1/sign_in/passkey_options", { body: { second_step: false } });
      return JSON.stringify(authenticator.answer(options.data, { counter: 7 }));
    };
    const answers = [await sign(), await sign()];
    const results = await Promise.all(answers.map((passkey) => attemptSignIn("passkey", { passkey })));
    expect(results.map(({ error }) => error ?? "signed in").toSorted()).toEqual([
      "signed in",
      "wrong_factor",
    ]);
  });
});

describe("two requests with one recovery code", () => {
  it("sign in once", async () => {
    const earner = await createProtectedEarner();
    const { codes } = await addApp(earner.client);
    const { cookie } = await attemptSignIn("credentials", { email: earner.email, password: PASSWORD });
    const tries = await Promise.all(
      [1, 2, 3].map(() => attemptSignIn("second-factor", { code: codes[0] ?? "" }, { cookie })),
    );
    expect(tries.filter(({ error }) => error === null)).toHaveLength(1);
  });
});
