import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normalizeEmailAddress } from "@/lib/kernel/email-address";
import { emailAddress } from "@/lib/kernel/fields";

const KELVIN = "\u212a";

describe("the normal form of an address", () => {
  it.each([
    [" Ada@Example.ORG ", "ada@example.org"],
    ["ada@BÜCHER.example", "ada@xn--bcher-kva.example"],
    ["ada@пример.рф", "ada@xn--e1afmkfd.xn--p1ai"],
    [`ada@${KELVIN}elvin.example`, "ada@kelvin.example"],
    [`${KELVIN}ate@example.org`, `${KELVIN}ate@example.org`],
    ["İda@example.org", "İda@example.org"],
    ["no address", "no address"],
    ["ada@bü/cher.example", "ada@bü/cher.example"],
    ["ada@b:ü@x.example", "ada@b:ü@x.example"],
    ["", ""],
  ])("of %j is %j", (text, expected) => {
    expect(normalizeEmailAddress(text)).toBe(expected);
  });

  it("never turns a name into ASCII if it is not, and is stable", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.domain(), (local, domain) => {
        const given = `${local.trim()}@${domain}`;
        const normal = normalizeEmailAddress(given);
        expect(normalizeEmailAddress(normal)).toBe(normal);
        const isAscii = (text: string) => !/[^\0-\x7f]/.test(text);
        expect(isAscii(normal)).toBe(isAscii(given));
      }),
    );
  });
});

describe("an address in a request", () => {
  it("is accepted if it was accepted before", () => {
    fc.assert(
      fc.property(fc.emailAddress(), (text) => {
        // As zod validates addresses by itself.
        fc.pre(
          /^[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@[\w.-]+\.[A-Za-z]{2,}$/.test(text) && !/^\.|\.\./.test(text),
        );
        expect(emailAddress().parse(text)).toBe(text.toLowerCase());
      }),
    );
  });

  it.each([
    [`${KELVIN}ate@example.org`, "must have only unaccented Latin letters, digits and signs before the @"],
    ["josé@example.org", "must have only unaccented Latin letters, digits and signs before the @"],
    ["josé", "must be an e-mail address"],
    ["ada@１２７.0.0.1", "must be an e-mail address"],
    ["ada@example", "must be an e-mail address"],
  ])("%j: %s", (text, message) => {
    expect(
      emailAddress()
        .safeParse(text)
        .error?.issues.map((issue) => issue.message),
    ).toEqual([message]);
  });
});
