import { describe, expect, it } from "vitest";
import {
  MAX_BODY_BYTES,
  redactBody,
  redactBodyText,
  redactPath,
  redactQuery,
  redactText,
} from "@/lib/access/api-requests/redaction";
import { createSecret } from "@/lib/kernel/secrets";
import { createWebhookSecret } from "@/lib/platform/outbound/standard-webhooks";

const OPAQUE = "q7-Zr0Pn5Vt2Kx9Lw4Ys8Bd1Gf6Hj3Mc0Qe7Ta5Ub2";
const JWT = "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJl";
const UUID = "0192f0c4-7b1e-7c3a-9d55-0123456789ab";

describe("secrets are hidden by the name of their field", () => {
  it.each([
    "password",
    "current_password",
    "newPassword",
    "client_secret",
    "access_token",
    "authorization_token",
    "api-key",
    "X-Api-Secret",
    "signature",
    "cookie",
    "pre-authorized_code",
    "code_verifier",
    "tx_code",
    "otp",
  ])("%s", (name) => {
    expect(JSON.parse(redactBody({ [name]: "Ada loves 12" }))).toEqual({ [name]: "[hidden]" });
    expect(JSON.parse(redactBody({ deep: [{ [name]: { value: 7 } }] }))).toEqual({
      deep: [{ [name]: "[hidden]" }],
    });
    expect(redactQuery(`?a=1&${encodeURIComponent(name)}=Ada`)).toBe(`a=1&${name}=[hidden]`);
    expect(redactQuery(`?options[${encodeURIComponent(name)}]=Ada`)).toBe(`options[${name}]=[hidden]`);
  });

  it.each([
    ["code", "invalid_field"],
    ["state", "pending"],
    ["token_type", "Bearer"],
    ["authorization_token_id", UUID],
    ["expires_at", "2026-12-05T09:00:00.000Z"],
    ["badge_template_id", UUID],
    ["password", null],
    ["read_enabled", true],
  ])("but %s with %j is shown", (name, value) => {
    expect(JSON.parse(redactBody({ [name]: value }))).toEqual({ [name]: value });
  });

  it("the value of a patch is hidden by the name in its path", () => {
    const patch = (path: string) => ({ Operations: [{ op: "replace", path, value: "Summer2026!" }] });
    for (const path of ["password", "urn:ietf:params:scim:schemas:core:2.0:User:password"])
      expect(redactBody(patch(path))).not.toContain("Summer2026!");
    expect(redactBody(patch("title"))).toContain("Summer2026!");
  });

  it("a code that is not a word is a secret", () => {
    expect(redactQuery("?code=SplxlOBeZQQYbYS6WxSbIA")).toBe("code=[hidden]");
    expect(redactBody({ code: 123456 })).toBe('{"code":"[hidden]"}');
  });
});

describe("secrets and addresses are hidden wherever they stand", () => {
  it.each([
    ["a token", createSecret("bat")],
    ["an OAuth secret", createSecret("bos")],
    ["a webhook secret", createWebhookSecret()],
    ["a JWT", JWT],
    ["a random text", OPAQUE],
    ["a bearer header", "Bearer c2VjcmV0"],
    ["a basic header", "basic QWRhOnNlY3JldA=="],
    ["a key", "-----BEGIN PRIVATE KEY-----\nMIGHAgEAMBMGByqGSM49\n-----END PRIVATE KEY-----"],
    ["an address", "ada.lovelace+1@example.org"],
    ["an encoded address", "ada%40example.org"],
    ["an address in another script", "ада@пример.рф"],
  ])("%s", (_name, secret) => {
    const texts = [
      redactText(`before ${secret} after`),
      redactBody({ message: `“${secret}” is not valid.`, list: [[secret]] }),
      redactBody({ [secret]: 1 }),
      redactQuery(`?q=${encodeURIComponent(secret)}`),
      redactPath(`/v1/a/${encodeURIComponent(secret)}/b`),
    ];
    const core =
      secret.replace(/^(bearer|basic) /i, "").split("\n")[1] ?? secret.replace(/^(bearer|basic) /i, "");
    for (const text of texts) expect(text).not.toContain(core);
    expect(texts[0]).toMatch(/^before .*\[(hidden|e-mail)\] after$/i);
  });

  it("in addresses of other services", () => {
    expect(redactText("https://ada:pa55@hooks.example.org/x?token=abc&page=2#a")).toBe(
      "https://[hidden]@hooks.example.org/x?token=[hidden]&page=2#a",
    );
  });

  it("in filters of lists", () => {
    expect(redactQuery("?filter=recipient_email::ada@example.org|state::pending&page=2")).toBe(
      "filter=recipient_email::[e-mail]|state::pending&page=2",
    );
  });

  it("but ids, dates, slugs and words are shown", () => {
    const path = `/v1/organizations/${UUID}/badges/${UUID}`;
    expect(redactPath(path)).toBe(path);
    const text = "pending_badge_notification.unconfirmed_email.sent 2026-12-05T09:00:00.000Z #1f5f5b";
    expect(redactText(text)).toBe(text);
  });
});

describe("size", () => {
  it("a body becomes at most 4 KiB of JSON, however large it is", () => {
    const bodies = [
      { text: "é".repeat(100_000) },
      { words: "word ".repeat(100_000) },
      Array.from({ length: 50_000 }, (_, index) => ({ index, name: "Zoë" })),
      Object.fromEntries(
        Array.from({ length: 5_000 }, (_, index) => [`field ${index}`, "\u0001\u2028".repeat(90)]),
      ),
      { image: Buffer.alloc(200_000).toString("base64") },
    ];
    for (const body of bodies) {
      const text = redactBody(body);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_BODY_BYTES);
      expect(() => JSON.parse(text) as unknown).not.toThrow();
    }
  });

  it("says what was left out", () => {
    const shown = JSON.parse(redactBody({ rows: Array.from({ length: 300 }, (_, index) => index) })) as {
      rows: unknown[];
    };
    expect(shown.rows).toHaveLength(101);
    expect(shown.rows.at(-1)).toBe("… 200 more");
    expect(redactBody({ bio: "word ".repeat(200) })).toMatch(/… \(1,000 characters\)"}$/);
    expect(redactBodyText(JSON.stringify("x".repeat(70_000)))).toBe(
      '"[too long to show, 70,002 characters]"',
    );
    expect(redactBodyText("<html>")).toBe('"[not JSON, 6 characters]"');
    expect(redactBodyText("")).toBeNull();
  });

  it("a secret that the end of a long text cuts is not shown in part", () => {
    const secret = createSecret("bat");
    for (const length of [1_980, 1_990, 1_996, 2_000]) {
      const text = redactText(`${"a@b.c ".repeat(400).slice(0, length)} ${secret}`, 10_000);
      expect(text).not.toContain(secret.slice(0, 8));
    }
  });

  it("nesting without end and fields with special names are harmless", () => {
    let deep: object = {};
    for (let level = 0; level < 50_000; level += 1) deep = { deep };
    expect(redactBody(deep).length).toBeLessThan(200);
    expect(redactBody(JSON.parse('{"__proto__":{"a":1}}'))).toBe('{"__proto__":{"a":1}}');
    expect(redactBody({ file: new Uint8Array(5) })).toBe('{"file":"[file]"}');
  });

  it("characters that the database cannot store are replaced", () => {
    expect(redactText("a\u0000b\ud800")).toBe("a\ufffdb\ufffd");
    expect(redactPath("/a/%00")).toBe("/a/\ufffd");
    expect(redactPath("/a/%ff")).toBe("/a/%ff");
  });
});
