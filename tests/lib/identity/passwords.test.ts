import { describe, expect, it } from "vitest";
import { hashPassword, isPassword } from "@/lib/identity/users/passwords";

/**
 * N = 2, r = 1, p = 1, the salt "salt", and the scryptSync hash of "a password" (node:crypto) with these parameters.
 */
const CHEAP = "scrypt$2$1$1$c2FsdA$k_wlRvuLAjgJPOSvq4RRnjaY30iqaftFuab3zqxiigw";

describe("a stored password", () => {
  it("has the cost that OWASP recommends, and names it next to its salt", async () => {
    const [kept, again] = await Promise.all([hashPassword("long enough"), hashPassword("long enough")]);
    expect(kept).toMatch(/^scrypt\$131072\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
    expect(again).not.toBe(kept);
    expect(await isPassword("long enough", kept)).toBe(true);
    expect(await isPassword("long enougH", kept)).toBe(false);
  });

  it("is the same in every Unicode normalization", async () => {
    const kept = await hashPassword("Caf\u00E9 cr\u00E8me");
    expect(await isPassword("Cafe\u0301 cre\u0300me", kept)).toBe(true);
  });

  it("with a former, cheaper cost is still verified", async () => {
    expect(await isPassword("a password", CHEAP)).toBe(true);
    expect(await isPassword("another", CHEAP)).toBe(false);
  });

  it("is refused if no account has it", async () => {
    expect(await isPassword("decoy", null)).toBe(false);
  });
});
