import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { normalizeWebUrl } from "@/lib/credentials/verification/addresses";
import {
  readIssuer,
  readAssertion,
  readBadgeClass,
  isRecipient,
  isWrittenRecipient,
  readRecipient,
} from "@/lib/credentials/verification/open-badge";
import { findAssertionLink } from "@/lib/credentials/verification/source";
import { BadgeRefused } from "@/lib/credentials/verification/refusal";
import { isHostedByIssuer } from "@/lib/credentials/verification/linked-parts";
import { requireDocument, parseDocument, readStatement } from "@/lib/credentials/verification/statement";
import { hashed, buildOpenBadge } from "../../support/credentials/open-badges";

const ORIGIN = "https://badges.example.org";
const EMAIL = "ada@example.org";

/** The result of a rule: a value, or the code of its refusal. Any other error fails the test. */
function outcome<Value>(work: () => Value): Value | string {
  try {
    return work();
  } catch (error) {
    if (error instanceof BadgeRefused) return error.code;
    throw error;
  }
}

describe("the recipient", () => {
  const emails = fc.emailAddress().map((email) => email.toLowerCase());

  it("is only the person whose address was hashed with the salt", () => {
    fc.assert(
      fc.property(
        emails,
        emails,
        fc.string(),
        fc.constantFrom("sha256", "md5"),
        (own, other, salt, algorithm) => {
          const recipient = readRecipient(hashed(own, algorithm as "md5", salt), undefined);
          expect(isRecipient(recipient, own)).toBe(true);
          expect(isRecipient(recipient, other)).toBe(own === other);
          expect(isRecipient({ ...recipient, salt: `${salt}x` }, own)).toBe(false);
        },
      ),
    );
  });

  it.each([
    [{ type: "email", identity: " Ada@Example.org ", hashed: false }, true],
    [{ type: "email", identity: "mailto:ada@example.org" }, true],
    [{ ...hashed(EMAIL), type: ["email"] }, true],
    [{ ...hashed(EMAIL), identity: hashed(EMAIL).identity.toUpperCase().replace("SHA256", "sha256") }, true],
    [{ type: "schema:email", identity: EMAIL }, true],
    [{ type: "email", identity: "ada@example.org.evil.example" }, false],
    [{ type: "email", identity: "sha256$" }, false],
    [{ type: "email", identity: "sha512$00", hashed: true }, false],
  ])("%j", (recipient, isOwn) => {
    expect(isRecipient(readRecipient(recipient, undefined), EMAIL)).toBe(isOwn);
  });

  it.each([
    "Ada.Okafor@example.org",
    "Ada.okafor@example.org",
    "ADA.OKAFOR@EXAMPLE.ORG",
    "ada.okafor@Example.org",
    "Ada.Okafor@Example.Org",
  ])("may be hashed as the issuer's list had it: %s", (spelling) => {
    const recipient = readRecipient(hashed(spelling), undefined);
    expect(isRecipient(recipient, "ada.okafor@example.org")).toBe(true);
    expect(isRecipient(recipient, "ada.okafor@example.com")).toBe(false);
    expect(isWrittenRecipient(recipient, "ada.okafor@example.org")).toBe(false);
  });

  it("may have a salt that is written as a number", () => {
    const recipient = readRecipient({ ...hashed(EMAIL, "sha256", "4711"), salt: 4711 }, undefined);
    expect(isRecipient(recipient, EMAIL)).toBe(true);
    const { identity } = hashed(EMAIL, "sha256", "0");
    expect(isRecipient(readRecipient(identity, 0), EMAIL)).toBe(true);
  });

  it("of Open Badges 1.0 is a plain text with the salt next to it", () => {
    const { identity, salt } = hashed(EMAIL);
    expect(isRecipient(readRecipient(identity, salt), EMAIL)).toBe(true);
    expect(isRecipient(readRecipient(identity, undefined), EMAIL)).toBe(false);
  });

  it.each([
    undefined,
    null,
    7,
    {},
    { type: "email" },
    { type: "email", identity: "  " },
    { type: "email", identity: { toString: 1 } },
    { type: "url", identity: "https://example.org/ada" },
    { type: "telephone", identity: EMAIL },
  ])("must be identified by an address: %j", (recipient) => {
    expect(outcome(() => readRecipient(recipient, undefined))).toBe("incomplete_badge");
  });
});

