import PostalMime from "postal-mime";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { buildPalette } from "@/lib/art/drawing/color";
import { contrast } from "@/lib/art/drawing/oklch";
import { confirmEmail } from "@/lib/delivery/mail/mails/addresses";
import { expiringBadge, pendingBadge, replacedBadge, revokedBadge } from "@/lib/delivery/mail/mails/badges";
import { employeeInvitation, memberInvitation } from "@/lib/delivery/mail/mails/invitations";
import { webhookFailing } from "@/lib/delivery/mail/mails/webhook-failing";
import { nextMailAttempt } from "@/lib/delivery/mail/jobs";
import { createFileTransport } from "@/lib/delivery/mail/transport";

const badge = {
  earner: "Ada",
  address: "ada@example.org",
  badgeName: "Rust Fundamentals",
  description: "Writes safe systems code.\nKnows ownership & borrowing.",
  imageUrl: "https://badges.example.org/images/1/image.png",
  issuer: "Analytical Society",
  issuerColor: "#7a1f3d",
  link: "https://badges.example.org/accept/1?token=abc-DEF_1&lang=en",
};

const markup = `<script>alert(1)</script><img src=x onerror=alert(2)>`;

/** Returns the mail as a receiver parses it, from the file that an installation without a mail server writes. */
async function parsed(mail: { subject: string; html: string; text: string; name: string }) {
  const directory = await mkdtemp(join(tmpdir(), "badges-mail-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const transport = createFileTransport(directory, "Badges <badges@example.org>", "badges.example.org");
  const { name, ...content } = mail;
  await transport.send({
    ...content,
    id: "message-1",
    to: { name, address: "ada@example.org" },
    replyTo: null,
  });
  transport.close();
  const [file = "", ...others] = await readdir(directory);
  expect(others).toEqual([]);
  expect(file).toMatch(/^\d{4}-\d\d-\d\dT[\d-]+Z-message-1\.eml$/);
  return PostalMime.parse(await readFile(join(directory, file)));
}

describe("the mail of a pending badge", () => {
  it("shows the image, name and issuer, and links to the badge", async () => {
    const { subject, html } = await pendingBadge.render("en", badge);
    expect(subject).toBe("Analytical Society has issued you a badge: Rust Fundamentals");
    expect(html).toContain('href="https://badges.example.org/accept/1?token=abc-DEF_1&amp;lang=en"');
    expect(html).toContain('src="https://badges.example.org/images/1/image.png"');
    expect(html).toContain('alt="Badge: Rust Fundamentals"');
    expect(html).toContain("Ada, you have earned a badge");
    expect(html).toContain('lang="en"');
  });

  it("has a text part with the same content", async () => {
    const { text } = await pendingBadge.render("en", badge);
    expect(text).toContain("Rust Fundamentals");
    expect(text).toContain("Knows ownership & borrowing.");
    expect(text).toContain(badge.link);
    expect(text).toContain("decline it");
    expect(text).not.toMatch(/<[a-z]|&amp;|&#|prefers-color-scheme/);
  });

  it.each(["earner", "badgeName", "issuer", "description", "address"] as const)(
    "treats %s as text",
    async (field) => {
      const { html } = await pendingBadge.render("en", { ...badge, [field]: markup });
      expect(html).not.toContain("<script");
      expect(html).not.toContain("<img src=x");
      expect(html).toContain("&lt;script&gt;");
    },
  );

  it("cuts a long description between words", async () => {
    const { text } = await pendingBadge.render("en", { ...badge, description: "word ".repeat(900) });
    expect(text).toContain("word …");
    expect(text.length).toBeLessThan(2_500);
  });

  it("treats braces and tags of a name as text, never as parts of a sentence", async () => {
    const odd = "{badge} <b>{count, plural, other {#}}</b> '{x}'";
    const { subject, text } = await pendingBadge.render("ja", { ...badge, badgeName: odd, issuer: odd });
    expect(subject).toBe(`${odd}からバッジが発行されました：${odd}`);
    expect(text.replace(/\s+/g, " ")).toContain(odd);
  });

  it.each(["#ffff00", "#ffffff", "#000000", "#777777", "not a colour", null])(
    "keeps its button readable on %s",
    (color) => {
      const { plate, ink } = buildPalette(color ?? "", "solid");
      expect(contrast(plate, ink)).toBeGreaterThanOrEqual(4.5);
    },
  );
});

describe("the mails about a badge that was replaced, revoked, or expires", () => {
  const { description, ...facts } = badge;
  const mails = {
    replaced: (changes: object) =>
      replacedBadge.render("en", { ...facts, message: description, isPending: true, ...changes }),
    revoked: (changes: object) => revokedBadge.render("en", { ...facts, reason: description, ...changes }),
    expiring: (changes: object) =>
      expiringBadge.render("en", { ...facts, expiresOn: new Date("2027-01-31"), ...changes }),
  };

  it("contain the issuer's message with its line breaks, in both parts", async () => {
    const { subject, html, text } = await mails.replaced({});
    expect(subject).toBe("Analytical Society has replaced your badge: Rust Fundamentals");
    expect(html).toContain("Writes safe systems code.<br/>");
    expect(text).toContain("Writes safe systems code.\nKnows ownership & borrowing.");
    expect(text).toContain(badge.link);
  });

  it("contain the reason why a badge was revoked, if it is known, and no link", async () => {
    const { html, text } = await mails.revoked({});
    expect(text).toContain("Reason:");
    expect(html).not.toContain("href=");
    expect((await mails.revoked({ reason: null })).text).not.toContain("Reason:");
  });

  it("contain the date of expiration", async () => {
    const { subject, text } = await mails.expiring({});
    expect(subject).toBe("Your badge Rust Fundamentals expires on January 31, 2027");
    expect(text).toContain("valid until January 31, 2027");
  });

  it.each(Object.entries(mails))(
    "%s: uses no empty names, and treats all names as text",
    async (_name, render) => {
      expect((await render({ earner: "" })).html).not.toMatch(/>\s*,/);
      const { html } = await render({
        earner: markup,
        badgeName: markup,
        issuer: markup,
        message: markup,
        reason: markup,
      });
      expect(html).not.toContain("<script");
      expect(html).not.toContain("<img src=x");
    },
  );
});

describe("the mail that invites an employee", () => {
  const invitation = {
    employee: "Ada",
    address: "ada@example.org",
    organization: "Analytical Society",
    color: "#7a1f3d",
    link: "https://badges.example.org/sign-in",
  };

  it("says who invites and what for, and links to the sign-in", async () => {
    const { subject, html, text } = await employeeInvitation.render("en", invitation);
    expect(subject).toBe("Analytical Society invites you to connect your badges");
    expect(html).toContain("Ada, connect with Analytical Society");
    expect(html).toContain('href="https://badges.example.org/sign-in"');
    expect(text).toContain("It is your choice.");
    expect(text).toContain("ada@example.org");
    const nameless = await employeeInvitation.render("en", { ...invitation, employee: null });
    expect(nameless.html).toContain("Connect with Analytical Society");
  });

  it.each(["employee", "address", "organization"] as const)("treats %s as text", async (field) => {
    const { html } = await employeeInvitation.render("en", { ...invitation, [field]: markup });
    expect(html).not.toContain("<script");
    expect(html).toContain("&lt;script&gt;");
  });
});

describe("the mail that invites a member", () => {
  const invitation = {
    inviter: "Mara Lind",
    address: "ada@example.org",
    organization: "Analytical Society",
    role: "issuer" as const,
    color: "#7a1f3d",
    expiresAt: new Date("2026-11-28T09:00:00Z"),
    link: "https://badges.example.org/invitations/1?token=abc",
  };

  it("says who invites, the role and what it means, and until when, in HTML and text", async () => {
    const { subject, html, text } = await memberInvitation.render("en", invitation);
    expect(subject).toBe("Join Analytical Society on its badge console");
    expect(html).toContain('href="https://badges.example.org/invitations/1?token=abc"');
    for (const sentence of ["invites you to become an issuer", "An issuer creates", "November 28, 2026"]) {
      expect(text.replace(/\s+/g, " ")).toContain(sentence);
    }
    const own = await memberInvitation.render("en", { ...invitation, inviter: null });
    expect(own.text.replace(/\s+/g, " ")).toContain("Analytical Society invites you to become an issuer.");
  });

  it.each(["inviter", "address", "organization"] as const)("treats %s as text", async (field) => {
    const { html } = await memberInvitation.render("en", { ...invitation, [field]: markup });
    expect(html).not.toContain("<script");
    expect(html).toContain("&lt;script&gt;");
  });
});

describe("the mail of a failing webhook", () => {
  it("contains the address, the start of the failure and a link to the console", async () => {
    const { subject, html, text } = await webhookFailing.render("en", {
      organization: "Analytical Society",
      color: null,
      webhookUrl: "https://hooks.example.org/badges?a=1&b=2",
      failingSince: new Date("2026-11-16T09:00:00Z"),
      link: "https://badges.example.org/console/analytical-society",
    });
    expect(subject).toContain("Analytical Society");
    expect(html).toContain("November 16, 2026");
    expect(html).toContain("https://hooks.example.org/badges?a=1&amp;b=2");
    expect(text).toContain("https://badges.example.org/console/analytical-society");
  });
});

describe("headers", () => {
  it("accept no line break from a name, a subject or an issuer", async () => {
    const evil = "Ada\r\nBcc: eve@example.org\r\n\r\nhello";
    const content = await pendingBadge.render("en", { ...badge, issuer: evil, badgeName: evil });
    const mail = await parsed({ ...content, name: `${evil}, eve@example.org` });
    expect(mail.bcc).toBeUndefined();
    expect(mail.headers.map(({ key }) => key)).not.toContain("bcc");
    expect(mail.to?.map(({ address }) => address)).toEqual(["ada@example.org"]);
    expect(mail.subject).not.toMatch(/[\r\n]/);
  });

  it("contain a Message-ID from the outbox message and ask for no automatic replies", async () => {
    const mail = await parsed({ ...(await pendingBadge.render("en", badge)), name: "Ada Lovelace" });
    expect(mail.messageId).toBe("<message-1@badges.example.org>");
    expect(mail.headers).toContainEqual(
      expect.objectContaining({ key: "auto-submitted", value: "auto-generated" }),
    );
    expect(mail.from).toEqual({ name: "Badges", address: "badges@example.org" });
    expect(mail.html).toContain("Rust Fundamentals");
    expect(mail.text).toContain("Rust Fundamentals");
  });
});

describe("retries of a mail", () => {
  it("wait 1 min, 5 min, 30 min, 2 h, 6 h, then 12 h each, for up to three days", () => {
    const first = new Date("2026-01-01T00:00:00Z");
    const waits: number[] = [];
    for (let failures = 1, now = first; ; failures += 1) {
      const next = nextMailAttempt(failures, first, now);
      if (!next) break;
      waits.push((next.getTime() - now.getTime()) / 60_000);
      now = next;
    }
    expect(waits).toEqual([1, 5, 30, 120, 360, 720, 720, 720, 720, 720]);
  });
});

describe.each(["confirm_email", "merge_accounts"] as const)("the mail of an added address: %s", (kind) => {
  const props = {
    address: "new@example.org",
    account: "old@example.org",
    link: "https://badges.example.org/wallet/emails/1/confirm?token=abc-DEF_1",
  };

  it("says which account added it, and links to the page that confirms, once in the text part", async () => {
    const mail = await parsed({ ...(await confirmEmail.render("en", { ...props, kind })), name: "" });
    expect(mail.to).toEqual([{ address: "ada@example.org", name: "" }]);
    expect(mail.text).toContain(`${props.account} has added ${props.address}`);
    expect(mail.text?.split(props.link)).toHaveLength(2);
    expect(mail.html).toContain(`href="${props.link}"`);
  });

  it("treats addresses as text", async () => {
    const { html } = await confirmEmail.render("en", { ...props, kind, account: markup, address: markup });
    expect(html).not.toContain("<script");
    expect(html).not.toContain("<img src=x");
  });
});
