import { describe, expect, it } from "vitest";
import { getImageBytes } from "@/lib/art/images/service";
import { findPersonByPassword } from "@/lib/identity/users/service";
import { buildPng } from "../../support/credentials/baked-badges";
import { ORIGIN } from "../../support/http/client";
import { isWaiting, openConnection, sql } from "../../support/platform/database";
import { createPersonClient, createEarner } from "../../support/accounts/earners";
import { createSessionCookie } from "../../support/accounts/members";

const PASSWORD = "correct horse";
const PICTURE = `data:image/png;base64,${buildPng().toString("base64")}`;

describe("GET /me", () => {
  it("200: the person, without the password hash", async () => {
    const { client, id, email } = await createEarner();
    const { status, data } = await client.get("");
    expect(status).toBe(200);
    expect(data).toMatchObject({ id, email, first_name: "Mara", last_name: "Lind", has_password: false });
    expect(data.url).toMatch(new RegExp(`^${ORIGIN}/users/u-`));
    await client.put("/password", { password: PASSWORD });
    expect(
      JSON.stringify(
        (await createPersonClient({ headers: { cookie: await createSessionCookie(id, 2) } }).get("")).data,
      ),
    ).not.toContain("scrypt");
  });
});

describe("PATCH /me", () => {
  it("200: changes the given fields, clears null ones, keeps the others", async () => {
    const { client } = await createEarner();
    const body = {
      first_name: " Zoë ",
      headline: " Welds <b>ships</b> ",
      bio: "Line one\nline two",
      locale: "fr",
      current_position_name: "Welder",
    };
    const { status, data } = await client.patch("", body);
    expect(status).toBe(200);
    expect(data).toMatchObject({
      ...body,
      first_name: "Zoë",
      last_name: "Lind",
      headline: "Welds <b>ships</b>",
    });
    expect((await client.patch("", { headline: "" })).data).toMatchObject({ headline: null });
    expect((await client.patch("", { bio: null })).data).toMatchObject({ bio: null, locale: "fr" });
  });

  it("200: accepts a photo and serves it as PNG; another photo or null removes the previous one", async () => {
    const { client } = await createEarner();
    const first = await client.patch("", { first_name: "Ada", photo: PICTURE });
    expect(first.status).toBe(200);
    expect(first.data).toMatchObject({ first_name: "Ada", photo_url: first.data.photo.url });
    expect((await getImageBytes(first.data.photo.id)).subarray(1, 4)).toEqual(new Uint8Array([80, 78, 71]));
    const second = await client.patch("", { photo: PICTURE });
    expect(second.data.photo.id).not.toBe(first.data.photo.id);
    await expect(getImageBytes(first.data.photo.id)).rejects.toMatchObject({ status: 404 });
    const { data } = await client.patch("", { bio: "Welds." });
    expect(data.photo).toEqual(second.data.photo);
    expect((await client.patch("", { photo: null })).data).toMatchObject({ photo: null, bio: "Welds." });
    await expect(getImageBytes(second.data.photo.id)).rejects.toMatchObject({ status: 404 });
  });

  it("422: an invalid photo: nothing changes", async () => {
    const { client } = await createEarner();
    for (const photo of [
      "data:image/png;base64,AAAA",
      "data:text/html;base64,AAAA",
      "https://example.org/x.png",
      7,
    ]) {
      const { status, data } = await client.patch("", { bio: "Never", photo });
      expect([status, data.errors[0].field], String(photo)).toEqual([422, "photo"]);
    }
    expect((await client.get("")).data).toMatchObject({ bio: null, photo: null });
  });

  it("422: texts that are not strings or are too long; other keys are ignored", async () => {
    const { client, id, email } = await createEarner();
    for (const body of [
      { first_name: "x".repeat(256) },
      { last_name: "a\u0000b" },
      { bio: "x".repeat(5_001) },
      { headline: "x".repeat(121) },
      { headline: "two\nlines" },
      { locale: "tlh" },
      { first_name: 7 },
    ]) {
      expect((await client.patch("", body)).status, JSON.stringify(body)).toBe(422);
    }
    const sent = {
      id: "x",
      email: "x@example.org",
      password_hash: "x",
      merged_into_id: id,
      session_version: 9,
    };
    expect((await client.patch("", sent)).data).toMatchObject({ id, email, has_password: false });
    expect((await client.get("")).status).toBe(200);
  });
});

