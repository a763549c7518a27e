import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { VerificationView } from "@/components/public/verify/verification-view";
import { VerifyForms } from "@/components/public/verify/verify-forms";
import { REASON_CODES } from "@/lib/credentials/verification/checks";
import { VerificationResult } from "@/lib/credentials/verification/schema";
import { LOCALES, type Locale } from "@/lib/kernel/locales";
import { withMessages } from "../../support/browser/with-messages";

const rendered = async (locale: Locale, element: ReactElement): Promise<string> =>
  renderToStaticMarkup(await withMessages(element, locale));

const badge = {
  name: "<b>Analysis</b>",
  description: null,
  earner: null,
  issued_on: "2026-03-01",
  expires_on: null,
  is_test: false,
};

const checks: VerificationResult["checks"] = [
  { check: "format", result: "passed", reason: null, detail: "Open Badges <3.0>" },
  { check: "issuer", result: "passed", reason: null, detail: "open.example.org" },
  { check: "authenticity", result: "passed", reason: "signed", detail: "eddsa-rdfc-2022" },
];

const createResult = (changes: Partial<VerificationResult> = {}): VerificationResult => ({
  status: "valid",
  issued_here: false,
  badge,
  issuer: { id: null, name: "Open University", host: "open.example.org", domain: null },
  revocation: null,
  differences: [],
  extensions: [],
  checks,
  url: "https://open.example.org/badge",
  checked_at: "2026-11-21T12:00:00.000Z",
  ...changes,
});

describe.each(LOCALES)("the page that verifies badges, in %s", (locale) => {
  it.each(VerificationResult.shape.status.options)("shows a badge with the status %s", async (status) => {
    for (const issued_here of [true, false]) {
      const html = await rendered(
        locale,
        createElement(VerificationView, { result: createResult({ status, issued_here }) }),
      );
      expect(html).toContain("&lt;b&gt;Analysis&lt;/b&gt;");
      expect(html).toMatch(/2026/);
      expect(html).toContain("Open Badges &lt;3.0&gt;");
    }
  });

  it.each(REASON_CODES)("says the reason %s", async (reason) => {
    const failedChecks = checks.map((check) => ({ ...check, result: "unknown", reason }) as const);
    const html = await rendered(
      locale,
      createElement(VerificationView, {
        result: createResult({ status: "unverifiable", checks: failedChecks }),
      }),
    );
    expect(html).not.toContain(`verify.reason.${reason}`);
    expect(html).toContain("(eddsa-rdfc-2022)");
  });

  it("shows what was altered", async () => {
    const differences = [
      { field: "name", issued: "Analysis", given: "<i>Doctor" },
      { field: "proof", issued: null, given: null },
    ];
    const html = await rendered(
      locale,
      createElement(VerificationView, { result: createResult({ status: "altered", differences }) }),
    );
    expect(html).toContain("&lt;i&gt;Doctor");
  });

  it("lists what was signed and not checked as closed plain text, without links", async () => {
    const extensions = [{ path: "evidence.0.id", text: "https://evil.example/ <script>alert(1)</script>" }];
    const html = await rendered(
      locale,
      createElement(VerificationView, { result: createResult({ extensions }) }),
    );
    expect(html).toMatch(/<details(?![^>]* open)[^>]*><summary/);
    expect(html).toContain("https://evil.example/ &lt;script&gt;");
    expect(html).not.toContain('href="https://evil.example');
    expect(html).not.toContain("verify.extension");
    const without = await rendered(locale, createElement(VerificationView, { result: createResult() }));
    expect(without).not.toContain("<details");
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
    const changes = { status: "revoked", issued_here: true, revocation } as const;
    const html = await rendered("en", createElement(VerificationView, { result: createResult(changes) }));
    expect(html).toContain("May 4, 2026");
    expect(html).toContain("A &lt;wrong&gt; exam.");
    expect(html).not.toContain("Earner");
  });

  it("links only to web addresses, and to other sites without passing on our reputation", async () => {
    const show = (changes: Partial<VerificationResult>) =>
      rendered("en", createElement(VerificationView, { result: createResult(changes) }));
    expect(await show({ url: "javascript:alert(1)" })).not.toContain("href");
    expect(await show({})).toContain('rel="nofollow noopener noreferrer"');
    expect(await show({ issued_here: true })).not.toContain("nofollow");
  });
});
