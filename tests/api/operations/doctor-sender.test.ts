import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { env } from "@/lib/kernel/env";
import { RCODES, startDnsServer } from "../../support/platform/dns-server";
import { findProblems, findReasonToSkip } from "../../support/platform/examination";

// What receivers look up about the domain of MAIL_FROM.

const DMARC = "v=DMARC1; p=reject";
const DOMAIN = "mail.example.org";

let dns: Awaited<ReturnType<typeof startDnsServer>>;

beforeEach(async () => {
  dns = await startDnsServer();
  onTestFinished(dns.stop);
  env().DNS_SERVERS = [dns.address];
});
afterEach(() => {
  env().DNS_SERVERS = undefined;
});

const check = (from = `Badges <badges@${DOMAIN}>`) =>
  findProblems("mail-sender", { variables: { SMTP_URL: "smtp://127.0.0.1:1", MAIL_FROM: from } });

it("is no public address", async () => {
  expect(await check("Badges <badges@localhost>")).toEqual([
    "MAIL_FROM is badges@localhost, which is no public address.",
  ]);
  expect(await findReasonToSkip("mail-sender")).toBe("SMTP_URL is not set");
});

describe("SPF", () => {
  beforeEach(() => dns.put(`_dmarc.${DOMAIN}`, DMARC));

  it.each<[what: string, record: string, others: Record<string, string>]>([
    ["addresses", "v=spf1 ip4:192.0.2.1 -all", {}],
    ["hosts", "v=spf1 mx a:smtp.example.org ?all", {}],
    [
      "another record",
      "v=spf1 include:_spf.provider.example ~all",
      { "_spf.provider.example": "v=spf1 ip4:192.0.2.0/24 -all" },
    ],
    ["a redirect", "v=spf1 redirect=_spf.example.org", { "_spf.example.org": "v=spf1 mx -all" }],
    ["a redirect that “all” makes void", "v=spf1 mx -all redirect=nowhere.example", {}],
    ["a macro", "v=spf1 include:%{ir}.lists.example -all", {}],
  ])("names %s", async (_what, record, others) => {
    dns.put(DOMAIN, record);
    for (const [name, text] of Object.entries(others)) dns.put(name, text);
    expect(await check()).toEqual([]);
  });

  it("is missing", async () => {
    dns.put(DOMAIN, "v=spf10 mx -all");
    expect(await check()).toEqual([
      `${DOMAIN} has no SPF record (no TXT record that begins with v=spf1). It is the domain of MAIL_FROM.`,
    ]);
  });

  it.each<[record: string, problem: string]>([
    ["v=spf1 -all", "permits no server"],
    ["v=spf1 ip4:192.0.2.1 +all", "permits every server"],
    ["v=spf1 all", "permits every server"],
  ])("is of little use: %s", async (record, text) => {
    dns.put(DOMAIN, record);
    expect(await check()).toEqual([
      `The SPF record of ${DOMAIN} ${text} to send. It is the domain of MAIL_FROM. Its SPF record is “${record}”.`,
    ]);
  });

  it.each(["v=spf1 include:spf.nowhere.example -all", "v=spf1 redirect=spf.nowhere.example"])(
    "needs a record that does not exist: %s",
    async (record) => {
      dns.put(DOMAIN, record);
      expect(await check()).toEqual([
        "spf.nowhere.example has no SPF record (no TXT record that begins with v=spf1). " +
          `${DOMAIN}, the domain of MAIL_FROM, includes or redirects to it. Its SPF record is “${record}”.`,
      ]);
    },
  );

  it("exists twice, or needs too many look-ups", async () => {
    dns.put(DOMAIN, "v=spf1 mx -all", "v=spf1 a -all");
    expect(await check()).toEqual([expect.stringContaining("has several SPF records")]);
    // It includes itself.
    dns.put(DOMAIN, `v=spf1 mx include:${DOMAIN} -all`);
    expect(await check()).toEqual([expect.stringContaining("needs more than 10 look-ups")]);
  });

  it("cannot be looked up", async () => {
    dns.fail(DOMAIN, RCODES.serverFailed);
    expect(await check()).toEqual([
      expect.stringContaining(`The SPF record of ${DOMAIN} cannot be looked up`),
    ]);
  });
});

describe("DMARC", () => {
  const from = (domain: string): string => `Badges <badges@${domain}>`;

  it.each([
    ["mail.example.org", "_dmarc.mail.example.org"],
    ["mail.example.org", "_dmarc.example.org"],
    ["a.b.mail.example.org", "_dmarc.example.org"],
    ["mail.university.ac.uk", "_dmarc.university.ac.uk"],
  ])("of %s may be at %s", async (domain, name) => {
    dns.put(domain, "v=spf1 mx -all");
    dns.put(name, DMARC);
    expect(await check(from(domain))).toEqual([]);
  });

  it.each([
    ["mail.example.org", "_dmarc.org"],
    ["mail.university.ac.uk", "_dmarc.ac.uk"],
  ])("of %s is not that of %s", async (domain, name) => {
    dns.put(domain, "v=spf1 mx -all");
    dns.put(name, DMARC);
    const organizational = domain.slice("mail.".length);
    expect(await check(from(domain))).toEqual([
      `${domain}, the domain of MAIL_FROM, has no DMARC record: none at _dmarc.${domain}, none at _dmarc.${organizational}.`,
    ]);
  });

  it("exists twice, or without a policy", async () => {
    dns.put(DOMAIN, "v=spf1 mx -all");
    dns.put(`_dmarc.${DOMAIN}`, DMARC, "v=DMARC1; p=none");
    expect(await check()).toEqual([expect.stringContaining("several DMARC records")]);
    dns.put(`_dmarc.${DOMAIN}`, "v=DMARC1; p=sometimes");
    expect(await check()).toEqual([expect.stringContaining("has no valid policy: “v=DMARC1; p=sometimes”")]);
    dns.put(`_dmarc.${DOMAIN}`, "v=DMARC1; rua=mailto:d@example.org; p = none");
    expect(await check()).toEqual([]);
  });
});
