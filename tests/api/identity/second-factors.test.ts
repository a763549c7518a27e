import { describe, expect, it } from "vitest";
import { resetUserSecondFactor } from "@/lib/operations/installation/commands";
import { send, sortedStatuses } from "../../support/http/client";
import { createAuthenticator } from "../../support/identity/authenticator";
import { claimAddress, createEarner, createPersonClient, sendDueMails } from "../../support/accounts/earners";
import { createSessionCookie } from "../../support/accounts/members";
import { attemptSignIn } from "../../support/accounts/next-auth";
import { appCode, STEP_MS } from "../../support/identity/app-codes";
import {
  addApp,
  addPasskey,
  createPasskeyOwner,
  createProtectedEarner,
  PASSWORD,
} from "../../support/identity/second-factors";
import { dumpTables } from "../../support/platform/database";

const signInWithPassword = ({ email }: { email: string }) =>
  attemptSignIn("credentials", { email, password: PASSWORD });

const isSignedIn = async (cookie: string): Promise<boolean> =>
  (await createPersonClient({ headers: { cookie } }).get("")).status === 200;

/** The options for a passkey of the sign-in page, in the browser with these cookies. */
const signInOptions = async (isSecondStep: boolean, cookie = "") =>
  (
    await send("POST", "/v1/sign_in/passkey_options", {
      headers: { cookie },
      body: { second_step: isSecondStep },
    })
  ).data;

/** Writes a code with the digits that begin at this code point. */
const writeDigitsFrom = (zero: number, code: string): string =>
  code.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));

