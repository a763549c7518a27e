import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { PASSWORD_LINK_MS } from "@/lib/accounts/accounts/serializer";
import { env } from "@/lib/kernel/env";
import { findPersonByPassword } from "@/lib/identity/users/service";
import { nextSerial } from "../../support/builders";
import { send, sortedStatuses } from "../../support/http/client";
import { sql } from "../../support/platform/database";
import {
  extractMailLink,
  sendDueMails,
  createEarner,
  createPasswordLink,
  type TestEarner,
} from "../../support/accounts/earners";
import { signIn } from "../../support/accounts/next-auth";

const PASSWORD = "a sentence of my own";

/** A client IP address of its own, because requests are limited per client. */
const newClientHeaders = () => ({ "x-client-address": `2001:db8:${nextSerial().toString(16)}::1` });

const requestReset = (email: unknown, headers = newClientHeaders()) =>
  send("POST", "/v1/password_resets", { headers, body: { email } });

const choosePassword = (
  id: string,
  token: unknown,
  password: unknown = PASSWORD,
  headers = newClientHeaders(),
) => send("PUT", `/v1/password_resets/${id}`, { headers, body: { token, password } });

const readEmailId = async ({ email }: { email: string }): Promise<string> => {
  const [row] = await sql("SELECT id FROM user_emails WHERE email = $1", [email]);
  return String(row?.id);
};

/** The pending mails to an address. */
const listWaitingMails = async (emailId: string) => sendDueMails({ id: emailId });

let earner: TestEarner;

beforeEach(async () => {
  earner = await createEarner();
});

