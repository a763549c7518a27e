import { describe, expect, it } from "vitest";
import { withLanguage, LOCALES, type Locale } from "@/lib/kernel/locales";
import type { RenderedMail } from "@/lib/delivery/mail/define-mail";
import { accountChanged } from "@/lib/delivery/mail/mails/account-changed";
import { confirmEmail, mergeAccounts, password } from "@/lib/delivery/mail/mails/addresses";
import { expiringBadge, pendingBadge, replacedBadge, revokedBadge } from "@/lib/delivery/mail/mails/badges";
import { connectCourse } from "@/lib/delivery/mail/mails/connect-course";
import { domainLost } from "@/lib/delivery/mail/mails/domain-lost";
import { employeeInvitation, memberInvitation } from "@/lib/delivery/mail/mails/invitations";
import { noticeMail } from "@/lib/delivery/mail/mails/notice";
import { several } from "@/lib/delivery/mail/mails/several";
import { webhookFailing } from "@/lib/delivery/mail/mails/webhook-failing";
import type { NoticeKind } from "@/lib/organizations/notices/choices";
import { MAIL_KINDS, type MailKind } from "@/lib/delivery/mail/choices";

const facts = {
  earner: "Zita",
  address: "zita@example.org",
  badgeName: "Q-Badge 7",
  imageUrl: "https://badges.example.org/images/1/image.png",
  issuer: "Kölner Werkstatt",
  issuerColor: "#7a1f3d",
  link: "https://badges.example.org/accept/1?token=abc-DEF_1",
};
const organization = "Kölner Werkstatt";
const account = "older@example.org";
const day = new Date("2027-01-31T12:00:00Z");

/** The data of each kind of notice, and of the two mails about a domain. */
const NOTICES = {
  webhooks_failing: { failing_since: day.toISOString() },
  token_ending: {
    credential: "authorization_token",
    id: "00000000-0000-4000-8000-000000000000",
    name: "Portal 7",
    ends_at: day.toISOString(),
  },
  domain_failing: { event: "proof_missing", domain: "lumen.example.net", ends_at: day.toISOString() },
  import_finished: {
    import_id: "00000000-0000-4000-8000-000000000000",
    file_name: "A7.csv",
    outcome: "done",
    issued_count: 1234,
    failed_count: 1,
  },
  new_sign_in: { address: "203.0.113.7", browser: "Firefox", signed_in_at: day.toISOString() },
};

type Case = {
  render: (locale: Locale) => Promise<RenderedMail>;
  /** The facts that the mail must contain in its text part. */
  named: string[];
  /** Whether the mail contains the date. */
  isDated?: boolean;
};

const { earner, address, badgeName, issuer, link } = facts;
const noticeFacts = { organization, color: null, address, link };
const ofBadge = [earner, address, badgeName, issuer];

const CASES: Record<MailKind, Case> = {
  pending_badge: {
    render: (locale) => pendingBadge.render(locale, { ...facts, description: "1–2–3" }),
    named: [...ofBadge, "1–2–3", link],
  },
  replaced_badge: {
    render: (locale) => replacedBadge.render(locale, { ...facts, message: "4–5–6", isPending: true }),
    named: [...ofBadge, "4–5–6", link],
  },
  revoked_badge: {
    render: (locale) => revokedBadge.render(locale, { ...facts, reason: "7–8–9" }),
    named: [...ofBadge, "7–8–9"],
  },
  expiring_badge: {
    render: (locale) => expiringBadge.render(locale, { ...facts, expiresOn: day }),
    named: [...ofBadge, link],
    isDated: true,
  },
  employee_invitation: {
    render: (locale) =>
      employeeInvitation.render(locale, { employee: earner, address, organization, color: null, link }),
    named: [earner, address, organization, link],
  },
  member_invitation: {
    render: (locale) =>
      memberInvitation.render(locale, {
        inviter: "Otto",
        role: "viewer",
        expiresAt: day,
        address,
        organization,
        color: null,
        link,
      }),
    named: ["Otto", address, organization, link],
    isDated: true,
  },
  several: {
    render: (locale) =>
      several.render(locale, {
        organization,
        address,
        areAllNewBadges: true,
        items: [badgeName, earner].map((line) => () => ({
          line,
          note: "10–11",
          link: { href: link, label: line },
        })),
      }),
    named: [badgeName, earner, "10–11", address, organization, link],
  },
  confirm_email: {
    render: (locale) => confirmEmail.render(locale, { kind: "confirm_email", address, account, link }),
    named: [address, account, link],
  },
  merge_accounts: {
    render: (locale) => mergeAccounts.render(locale, { kind: "merge_accounts", address, account, link }),
    named: [address, account, link],
  },
  connect_course: {
    render: (locale) =>
      connectCourse.render(locale, {
        course: badgeName,
        app: earner,
        organization,
        address,
        color: null,
        link,
      }),
    named: [badgeName, earner, organization, address, link],
  },
  password: {
    render: (locale) => password.render(locale, { address, link }),
    named: [address, link],
  },
  account_changed: {
    render: (locale) => accountChanged.render(locale, { change: "password", address, link }),
    named: [address, link],
  },
  webhook_failing: {
    render: (locale) =>
      webhookFailing.render(locale, {
        organization,
        webhookUrl: "https://hooks.example.org/x",
        failingSince: day,
        color: null,
        link,
      }),
    named: [organization, "https://hooks.example.org/x", link],
    isDated: true,
  },
  domain_lost: {
    render: (locale) =>
      domainLost.render(locale, { organization, domain: "lumen.example.net", color: null, link }),
    named: [organization, "lumen.example.net", link],
  },
  notice: {
    render: (locale) =>
      noticeMail.render(locale, { ...noticeFacts, kind: "token_ending", data: NOTICES.token_ending }),
    named: [organization, "Portal 7", link],
    isDated: true,
  },
};