describe("an authenticator app", () => {
  it("counts after its first code, shows recovery codes once, and mails the owner", async () => {
    const earner = await createProtectedEarner();
    const { data } = await earner.client.post("/authenticator_app", {});
    expect(data.url).toContain(`secret=${data.secret}`);
    expect((await signInWithPassword(earner)).error).toBeNull();
    const wrong = await earner.client.post("/authenticator_app/confirm", { code: "000000" });
    expect([wrong.status, wrong.data.errors[0].code]).toEqual([422, "wrong_code"]);
    const confirmed = await earner.client.post("/authenticator_app/confirm", {
      code: await appCode(String(data.secret)),
    });
    expect(confirmed.data.recovery_codes).toHaveLength(10);
    const factors = (await earner.client.get("/second_factors")).data;
    expect(factors).toMatchObject({ passkeys: [], recovery_codes_left: 10 });
    expect(factors.authenticator_app.created_at).toEqual(expect.any(String));
    expect((await sendDueMails(earner)).map(({ subject }) => subject)).toEqual([
      "A second factor was added to your account",
    ]);
    expect((await earner.client.post("/authenticator_app", {})).data.code).toBe("app_exists");
  });

  it.each(["", "12345", "1234567", "12345a", "abcdef", "१२३४५६", "-1e10+0"])(
    "422: is not confirmed by %o, which is no code",
    async (code) => {
      const { client } = await createEarner();
      await client.post("/authenticator_app", {});
      const { status, data } = await client.post("/authenticator_app/confirm", { code });
      expect([status, data.errors[0].field]).toEqual([422, "code"]);
    },
  );

  it.each([
    ["grouped", (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`],
    ["hyphenated", (code: string) => `${code.slice(0, 3)}-${code.slice(3)}`],
    ["full-width", (code: string) => writeDigitsFrom(0xff10, code)],
    ["Arabic", (code: string) => writeDigitsFrom(0x0660, code)],
    ["Persian", (code: string) => writeDigitsFrom(0x06f0, code)],
  ])("is confirmed by a %s code", async (_name, type) => {
    const earner = await createProtectedEarner();
    const { data } = await earner.client.post("/authenticator_app", {});
    const code = type(await appCode(String(data.secret)));
    expect((await earner.client.post("/authenticator_app/confirm", { code })).status).toBe(200);
  });

  it("stores neither the secret nor a recovery code in clear text", async () => {
    const { client } = await createEarner();
    const { secret, codes } = await addApp(client);
    const dump = await dumpTables();
    for (const text of [secret, ...codes, ...codes.map((code) => code.replaceAll("-", ""))])
      expect(dump).not.toContain(text);
  });

  it("is asked for after the password, and accepts each code once", async () => {
    const earner = await createProtectedEarner();
    const { secret } = await addApp(earner.client);
    const first = await signInWithPassword(earner);
    expect(first.error).toBe("second_factor");
    expect(await isSignedIn(first.cookie)).toBe(false);
    const code = await appCode(secret);
    const attempts = await Promise.all(
      [0, 1, 2].map(() => attemptSignIn("second-factor", { code }, { cookie: first.cookie })),
    );
    expect(attempts.filter(({ error }) => error === null)).toHaveLength(1);
    const [session] = attempts.filter(({ error }) => error === null);
    expect(await isSignedIn(session?.cookie ?? "")).toBe(true);
    expect((await attemptSignIn("second-factor", { code }, { cookie: first.cookie })).error).toBe(
      "wrong_factor",
    );
  });

  it("refuses codes of other times, and without the first step", async () => {
    const earner = await createProtectedEarner();
    const { secret } = await addApp(earner.client);
    const { cookie } = await signInWithPassword(earner);
    for (const offset of [-3, 3]) {
      const code = await appCode(secret, Date.now() + offset * STEP_MS);
      expect((await attemptSignIn("second-factor", { code }, { cookie })).error, String(offset)).toBe(
        "wrong_factor",
      );
    }
    const code = await appCode(secret);
    for (const other of ["", cookie.slice(0, -1), cookie.replace(earner.id, (await createEarner()).id)])
      expect((await attemptSignIn("second-factor", { code }, { cookie: other })).error).toBe(
        "second_step_expired",
      );
    // Ending all sessions also ends a sign-in between its two steps.
    await earner.client.delete("/sessions");
    expect((await attemptSignIn("second-factor", { code }, { cookie })).error).toBe("second_step_expired");
  });

  it("429 after ten wrong codes", async () => {
    const earner = await createProtectedEarner();
    const { secret } = await addApp(earner.client);
    const browser = { address: "198.51.100.77" };
    const { cookie } = await attemptSignIn(
      "credentials",
      { email: earner.email, password: PASSWORD },
      browser,
    );
    const wrong = () => attemptSignIn("second-factor", { code: "000000" }, { ...browser, cookie });
    for (let count = 0; count < 10; count += 1) expect((await wrong()).error).toBe("wrong_factor");
    const limited = await attemptSignIn(
      "second-factor",
      { code: await appCode(secret) },
      { ...browser, cookie },
    );
    expect(limited.error).toBe("too_many_attempts");
    expect(limited.retryAfter).toBeGreaterThan(0);
  });
});

describe("recovery codes", () => {
  it("replace the second factor once each, in any spelling, and mail the owner", async () => {
    const earner = await createProtectedEarner();
    const { codes } = await addApp(earner.client);
    const [first = ""] = codes;
    const { cookie } = await signInWithPassword(earner);
    const spelled = ` ${first.toUpperCase().replaceAll("-", " ")} `;
    const signedIn = await attemptSignIn("second-factor", { code: spelled }, { cookie });
    expect(signedIn.error).toBeNull();
    expect((await attemptSignIn("second-factor", { code: first }, { cookie })).error).toBe("wrong_factor");
    expect((await earner.client.get("/second_factors")).data.recovery_codes_left).toBe(9);
    expect((await sendDueMails(earner)).map(({ subject }) => subject)).toContain(
      "A recovery code of your account was used",
    );
  });

  it("work beside new ones until one of these is confirmed, so that a lost response takes none away", async () => {
    const earner = await createProtectedEarner();
    const { codes: earlier } = await addApp(earner.client);
    const lost: string[] = (await earner.client.post("/recovery_codes", {})).data.recovery_codes;
    const codes: string[] = (await earner.client.post("/recovery_codes", {})).data.recovery_codes;
    const { cookie } = await signInWithPassword(earner);
    const attempt = async (code = "") => (await attemptSignIn("second-factor", { code }, { cookie })).error;
    expect(await attempt(lost[0])).toBe("wrong_factor");
    expect(await attempt(earlier[0])).toBeNull();
    expect((await earner.client.get("/second_factors")).data.recovery_codes_left).toBe(9);
    const confirm = (code = "") => earner.client.post("/recovery_codes/confirm", { code });
    expect((await confirm(lost[0])).data.errors).toMatchObject([{ field: "code", code: "wrong_code" }]);
    expect(await confirm(codes[0])).toMatchObject({ status: 200, data: { recovery_codes_left: 10 } });
    expect((await confirm(codes[0])).status).toBe(200);
    expect((await confirm(earlier[1])).status).toBe(422);
    const { cookie: again } = await signInWithPassword(earner);
    const second = await attemptSignIn("second-factor", { code: earlier[1] ?? "" }, { cookie: again });
    expect(second.error).toBe("wrong_factor");
    expect(
      (await attemptSignIn("second-factor", { code: codes[0] ?? "" }, { cookie: again })).error,
    ).toBeNull();
  });

  it("end when one of new ones is used, without a confirmation", async () => {
    const earner = await createProtectedEarner();
    const { codes: earlier } = await addApp(earner.client);
    const codes: string[] = (await earner.client.post("/recovery_codes", {})).data.recovery_codes;
    const { cookie } = await signInWithPassword(earner);
    expect((await attemptSignIn("second-factor", { code: codes[0] ?? "" }, { cookie })).error).toBeNull();
    const next = await signInWithPassword(earner);
    const error = (await attemptSignIn("second-factor", { code: earlier[0] ?? "" }, { cookie: next.cookie }))
      .error;
    expect(error).toBe("wrong_factor");
    expect((await earner.client.get("/second_factors")).data.recovery_codes_left).toBe(9);
  });

  it("end with the last second factor", async () => {
    const earner = await createProtectedEarner();
    await addApp(earner.client);
    await earner.client.post("/recovery_codes", {});
    expect((await earner.client.delete("/authenticator_app")).status).toBe(204);
    expect((await earner.client.get("/second_factors")).data.recovery_codes_left).toBe(0);
    expect((await earner.client.post("/recovery_codes", {})).data.code).toBe("no_second_factor");
    expect((await signInWithPassword(earner)).error).toBeNull();
  });
});

describe("a passkey", () => {
  it("signs in alone, and counts as a second factor", async () => {
    const { person, client, authenticator } = await createPasskeyOwner();
    const answer = authenticator.answer(await signInOptions(false));
    const signedIn = await attemptSignIn("passkey", { passkey: JSON.stringify(answer) });
    expect(signedIn.error).toBeNull();
    const sessions = await createPersonClient({ headers: { cookie: signedIn.cookie } }).get("/sessions");
    expect(sessions.data.find(({ current }: { current: boolean }) => current).second_factor).toBe(true);
    expect((await client.get("")).data.id).toBe(person.id);
    expect((await client.get("/second_factors")).data.passkeys[0].last_used_at).toEqual(expect.any(String));
  });

  it("is the second step after the password", async () => {
    const earner = await createProtectedEarner();
    const authenticator = createAuthenticator();
    await addPasskey(earner.client, authenticator);
    const { error, cookie } = await signInWithPassword(earner);
    expect(error).toBe("second_factor");
    const options = await signInOptions(true, cookie);
    expect(options.allowCredentials).toHaveLength(1);
    const passkey = JSON.stringify(authenticator.answer(options));
    expect((await attemptSignIn("second-factor", { passkey }, { cookie })).error).toBeNull();
  });

  it("is refused with an answer that was used, is for another purpose or breaks a rule", async () => {
    const { authenticator, client } = await createPasskeyOwner();
    const used = JSON.stringify(authenticator.answer(await signInOptions(false)));
    expect((await attemptSignIn("passkey", { passkey: used })).error).toBeNull();
    const options = await signInOptions(false);
    const forProof = (await client.post("/proof/passkey_options", {})).data;
    const answers = {
      "used before": used,
      "for a proof": JSON.stringify(authenticator.answer(forProof)),
      "of another site": JSON.stringify(authenticator.answer(options, { origin: "https://evil.example" })),
      "of an unverified user": JSON.stringify(authenticator.answer(options, { isUserVerified: false })),
      "of a copied authenticator": JSON.stringify(authenticator.answer(options, { counter: 1 })),
      "of an unknown passkey": JSON.stringify(createAuthenticator().answer(options)),
      "to a challenge of its own": JSON.stringify(authenticator.answer({ challenge: "AAAA" })),
      "not JSON": "x",
      "not of that form": JSON.stringify({ id: "x" }),
    };
    for (const [name, passkey] of Object.entries(answers))
      expect((await attemptSignIn("passkey", { passkey })).error, name).toBe("wrong_factor");
  });

  it("422: cannot be added twice, for another person, or beyond twenty", async () => {
    const { client, authenticator } = await createPasskeyOwner();
    const again = await addPasskey(client, authenticator);
    expect([again.status, again.data.errors[0].code]).toEqual([422, "known_passkey"]);
    const { data: options } = await client.post("/passkeys/options", {});
    expect(options.excludeCredentials).toHaveLength(1);
    const thief = await createEarner();
    const stolen = await thief.client.post("/passkeys", {
      name: "Key",
      credential: createAuthenticator().register(options),
    });
    expect([stolen.status, stolen.data.errors[0].code]).toEqual([422, "invalid_passkey"]);
    for (let count = 1; count < 20; count += 1)
      expect((await addPasskey(client, createAuthenticator())).status).toBe(201);
    expect((await addPasskey(client, createAuthenticator())).data.code).toBe("too_many_passkeys");
  });

  it("gives recovery codes to one of two first second factors that are added at once", async () => {
    const { client } = await createEarner();
    const answers = await Promise.all([0, 1].map(() => addPasskey(client, createAuthenticator())));
    expect(sortedStatuses(answers)).toEqual([201, 201]);
    expect(answers.filter(({ data }) => data.recovery_codes !== null)).toHaveLength(1);
  });
});

describe("an account with a second factor", () => {
  it("422: cannot be merged into another by the link in its mail", async () => {
    const { person, client } = await createPasskeyOwner();
    const survivor = await createEarner();
    const { id, token } = await claimAddress(survivor, person.email);
    const merged = await survivor.client.post("/merge", { email_id: id, token });
    expect([merged.status, merged.data.code]).toEqual([422, "second_factor"]);
    expect((await client.get("")).status).toBe(200);
  });

  it("loses its second factors and sessions when the operator resets them", async () => {
    const earner = await createProtectedEarner();
    await addApp(earner.client);
    await resetUserSecondFactor(earner.email);
    expect((await earner.client.get("")).status).toBe(401);
    expect((await signInWithPassword(earner)).error).toBeNull();
    const cookie = await createSessionCookie(earner.id, 2);
    const factors = await createPersonClient({ headers: { cookie } }).get("/second_factors");
    expect(factors.data).toMatchObject({ authenticator_app: null, recovery_codes_left: 0 });
  });
});
