import { describe, expect, it } from "vitest";
import { PASSWORD_FAULTS } from "@/lib/identity/users/choices";
import { ratePassword } from "@/lib/identity/users/password-strength";

const ADA = ["Ada Lovelace", "ada.lovelace@example.com", "Harbor College"];

const judge = (password: string, personal: readonly string[] = ADA) => ratePassword(password, personal);

describe("a new password", () => {
  it.each([
    ["Ada+Love1", "short"],
    ["password1234", "similar"],
    ["1234567890", "common"],
    ["P@ssw0rd1!", "similar"],
    ["qwertzuiopasdf", "keyboard"],
    ["aaaaaaaaaaaa", "repeated"],
    ["Passw0rd!Passw0rd!", "repeated"],
    ["abcdefghijk", "sequence"],
    ["1990-05-19", "date"],
    ["encyclopedia", "word"],
    ["Alexandra1", "name"],
    ["another one!", "predictable"],
  ])("is refused when it is easy to guess: %s", (password, fault) => {
    expect(judge(password)).toEqual({ strength: expect.stringMatching(/weak|fair/) as string, fault });
  });

  it.each([
    "ada.lovelace@example.com",
    "ADA.LOVELACE@EXAMPLE.COM",
    "adalovelace",
    "AdaLovelace2026",
    "Lovelace Ada 2026",
    "Adal0velace!",
    "ecalevol ada 12",
    "harborcollege2026",
    "Harbor College 1",
    "example.com 2026",
    "Badges2026!!",
  ])("is refused when it consists of known facts about the person: %s", (password) => {
    expect(judge(password).fault).toBe("personal");
  });

  it("is judged for each person: what is weak for one is strong for another", () => {
    const password = "Wintermoor 1987";
    expect(judge(password).strength).toBe("strong");
    expect(judge(password, ["Kim Wintermoor"])).toEqual({ strength: "weak", fault: "personal" });
  });

  it("recognizes a name without its accents, and names that are not Latin", () => {
    expect(judge("Jose Munoz 1999", ["José Muñoz"]).fault).toBe("personal");
    expect(judge("王小明王小明2026年", ["小明 王"]).fault).not.toBeNull();
  });

  it.each([
    "trout violet anchor ladle",
    "correct horse battery staple",
    "lantern harbour forty one",
    "correct ada horse battery lovelace",
    "ein Satz, den nur ich kenne",
    "河北大学今天天气很好吗",
    "kV9#tmq2LwZx",
    "0123 a b c, and many more letters",
  ])("is accepted, whatever characters it consists of: %s", (password) => {
    expect(judge(password)).toEqual({ strength: "strong", fault: null });
  });

  it("shows how close it is to being accepted", () => {
    expect(judge("another one!").strength).toBe("fair");
    expect(judge("password1234").strength).toBe("weak");
  });

  it("takes no more time at the maximum length than at 64 characters", () => {
    const start = "trout violet anchor ladle ".padEnd(64, "trout violet anchor ladle ");
    expect(judge(start + "x".repeat(900))).toEqual(judge(start));
    // Long names do not make it slow either.
    const names = Array.from({ length: 1_000 }, (_, index) => `${"name ".repeat(1_000)}${index}`);
    expect(judge("trout violet anchor ladle", names).strength).toBe("strong");
  });

  it("names each problem by a code that has a sentence", () => {
    expect(PASSWORD_FAULTS).toContain(judge("monkeymonkey").fault);
  });
});