const withoutFacts = (text: string, { named }: Case): string =>
  named.reduce((rest, fact) => rest.replaceAll(fact, ""), text);

/** Sequences of three words in a text, which two languages do not share by chance. */
const triples = (text: string): string[] => {
  const words = text.match(/\p{L}+/gu) ?? [];
  return words.slice(2).map((word, index) => `${words[index]} ${words[index + 1]} ${word}`.toLowerCase());
};

const onOneLine = (text: string): string => text.replace(/\s+/g, " ");

describe.each(LOCALES)("mails in %s", (locale) => {
  it.each(MAIL_KINDS)("%s: contains every fact, in its language only", async (kind) => {
    const one = CASES[kind];
    const { subject, html, text } = await one.render(locale);
    expect(html).toContain(`<html dir="ltr" lang="${locale}"`);
    expect(html).toMatch(new RegExp(`<body[^>]* lang="${locale}"`));
    for (const fact of one.named) expect(onOneLine(text), fact).toContain(fact);
    const date = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(day);
    expect(onOneLine(text).includes(date)).toBe(one.isDated === true);
    const said = withoutFacts(`${subject}\n${onOneLine(text)}`, one);
    // Neither a placeholder nor a key of a message.
    expect(said).not.toMatch(/[{}]|\b\w+_\w+\b|, (select|plural),/);
    const english = await one.render("en");
    const own = new Set(locale === "en" ? [] : triples(said));
    const left = triples(withoutFacts(`${english.subject}\n${onOneLine(english.text)}`, one));
    expect(left.filter((words) => own.has(words))).toEqual([]);
    expect(subject === english.subject).toBe(locale === "en");
  });

  it("describes each change of an account in a sentence of its own, by either address", async () => {
    const changes = ["primary", "removed", "gone", "password", "merged"] as const;
    const mails = await Promise.all(
      changes.map((change) => accountChanged.render(locale, { change, address, link })),
    );
    expect(new Set(mails.map(({ subject }) => subject)).size).toBe(changes.length);
    for (const [index, { text }] of mails.entries()) {
      expect(onOneLine(text)).toContain(address);
      expect(text).not.toMatch(/[{}]|, select,/);
      // No link for an address that no longer gives access to an account.
      expect(onOneLine(text).includes(link)).toBe(changes[index] !== "gone");
    }
  });

  it("writes the mail of each kind of notice in its own words", async () => {
    const texts = await Promise.all(
      Object.entries(NOTICES).map(async ([kind, data]) => {
        const own = kind === "new_sign_in" ? { ...noticeFacts, organization: null } : noticeFacts;
        const { subject, text } = await noticeMail.render(locale, { ...own, kind: kind as NoticeKind, data });
        return `${subject}\n${onOneLine(text).replaceAll(link, "")}`;
      }),
    );
    for (const text of texts) expect(text).not.toMatch(/[{}]|\b\w+_\w+\b|, (select|plural),/);
    const [webhooks, token, domain, finished, signIn] = texts;
    expect(webhooks).toContain(organization);
    expect(token).toContain("Portal 7");
    expect(domain).toContain("lumen.example.net");
    expect(finished).toContain("A7.csv");
    expect(finished).toContain(onOneLine(new Intl.NumberFormat(locale).format(1234)));
    for (const fact of ["203.0.113.7", "Firefox", address, "2027"]) expect(signIn).toContain(fact);
    const english = await noticeMail.render("en", {
      ...noticeFacts,
      kind: "token_ending",
      data: NOTICES.token_ending,
    });
    expect(token?.startsWith(english.subject)).toBe(locale === "en");
  });

  it("describes the badge image", async () => {
    const { html } = await CASES.pending_badge.render(locale);
    const alt = /<img[^>]* alt="([^"]*)"/.exec(html)?.[1] ?? "";
    expect(alt).toContain(badgeName);
    expect(alt).not.toBe(badgeName);
  });

  it("uses no empty names", async () => {
    const { text } = await pendingBadge.render(locale, { ...facts, earner: "", description: "x" });
    expect(text).not.toMatch(/^\s*[,、，]|さん、|(^|\n) ?님/);
  });
});

describe("an address of this service", () => {
  it("gets its language in addition to its other parameters", () => {
    expect(withLanguage("https://badges.example.org/accept/1?token=abc-DEF_1", "zh-CN")).toBe(
      "https://badges.example.org/accept/1?token=abc-DEF_1&lang=zh-CN",
    );
  });
});
