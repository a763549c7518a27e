import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { VerificationView } from "@/components/public/verify/verification-view";
import { VerifyForms } from "@/components/public/verify/verify-forms";
import { VerificationResult } from "@/lib/credentials/external-badges/schema";
import { LOCALES, type Locale } from "@/lib/kernel/locales";
import { withMessages } from "../../support/browser/with-messages";

const rendered = async (locale: Locale, element: ReactElement): Promise<string> =>
  renderToStaticMarkup(await withMessages(element, locale));

const badge = {
  name: "<b>Analysis</b>",
  issuer: "Open University",
  earner: null,
  issued_on: "2026-03-01",
  expires_on: null,
};

const verdict = (changes: Partial<VerificationResult> = {}): VerificationResult => ({
  status: "valid",
  isOurs: false,
  badge,
  domain: null,
  revocation: null,
  page: "https://open.example.org/badge",
  host: "open.example.org",
  checked_at: "2026-11-21T12:00:00.000Z",
  ...changes,
});

describe.each(LOCALES)("the page that verifies badges, in %s", (locale) => {
  it.each(VerificationResult.shape.status.options)("shows a badge with the status %s", async (standing) => {
    for (const isOurs of [true, false]) {
      const html = await rendered(
        locale,
        createElement(VerificationView, { verdict: verdict({ status: standing, isOurs }) }),
      );
      expect(html).toContain("&lt;b&gt;Analysis&lt;/b&gt;");
      expect(html).toMatch(/2026/);
    }
  });

  it.each(["no_file", "too_large", "too_many", "outdated", null] as const)(
    "shows its forms with the problem %s",
    async (problem) => {
      const html = await rendered(
        locale,
        createElement(VerifyForms, { url: 'https://x.example/"', problem }),
      );
      expect(html).toContain('value="https://x.example/&quot;"');
    },
  );
});

describe("a result", () => {
  it("for a revoked badge shows when and why, and no longer the recipient", async () => {
    const revocation = { on: "2026-05-04", reason: "A <wrong> exam." };
    const changes = { standing: "revoked", isOurs: true, revocation } as const;
    const html = await rendered("en", createElement(VerificationView, { verdict: verdict(changes) }));
    expect(html).toContain("May 4, 2026");
    expect(html).toContain("A &lt;wrong&gt; exam.");
    expect(html).not.toContain("Earner");
  });

  it("links only to web addresses, and to other sites without passing on our reputation", async () => {
    const show = (changes: Partial<VerificationResult>) =>
      rendered("en", createElement(VerificationView, { verdict: verdict(changes) }));
    expect(await show({ page: "javascript:alert(1)" })).not.toContain("href");
    expect(await show({})).toContain('rel="nofollow noopener noreferrer"');
    expect(await show({ isOurs: true })).not.toContain("nofollow");
  });
});