describe("POST /password_resets", () => {
  it("202: mails a link to the address, in the account's language, that sets the password", async () => {
    await earner.client.patch("", { locale: "de" });
    const { status, data } = await requestReset(earner.email.toUpperCase());
    expect([status, data]).toEqual([202, { email: earner.email }]);
    const emailId = await readEmailId(earner);
    const [mail, ...others] = await listWaitingMails(emailId);
    expect(others).toEqual([]);
    expect(mail?.to).toEqual({ name: "", address: earner.email });
    expect(mail?.subject).toBe("Wählen Sie ein neues Passwort");
    expect(mail?.text).toContain("&lang=de");
    const { path, token } = extractMailLink(mail ?? { text: "" });
    expect(path).toBe(`/password/${emailId}`);
    expect((await choosePassword(emailId, token)).status).toBe(200);
    expect((await findPersonByPassword(earner.email, PASSWORD))?.id).toBe(earner.id);
  });

  it("202: the same response and the same write for an unknown address and an unconfirmed one", async () => {
    const countMails = async () => (await sql("SELECT FROM outbox_messages WHERE kind = 'mail'")).length;
    const claimed = `claimed-${nextSerial()}@example.org`;
    await earner.client.post("/emails", { email: claimed });
    const before = await countMails();
    for (const email of [`nobody-${nextSerial()}@example.org`, claimed, earner.email]) {
      const response = await requestReset(email);
      expect([response.status, response.data]).toEqual([202, { email }]);
    }
    expect(await countMails()).toBe(before + 3);
    const [last] = await sql("SELECT payload FROM outbox_messages ORDER BY created_at DESC, id DESC LIMIT 1");
    expect(last?.payload).toEqual({ template: "password" });
    expect(await listWaitingMails(await readEmailId({ email: claimed }))).toHaveLength(0);
  });

  it("sends no needless mail: to a deleted account, or after the link has expired", async () => {
    const emailId = await readEmailId(earner);
    await requestReset(earner.email);
    await sql("UPDATE outbox_messages SET created_at = now() - interval '2 hours' WHERE subject_id = $1", [
      emailId,
    ]);
    expect(await listWaitingMails(emailId)).toEqual([]);
    await requestReset(earner.email);
    await sql("UPDATE users SET deleted_at = now() WHERE id = $1", [earner.id]);
    expect(await listWaitingMails(emailId)).toEqual([]);
  });

  it("400 and 422: invalid JSON, and an invalid address", async () => {
    expect((await send("POST", "/v1/password_resets", { body: "{" })).status).toBe(400);
    for (const email of ["not an address", "", null, 7, { a: 1 }, "a\u0000@example.org"]) {
      const { status, data } = await requestReset(email);
      expect([status, data.errors[0].field], JSON.stringify(email)).toEqual([422, "email"]);
    }
  });

  it("429: the sixth mail to an address, from any client, whether or not the address is known", async () => {
    for (const email of [earner.email, `nobody-${nextSerial()}@example.org`]) {
      const responses = [];
      for (let index = 0; index < 6; index += 1) responses.push(await requestReset(email));
      expect(responses.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202, 429]);
      expect(Number(responses[5]?.headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect((await requestReset(`nobody-${nextSerial()}@example.org`)).status).toBe(202);
  });
});

describe("POST /password_resets, with limits", () => {
  it("429: the thirty-first mail that a client requests", async () => {
    env().RATE_LIMIT = 600;
    onTestFinished(() => {
      env().RATE_LIMIT = null;
    });
    const headers = newClientHeaders();
    const statuses: number[] = [];
    for (let index = 0; index < 31; index += 1)
      statuses.push((await requestReset(`nobody-${nextSerial()}@example.org`, headers)).status);
    expect(statuses.slice(0, 30).every((status) => status === 202)).toBe(true);
    expect(statuses[30]).toBe(429);
  });
});

describe("PUT /password_resets/{id}", () => {
  it("200: sets a first password or a new one, and ends all sessions", async () => {
    const { id, token } = await createPasswordLink(earner);
    const { status, data } = await choosePassword(id, token);
    expect([status, data]).toEqual([200, { email: earner.email }]);
    expect((await earner.client.get("")).status).toBe(401);
    const again = await createPasswordLink(earner);
    expect((await choosePassword(again.id, again.token, "another sentence")).status).toBe(200);
    expect(await findPersonByPassword(earner.email, PASSWORD)).toBeNull();
    expect((await findPersonByPassword(earner.email, "another sentence"))?.id).toBe(earner.id);
  });

  it("200: unlocks an account after too many wrong passwords", async () => {
    const headers = newClientHeaders();
    const browser = { address: headers["x-client-address"] };
    const trySignIn = (password: string) => signIn({ email: earner.email, password }, browser);
    for (let index = 0; index < 10; index += 1)
      expect((await trySignIn("wrong")).error).toBe("CredentialsSignin");
    const { error, retryAfter } = await trySignIn("wrong");
    expect([error, retryAfter > 0, retryAfter <= 900]).toEqual(["too_many_attempts", true, true]);
    const { id, token } = await createPasswordLink(earner);
    const chosen = await choosePassword(id, token, PASSWORD, headers);
    expect([chosen.status, chosen.headers.get("set-cookie")]).toEqual([
      200,
      expect.stringMatching(/^badges\.devices=[^;]+; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    expect((await trySignIn(PASSWORD)).error).toBeNull();
  });

  it("422: a link that was used, or invalidated by a password change or the end of all sessions", async () => {
    const used = await createPasswordLink(earner);
    const other = await createPasswordLink(earner, new Date(Date.now() - 60_000));
    expect((await choosePassword(used.id, used.token)).status).toBe(200);
    for (const { id, token } of [used, other]) {
      const { status, data } = await choosePassword(id, token, "another sentence");
      expect([status, data.code, data.errors[0].field]).toEqual([422, "invalid_link", "token"]);
    }
    const otherEarner = await createEarner();
    const link = await createPasswordLink(otherEarner);
    await otherEarner.client.delete("/sessions");
    expect((await choosePassword(link.id, link.token)).status).toBe(422);
  });

  it("422: a link that is too old, made up, or of another address", async () => {
    const other = await createEarner();
    const [own, others] = [await createPasswordLink(earner), await createPasswordLink(other)];
    const old = await createPasswordLink(earner, new Date(Date.now() - PASSWORD_LINK_MS - 1));
    const [, proof = ""] = old.token.split(".");
    const later = (Date.now() + PASSWORD_LINK_MS).toString(36);
    const wrong: [string, string][] = [
      [own.id, old.token],
      [own.id, `${later}.${proof}`],
      [own.id, `${own.token}x`],
      [own.id, ""],
      [own.id, "zzzzzzzzzzzzzzzzzzzz."],
      [own.id, others.token],
      [others.id, own.token],
      ["not-an-id", own.token],
      [earner.id, own.token],
    ];
    for (const [id, token] of wrong) {
      expect((await choosePassword(id, token)).data.code, `${id} ${token}`).toBe("invalid_link");
    }
    expect(await findPersonByPassword(earner.email, PASSWORD)).toBeNull();
    expect((await choosePassword(own.id, own.token)).status).toBe(200);
  });

  it("422: a link of an address that was removed or moved to another account", async () => {
    const email = `second-${nextSerial()}@example.org`;
    const { data } = await earner.client.post("/emails", { email });
    await sql("UPDATE user_emails SET confirmed_at = now() WHERE id = $1", [data.id]);
    await requestReset(email);
    const [mail] = await listWaitingMails(String(data.id));
    const { token } = extractMailLink(mail ?? { text: "" });
    const other = await createEarner();
    await sql("UPDATE user_emails SET user_id = $2 WHERE id = $1", [data.id, other.id]);
    expect((await choosePassword(String(data.id), token)).data.code).toBe("invalid_link");
    await sql("UPDATE user_emails SET user_id = $2 WHERE id = $1", [data.id, earner.id]);
    await earner.client.delete(`/emails/${data.id}`);
    expect((await choosePassword(String(data.id), token)).data.code).toBe("invalid_link");
  });

  it("422: a password that is too short or too long; the link remains valid", async () => {
    const { id, token } = await createPasswordLink(earner);
    for (const password of ["123456789", "x".repeat(1_001), 7, null]) {
      const { status, data } = await choosePassword(id, token, password);
      expect([status, data.errors[0].field]).toEqual([422, "password"]);
    }
    expect((await choosePassword(id, token)).status).toBe(200);
  });

  it("one of several concurrent uses succeeds", async () => {
    const { id, token } = await createPasswordLink(earner);
    const words = ["the first of three", "the second of three", "the third of three"];
    const responses = await Promise.all(words.map((password) => choosePassword(id, token, password)));
    expect(sortedStatuses(responses)).toEqual([200, 422, 422]);
    const winner = words[responses.findIndex(({ status }) => status === 200)] ?? "";
    expect((await findPersonByPassword(earner.email, winner))?.id).toBe(earner.id);
    expect(await sql("SELECT session_version AS version FROM users WHERE id = $1", [earner.id])).toEqual([
      { version: 2 },
    ]);
  });

  it("429: a client that tries one link after the other", async () => {
    env().RATE_LIMIT = 600;
    onTestFinished(() => {
      env().RATE_LIMIT = null;
    });
    const headers = newClientHeaders();
    const { id } = await createPasswordLink(earner);
    const statuses: number[] = [];
    for (let index = 0; index < 61; index += 1)
      statuses.push((await choosePassword(id, "made.up", PASSWORD, headers)).status);
    expect(statuses.slice(0, 60).every((status) => status === 422)).toBe(true);
    expect(statuses[60]).toBe(429);
  });
});
