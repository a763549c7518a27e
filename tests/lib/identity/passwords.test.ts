import { describe, expect, it } from "vitest";
import { hashPassword, isPassword } from "@/lib/identity/users/passwords";

/** N = 2, r = 1, p = 1, the salt "salt", and what node:crypto's scryptSync makes of "a password" by them. */
const CHEAP = "scrypt$2$1$1$c2FsdA$k_wlRvuLAjgJPOSvq4RRnjaY30iqaftFuab3zqxiigw";

describe("a kept password", () => {
  it("costs whoever guesses what OWASP asks for, and says so beside its salt", async () => {
    const [kept, again] = await Promise.all([hashPassword("long enough"), hashPassword("long enough")]);
    expect(kept).toMatch(/^scrypt\$131072\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
    expect(again).not.toBe(kept);
    expect(await isPassword("long enough", kept)).toBe(true);
    expect(await isPassword("long enougH", kept)).toBe(false);
  });

  it("is the same however its letters were composed", async () => {
    const kept = await hashPassword("Caf\u00E9 cr\u00E8me");
    expect(await isPassword("Cafe\u0301 cre\u0300me", kept)).toBe(true);
  });

  it("of a former, cheaper cost is still checked", async () => {
    expect(await isPassword("a password", CHEAP)).toBe(true);
    expect(await isPassword("another", CHEAP)).toBe(false);
  });

  it("that nobody has is refused", async () => {
    expect(await isPassword("decoy", null)).toBe(false);
  });
});