describe("PUT /me/password", () => {
  it("200: sets it, ends the other sessions and continues this one", async () => {
    const { client, id, email, headers } = await createEarner();
    const response = await client.put("/password", { password: PASSWORD });
    expect([response.status, response.data.has_password]).toEqual([200, true]);
    expect((await client.get("")).status).toBe(401);
    const [cookie = ""] = (response.headers.get("set-cookie") ?? "").split(";", 1);
    expect(response.headers.get("set-cookie")).toContain("; HttpOnly; SameSite=Lax");
    const renewed = createPersonClient({ headers: { ...headers, cookie } });
    expect((await renewed.get("")).data.id).toBe(id);
    expect((await findPersonByPassword(email, PASSWORD))?.id).toBe(id);
    const again = await renewed.put("/password", {
      current_password: PASSWORD,
      password: "another one, longer",
    });
    expect(again.status).toBe(200);
    expect(await findPersonByPassword(email, PASSWORD)).toBeNull();
  });

  it("422: a wrong or missing current password, and one that is too short; 429 after ten wrong ones", async () => {
    const { id, headers, client } = await createEarner();
    await client.put("/password", { password: PASSWORD });
    const own = createPersonClient({ headers: { ...headers, cookie: await createSessionCookie(id, 2) } });
    const short = await own.put("/password", { current_password: PASSWORD, password: "123456789" });
    expect([short.status, short.data.errors[0].field]).toEqual([422, "password"]);
    for (const currentPassword of [undefined, "wrong", "", `${PASSWORD} `]) {
      const { status, data } = await own.put("/password", {
        current_password: currentPassword,
        password: PASSWORD,
      });
      expect([status, data.code]).toEqual([422, "wrong_password"]);
    }
    // Two of those counted as attempts. Requests without a password did not.
    for (let index = 0; index < 8; index += 1)
      await own.put("/password", { current_password: "x", password: PASSWORD });
    const { status, headers: answered } = await own.put("/password", {
      current_password: PASSWORD,
      password: PASSWORD,
    });
    expect(status).toBe(429);
    expect(Number(answered.get("retry-after"))).toBeGreaterThan(0);
    expect(await sql("SELECT session_version AS version FROM users WHERE id = $1", [id])).toEqual([
      { version: 2 },
    ]);
    // Thirteen passwords are hashed here, and hashing is slow on purpose.
  }, 120_000);

  it("409: of two concurrent changes one succeeds", async () => {
    const { client, id } = await createEarner();
    const holding = await openConnection();
    await holding.query("BEGIN");
    await holding.query("SELECT FROM users WHERE id = $1 FOR UPDATE", [id]);
    const requests = ["first password", "second password"].map((password) =>
      client.put("/password", { password }),
    );
    // Both have passed the password check.
    await expect.poll(() => isWaiting(2)).toBe(true);
    await holding.query("COMMIT");
    await holding.end();
    const responses = await Promise.all(requests);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.find(({ status }) => status !== 200)?.status).toBe(409);
  });
});

describe("DELETE /me/sessions", () => {
  it("204: ends every session of the person, including this one, and of no other person", async () => {
    const { client, id } = await createEarner();
    const elsewhere = createPersonClient({ headers: { cookie: await createSessionCookie(id) } });
    const other = await createEarner();
    expect((await elsewhere.get("")).status).toBe(200);
    expect((await client.delete("/sessions")).status).toBe(204);
    expect([(await client.get("")).status, (await elsewhere.get("")).status]).toEqual([401, 401]);
    expect((await other.client.get("")).status).toBe(200);
  });
});