describe("an assertion, its class and its issuer", () => {
  const { assertion, badgeClass, issuer } = buildOpenBadge(ORIGIN, EMAIL);

  it("are read", () => {
    expect(readAssertion(assertion)).toMatchObject({
      id: `${ORIGIN}/assertion`,
      badge: { address: `${ORIGIN}/class`, document: null },
      issued: { at: new Date("2026-03-02T04:30:00Z"), date: "2026-03-01" },
      expires: { date: "2036-03-01" },
      isRevoked: false,
      verification: { kind: "hosted", creator: null },
      version: "2.0",
    });
    expect(readBadgeClass(badgeClass)).toMatchObject({
      name: "Data Analysis",
      criteria: { id: `${ORIGIN}/criteria`, narrative: "Pass the **exam**." },
      skills: ["Statistics", "SQL"],
      issuer: { address: `${ORIGIN}/issuer` },
    });
    expect(readIssuer(issuer)).toMatchObject({ name: "Open University", allowedOrigins: [], startsWith: [] });
  });

  it("of Open Badges 1.1 have other names for the same fields", () => {
    const { identity, salt } = hashed(EMAIL);
    const old = {
      uid: "B-7",
      recipient: { type: "email", hashed: true, salt, identity },
      badge: `${ORIGIN}/class`,
      verify: { type: "hosted", url: `${ORIGIN}/assertion` },
      issuedOn: 1_772_408_600,
    };
    expect(readAssertion(old)).toMatchObject({
      id: `${ORIGIN}/assertion`,
      issued: { at: new Date(1_772_408_600_000) },
      expires: null,
      verification: { kind: "hosted" },
      version: "1.0",
      credentialNumber: "B-7",
    });
    expect(readAssertion({ ...old, "@context": "https://w3id.org/openbadges/v1" }).version).toBe("1.1");
  });

  it("can be read without a recipient that is an e-mail address, but not added to a wallet", () => {
    expect(readAssertion({ ...assertion, recipient: undefined }).recipients).toBeInstanceOf(BadgeRefused);
  });

  it.each([
    { type: "OpenBadgeCredential" },
    { type: ["VerifiableCredential", "AchievementCredential"] },
    { badge: null },
    { badge: "javascript:alert(1)" },
    { issuedOn: undefined },
    { issuedOn: "yesterday" },
    { issuedOn: 1e20 },
    { issuedOn: { toString: 1 } },
    { expires: "2036-02-30" },
    { expires: "" },
  ])("are refused with %j", (changes) => {
    expect(outcome(() => readAssertion({ ...assertion, ...changes }))).toBe("incomplete_badge");
  });

  it("need names, and the class needs an issuer", () => {
    for (const changes of [{ name: "" }, { name: { toString: 1 } }, { issuer: undefined }, { issuer: "x" }]) {
      expect(outcome(() => readBadgeClass({ ...badgeClass, ...changes }))).toBe("incomplete_badge");
    }
    expect(outcome(() => readIssuer({ ...issuer, name: "\u0000" }))).toBe("incomplete_badge");
  });

  it("contain only texts that the database can store", () => {
    const { name, description, skills, criteria } = readBadgeClass({
      ...badgeClass,
      name: `A\u0000B\nC ${"x".repeat(300)}`,
      description: { "@value": `one\ntwo\u0007\uD800${"y".repeat(6_000)}` },
      tags: Array.from({ length: 80 }, (_, index) => `tag ${index % 60}`),
      criteria: "javascript:alert(1)",
    });
    expect(name).toMatch(/^A B C x+$/);
    expect(name).toHaveLength(255);
    expect(description).toMatch(/^one\ntwo\uFFFDy+$/);
    expect(description).toHaveLength(5_000);
    expect(skills).toHaveLength(50);
    expect(criteria).toEqual({ id: null, narrative: null });
  });

  it("are read or refused, for any JSON", () => {
    const words = `id type @id name recipient identity salt badge issuer issuedOn expires verification verify url
      creator image criteria tags publicKey toString __proto__`;
    const keys = fc.constantFrom(...words.split(/\s+/));
    const { json } = fc.letrec<{ json: unknown }>((tie) => ({
      json: fc.oneof(
        { depthSize: "small" },
        fc.constantFrom<unknown>(
          "email",
          `${ORIGIN}/x`,
          "Assertion",
          "2026-01-01",
          "signed",
          EMAIL,
          "",
          "\uD800",
        ),
        fc.jsonValue({ maxDepth: 1 }),
        fc.array(tie("json"), { maxLength: 3 }),
        fc.dictionary(keys, tie("json"), { maxKeys: 6 }),
      ),
    }));
    const documents = fc.dictionary(keys, json, { minKeys: 3, maxKeys: 10 });
    fc.assert(
      fc.property(documents, (document) => {
        const text = JSON.stringify({ ...assertion, ...document });
        for (const read of [readAssertion, readBadgeClass, readIssuer]) {
          const value = outcome(() => read(parseDocument(text)));
          expect(["string", "object"]).toContain(typeof value);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("a statement", () => {
  it("is an address, an assertion or a signed assertion", () => {
    expect(readStatement(` ${ORIGIN}/a#b\n`)).toEqual({ kind: "address", address: `${ORIGIN}/a` });
    expect(readStatement('{"a":1}')).toEqual({ kind: "document", document: { a: 1 } });
    const text = `e30.${Buffer.from('{"a":1}').toString("base64url")}.x`;
    expect(readStatement(text)).toEqual({ kind: "signed", jws: text, document: { a: 1 } });
    for (const none of ["", "hello", "ftp://example.org", "https://me:you@example.org/", "[1]"]) {
      expect(readStatement(none)).toBeNull();
    }
  });

  it("must not be too deeply nested or too long, and must be an object", () => {
    const deep = (levels: number): string => `{"a":${"[".repeat(levels)}${"]".repeat(levels)}}`;
    expect(outcome(() => parseDocument(deep(20)))).toBeTypeOf("object");
    expect(outcome(() => parseDocument(deep(30)))).toBe("unreadable_badge");
    expect(outcome(() => parseDocument(deep(400_000)))).toBe("unreadable_badge");
    expect(outcome(() => parseDocument(`{"a":"${"x".repeat(1024 * 1024)}"}`))).toBe("unreadable_badge");
    for (const text of ["{", "[]", "null", "7", '{"a":1}}', "e30.W10.x", "e30.eyJ.x"]) {
      expect(outcome(() => readStatement(text) ?? "nothing")).not.toBeTypeOf("object");
    }
    expect(outcome(() => requireDocument([]))).toBe("unreadable_badge");
  });

  it("is read in linear time", () => {
    // A parser with quadratic time would exceed the time limit of any test.
    for (const text of [
      "<link ".repeat(170_000),
      `<link ${"a".repeat(1_000_000)}`,
      "<link a=".repeat(125_000),
    ]) {
      expect(findAssertionLink(text, ORIGIN)).toBeNull();
      expect(readStatement(text)).toBeNull();
    }
    expect(outcome(() => readStatement(`${"a".repeat(500_000)}.${"a".repeat(500_000)}`))).toBeNull();
  });
});

describe("the link of a page", () => {
  const page = `${ORIGIN}/badges/7?lang=en`;
  it.each([
    ['<link rel="alternate" type="application/ld+json" href="/a.json">', `${ORIGIN}/a.json`],
    [
      "<LINK TYPE='application/json; charset=utf-8' REL='nofollow Alternate' HREF='a?x=1&amp;y=2'/>",
      `${ORIGIN}/badges/a?x=1&y=2`,
    ],
    ["<link rel=alternate type=application/json href=https://other.example/a>", "https://other.example/a"],
    [
      '<link rel="alternate" type="application/json" href="&#104;&#x74;tps://a.example/">',
      "https://a.example/",
    ],
    ['<link\nrel="alternate"\ntype="application/ld+json"\nhref="//cdn.example/a">', "https://cdn.example/a"],
    ['<link rel="stylesheet" type="application/json" href="/a">', null],
    ['<link rel="alternate" type="application/rss+xml" href="/a">', null],
    ['<link rel="alternate" type="application/json">', null],
    ['<link rel="alternate" type="application/json" href="javascript:alert(1)">', null],
    ['<link rel="alternate" type="application/json" href="http://[">', null],
    ["", null],
  ])("%s", (html, address) => {
    expect(findAssertionLink(`<!doctype html><html><head>${html}</head></html>`, page)).toBe(address);
  });

  it("is the first one of JSON-LD, before any of plain JSON", () => {
    const link = (type: string, href: string) =>
      `<link rel="alternate" type="application/${type}" href="${href}">`;
    const html = link("json", "/one") + link("ld+json", "/two") + link("ld+json", "/three");
    expect(findAssertionLink(html, page)).toBe(`${ORIGIN}/two`);
  });

  it("is found among the first fifty only, however many follow", () => {
    const link = '<link rel="alternate" type="application/json" href="/a">';
    const others = (count: number): string => '<link rel="icon" href="/i">'.repeat(count);
    expect(findAssertionLink(others(49) + link + others(500), page)).toBe(`${ORIGIN}/a`);
    expect(findAssertionLink(others(50) + link, page)).toBeNull();
  });

  it("is searched in no more steps than fifty tags need, however long the page is", () => {
    const steps = (html: string): number => {
      const search = vi.spyOn(RegExp.prototype, "exec");
      try {
        expect(findAssertionLink(html, page)).toBeNull();
        return search.mock.calls.length;
      } finally {
        search.mockRestore();
      }
    };
    for (const tag of [`<link ${"a".repeat(1_999)}>`, `<link ${"a=b ".repeat(499)}>`]) {
      const half = steps(tag.repeat(260));
      expect(half).toBeGreaterThan(50);
      expect(steps(tag.repeat(520))).toBe(half);
    }
  });

  it("has no attribute with a name longer than thirty letters, or one that starts within a word", () => {
    const tag = (name: string): string => `<link rel="alternate" type="application/json" ${name}="/a">`;
    for (const before of ["x", "x-", "x".repeat(26), "x".repeat(27), "x".repeat(1_000)]) {
      expect(findAssertionLink(tag(`${before}href`), page)).toBeNull();
    }
    expect(findAssertionLink(tag("href"), page)).toBe(`${ORIGIN}/a`);
  });
});

describe("an address", () => {
  it.each([
    ["HTTPS://Example.ORG:443/a/../b?c#d", "https://example.org/b?c"],
    ["http://example.org", "http://example.org/"],
    ["javascript:alert(1)", null],
    ["data:text/plain,x", null],
    ["https://user@example.org/", null],
    ["https://example.org/\u0000", null],
    [`https://example.org/${"x".repeat(2_000)}`, null],
    ["/relative", null],
    [7, null],
  ])("%s", (given, expected) => expect(normalizeWebUrl(given)).toBe(expected));
});

describe("the issuer's own statement", () => {
  const issuer = (changes: object = {}, id = `${ORIGIN}/issuer`) => ({
    ...readIssuer({ name: "Open University" }),
    ...changes,
    id,
  });
  const chain = (changes: object = {}) => ({
    assertion: `${ORIGIN}/assertion`,
    badgeClass: `${ORIGIN}/class`,
    issuer: issuer(),
    ...changes,
  });

  it.each([
    [{}, true],
    [{ assertion: "https://evil.example/assertion" }, false],
    [{ assertion: "https://badges.example.org:8443/assertion" }, false],
    [{ assertion: "http://badges.example.org/assertion" }, false],
    [{ badgeClass: "https://evil.example/class" }, false],
    [{ badgeClass: "http://badges.example.org/class" }, false],
    [{ issuer: issuer({}, "https://evil.example/issuer") }, false],
    [{ issuer: issuer({}, "http://badges.example.org/issuer") }, false],
    [{ issuer: issuer({ allowedOrigins: ["badges.example.org"] }, "https://university.example/") }, true],
    [{ issuer: issuer({ allowedOrigins: [ORIGIN, "x.example"] }, "https://university.example/") }, true],
    [{ issuer: issuer({ allowedOrigins: ["example.org"] }) }, false],
    [{ issuer: issuer({ startsWith: [`${ORIGIN}/a`] }) }, true],
    [{ issuer: issuer({ startsWith: [`${ORIGIN}/b`] }) }, false],
    [{ issuer: issuer({ startsWith: [ORIGIN] }, "https://university.example/") }, false],
  ])("%j: %s", (changes, isOwn) => {
    expect(isHostedByIssuer(chain(changes))).toBe(isOwn);
  });
});
