import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { parseEnv } from "@/lib/kernel/env";

const REQUIRED = {
  DATABASE_URL: "postgresql://localhost/badges",
  ENCRYPTION_KEY: Buffer.alloc(32).toString("base64"),
  SESSION_SECRET: "x".repeat(32),
};

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllEnvs());

/** The name in the header of pages, and the sender in the header of mails, in a new process. */
async function readNames(locale: "en" | "ja"): Promise<string[]> {
  const { loadTranslator } = await import("@/lib/platform/languages/translator");
  const [common, mail] = [await loadTranslator(locale, "common"), await loadTranslator(locale, "mail")];
  return [common.t("product"), mail.t("sender")];
}

describe("the name of the installation", () => {
  it("stands on pages and in mails of each language, with apostrophes", async () => {
    vi.stubEnv("INSTALLATION_NAME", "  King's & Queen's 'College' #1 ");
    for (const locale of ["en", "ja"] as const) {
      expect(await readNames(locale)).toEqual([
        "King's & Queen's 'College' #1",
        "King's & Queen's 'College' #1",
      ]);
    }
  });

  it("is that of the product, in each language, when none is set", async () => {
    vi.stubEnv("INSTALLATION_NAME", "");
    expect([await readNames("en"), await readNames("ja")]).toEqual([
      ["Badges", "Your badges"],
      ["バッジ", "あなたのバッジ"],
    ]);
  });

  it("must not be markup or placeholders of texts", () => {
    for (const name of ["<b>Elm</b>", "{name}", "Elm\nAcademy", "x".repeat(61)]) {
      expect(() => parseEnv({ ...REQUIRED, INSTALLATION_NAME: name })).toThrow("INSTALLATION_NAME");
    }
    expect(parseEnv({ ...REQUIRED, INSTALLATION_NAME: " Elm " }).INSTALLATION_NAME).toBe("Elm");
  });
});
