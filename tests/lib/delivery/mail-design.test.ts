import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PLACEHOLDERS } from "@/lib/delivery/mail-designs/choices";
import { parseSender } from "@/lib/delivery/mail-designs/installation-sender";
import { fillPlaceholders, findPlaceholderProblem } from "@/lib/delivery/mail-designs/placeholders";
import { findSenderNameProblem, findWordProblem, MailDesignInput } from "@/lib/delivery/mail-designs/schema";
import { pendingBadge } from "@/lib/delivery/mail/mails/badges";

const allowed = PLACEHOLDERS.pending_badge;

/** Texts of the pieces from which placeholders, tags and links consist, and of anything else. */
const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "{{",
        "}}",
        "{",
        "}",
        "badge_name",
        " ",
        "$&",
        "<b onload=x>",
        "</p>",
        "&amp;",
        "\n",
        "www.",
      ),
      fc.string({ unit: "binary" }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""));

describe("placeholders", () => {
  it("are replaced once, with and without spaces inside", () => {
    const values = { badge_name: "{{issuer_name}} $& 7", issuer_name: "Elm" };
    expect(fillPlaceholders("{{badge_name}} by {{ issuer_name }}", values)).toBe(
      "{{issuer_name}} $& 7 by Elm",
    );
  });

  it("name an unknown one and those that exist", () => {
    expect(findPlaceholderProblem("Hello {{nmae}}", ["a", "b", "c"])).toBe(
      "has the unknown placeholder {{nmae}}. Use {{a}}, {{b}} or {{c}}",
    );
    expect(findPlaceholderProblem("Hello {{toString}}", allowed)).toContain("{{toString}}");
    expect(findPlaceholderProblem("Hello {{badge_name}", allowed)).toContain("double braces");
    expect(findPlaceholderProblem("Hello {badge_name} {{ badge_name }}", allowed)).toBeNull();
  });

  it("never fail on any text, and none that was accepted stays", () => {
    fc.assert(
      fc.property(anyText, fc.string(), (text, value) => {
        const values = Object.fromEntries(allowed.map((name) => [name, value.replaceAll(/[{}]/g, "")]));
        const filled = fillPlaceholders(text, values);
        fc.pre(findPlaceholderProblem(text, allowed) === null);
        expect(filled).not.toMatch(/\{\{|\}\}/);
      }),
    );
  });
});

describe("words of an organization", () => {
  it.each([
    "see https://evil.example",
    "WWW.evil.example",
    "ｗｗｗ．evil",
    "http：／／x",
    "ww\u200Bw.x",
    "ftp://x",
  ])("refuse the link in %j", (text) => expect(findWordProblem(text)).toMatch(/links/));

  it.each(["<b>Hi</b>", "<img src=x>", "<!-- x -->", "a</p >b"])("refuse the HTML in %j", (text) => {
    expect(findWordProblem(text)).toMatch(/HTML/);
  });

  it.each(["Awww. Well done!", "5 < 6, and 7 > 6", "I <3 it", "Note: see page 3 / 4"])(
    "accept %j",
    (text) => {
      expect(findWordProblem(text)).toBeNull();
    },
  );

  it.each(["bank@example.org", "Bank ＠ example", "<Bank>", "Bank\u202Eknab", "Bank\u2028Bcc: x"])(
    "refuse %j as the name of a sender",
    (name) => expect(findSenderNameProblem(name)).not.toBeNull(),
  );

  it("refuse line breaks in subjects and names of senders", () => {
    for (const text of ["a\nb", "a\r\nBcc: eve@example.org", "a\u0085b"]) {
      const texts = { en: { pending_badge: { subject: text } } };
      expect(MailDesignInput.safeParse({ texts }).success).toBe(false);
      expect(MailDesignInput.safeParse({ sender_name: text }).success).toBe(false);
    }
  });
});

describe("mails with an organization's words", () => {
  const facts = {
    earner: "Zita",
    recipient: "Zita Kovács",
    address: "zita@example.org",
    badgeName: "Tides <i>7</i>",
    imageUrl: "https://badges.example.org/images/1/image.png",
    issuer: "Elm & Oak",
    issuerColor: null,
    link: "https://badges.example.org/accept/1",
    description: "1–2–3",
  };

  it("show them as plain text, whatever they contain", async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        const texts = { subject: text, heading: text, opening: `${text}<script>{{badge_name}}` };
        const { html } = await pendingBadge.render("en", { ...facts, texts });
        expect(html).not.toMatch(/<script|<b onload|<i>7/);
      }),
      { numRuns: 30 },
    );
  });

  it("call a recipient without a name by their address", async () => {
    const texts = { subject: "{{recipient_first_name}}, {{recipient_name}}", heading: null, opening: null };
    const { subject } = await pendingBadge.render("fr", { ...facts, earner: "", recipient: "", texts });
    expect(subject).toBe("zita@example.org, zita@example.org");
  });
});

it("takes the address from each form of the installation's sender", () => {
  expect(parseSender('"Badges, Inc." <badges@example.org>')).toEqual({
    name: "Badges, Inc.",
    address: "badges@example.org",
  });
  expect(parseSender("badges@localhost")).toEqual({ name: "", address: "badges@localhost" });
});
