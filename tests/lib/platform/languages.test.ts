import { describe, expect, it } from "vitest";
import { chooseLocale } from "@/lib/platform/languages/choose-locale";
import { loadTranslator } from "@/lib/platform/languages/translator";

describe("the language of a page", () => {
  it("is the chosen one, whatever the browser prefers", () => {
    expect(chooseLocale({ chosen: "ja", accepts: "de" })).toBe("ja");
    expect(chooseLocale({ chosen: "xx", accepts: "de" })).toBe("de");
  });

  it.each([
    ["de-AT,en;q=0.5", "de"],
    ["nl,de;q=0.5", "de"],
    ["en;q=0.5,ko-KR", "ko"],
    ["es", "es-ES"],
    ["es-MX", "es-US"],
    ["pt-BR", "pt-BR"],
    ["pt-PT", "pt"],
    ["fr-BE", "fr"],
    ["fr-CA", "fr-CA"],
    ["zh-Hans-SG", "zh-CN"],
    ["nl", "en"],
    ["*", "en"],
    ["", "en"],
    ["a-\u0000;;q=x, §$%", "en"],
    ["de,".repeat(100_000), "de"],
  ])("fits the browser's preference: %.30s", (accepts, locale) => {
    expect(chooseLocale({ accepts })).toBe(locale);
  });
});

describe("sentences outside pages", () => {
  it("are in the requested language", async () => {
    const { t, format } = await loadTranslator("ja", "common");
    expect(t("sign_in")).toBe("ログイン");
    expect(format.dateTime(new Date("2026-03-01T23:00:00Z"), { dateStyle: "long" })).toBe("2026年3月1日");
  });
});
