import { describe, expect, it, onTestFinished, vi } from "vitest";
import { env } from "@/lib/kernel/env";
import * as outbound from "@/lib/platform/outbound/send";
import * as check from "@/lib/organizations/domains/check";
import { createTestOrganization } from "../../support/builders";
import { RCODES, startDnsServer } from "../../support/platform/dns-server";
import {
  checkDomain,
  removeProof,
  dns,
  listDomainActions,
  FILE_PATH,
  newDomainName,
  organization,
  publishProof,
  readDomain,
  setDomain,
  site,
  useDomains,
  createVerifiedDomain,
} from "../../support/organizations/domain-setting";
import { sql } from "../../support/platform/database";
import { createLookup } from "../../support/platform/outbound-certificates";

useDomains();

const readVerification = async (by = organization) => {
  const { verified, verified_at } = (await by.client.get("")).data;
  return { verified, verified_at };
};

/** Blocks this service from reaching web servers, as in a closed network. */
const failOutbound = () =>
  vi.mocked(outbound.sendOutbound).mockResolvedValue({
    kind: "failure",
    reason: "refused",
    message: "No route.",
    ours: true,
    durationMs: 1,
  });

describe("PUT /organizations/{id}/domain", () => {
  it("200: the domain, not verified yet, with both ways to prove it", async () => {
    const name = newDomainName();
    const domain = await setDomain(name);
    const value = expect.stringMatching(/^badges-domain-verification=[A-Za-z0-9]{32}$/);
    expect(domain).toEqual({
      name,
      verified: false,
      verified_at: null,
      method: null,
      failing_since: null,
      ends_at: null,
      lost_at: null,
      last_checked_at: null,
      next_check_at: domain.created_at,
      dns: { name: `_badges-challenge.${name}`, type: "TXT", value, found: null },
      file: { url: `https://${name}${FILE_PATH}`, content: domain.dns.value, found: null },
      created_at: domain.created_at,
    });
    expect(await readDomain()).toEqual(domain);
    expect(await listDomainActions()).toEqual(["organization_domain.update"]);
  });

  it("200: setting the same name again changes nothing, and writes no audit entry", async () => {
    const domain = await createVerifiedDomain();
    expect(await setDomain(domain.name.toUpperCase())).toEqual(domain);
    expect(await listDomainActions()).toEqual(["organization_domain.update", "organization_domain.verify"]);
  });

  it("200: another name ends the verification and gets a new value", async () => {
    const before = await createVerifiedDomain();
    const after = await setDomain();
    expect(after).toMatchObject({ verified: false, last_checked_at: null, method: null });
    expect(after.dns.value).not.toBe(before.dns.value);
    expect(await readVerification()).toEqual({ verified: false, verified_at: null });
  });

  it.each([
    ["example.org", "example.org"],
    [" Sub.Example.CO.UK. ", "sub.example.co.uk"],
    ["bücher.de", "xn--bcher-kva.de"],
    ["食狮.公司.cn", "xn--85x722f.xn--55qx5d.cn"],
    ["somebody.github.io", "somebody.github.io"],
    [`${"a".repeat(63)}.${"b".repeat(63)}.org`, `${"a".repeat(63)}.${"b".repeat(63)}.org`],
  ])("200: %j is stored as %s", async (given, name) => {
    expect((await setDomain(given)).name).toBe(name);
  });

  it.each([
    ["co.uk", "public_suffix"],
    ["github.io", "public_suffix"],
    ["org", "public_suffix"],
    ["localhost", "not_public"],
    ["printer.local", "not_public"],
    ["intranet", "not_public"],
    ["192.0.2.7", "ip_address"],
    ["0x7f.1", "ip_address"],
    ["2130706433", "ip_address"],
    ["[2001:db8::1]", "invalid_domain"],
    ["https://example.org", "invalid_domain"],
    ["example.org/about", "invalid_domain"],
    ["example.org:8443", "invalid_domain"],
    ["ada@example.org", "invalid_domain"],
    ["exam ple.org", "invalid_domain"],
    ["_dmarc.example.org", "invalid_domain"],
    ["-a.example.org", "invalid_domain"],
    ["a..example.org", "invalid_domain"],
    ["*.example.org", "invalid_domain"],
    [`${"a".repeat(64)}.org`, "invalid_domain"],
    [`${"a.".repeat(126)}org`, "too_big"],
    [`${"ü.".repeat(80)}org`, "invalid_domain"],
    ["", "invalid_domain"],
  ])("422: %j (%s), and nothing is stored", async (name, code) => {
    const { status, data } = await organization.client.put("/domain", { name });
    expect(status).toBe(422);
    expect(data.errors).toEqual([expect.objectContaining({ field: "name", code })]);
    expect((await organization.client.get("/domain")).status).toBe(404);
    expect(await listDomainActions()).toEqual([]);
  });

  it("200: one of ten concurrent requests succeeds, with one value", async () => {
    const names = Array.from({ length: 10 }, newDomainName);
    await Promise.all(names.map((name) => organization.client.put("/domain", { name })));
    expect(names).toContain((await readDomain()).name);
    expect(await listDomainActions()).toHaveLength(10);
  });
});

describe("GET and DELETE /organizations/{id}/domain", () => {
  it("404 without a domain", async () => {
    expect((await organization.client.get("/domain")).status).toBe(404);
    expect((await organization.client.delete("/domain")).status).toBe(404);
    expect((await organization.client.post("/domain/check", {})).status).toBe(404);
    expect(await listDomainActions()).toEqual([]);
  });

  it("204: deletes the verification too, and the next domain requires another proof", async () => {
    const before = await createVerifiedDomain();
    expect((await organization.client.delete("/domain")).status).toBe(204);
    expect(await readVerification()).toEqual({ verified: false, verified_at: null });
    const after = await setDomain(before.name);
    expect(after.dns.value).not.toBe(before.dns.value);
    expect((await checkDomain()).dns.found).toEqual({ result: "different", detail: null });
    expect((await listDomainActions()).at(-2)).toBe("organization_domain.delete");
  });
});

describe("POST /organizations/{id}/domain/check", () => {
  it("200: the DNS record verifies; the file is not fetched", async () => {
    const domain = await setDomain();
    dns.put(domain.dns.name, "v=spf1 -all", "x".repeat(700), domain.dns.value);
    const checked = await checkDomain();
    expect(checked).toMatchObject({
      verified: true,
      method: "dns",
      failing_since: null,
      dns: { found: { result: "found", detail: null } },
      file: { found: null },
    });
    expect(checked.verified_at).toBe(checked.last_checked_at);
    expect(await readVerification()).toEqual({ verified: true, verified_at: checked.verified_at });
    expect(site.requests).toEqual([]);
    expect(await listDomainActions()).toEqual(["organization_domain.update", "organization_domain.verify"]);
  });

  it("200: the file verifies when there is no DNS record", async () => {
    const domain = await setDomain();
    site.put(FILE_PATH, `${domain.file.content}\r\n`);
    expect(await checkDomain()).toMatchObject({
      verified: true,
      method: "file",
      dns: { found: { result: "missing", detail: null } },
      file: { found: { result: "found", detail: null } },
    });
    expect(site.requests).toEqual([FILE_PATH]);
  });

  it("200: verified stays verified, with the time of the first proof", async () => {
    const first = await createVerifiedDomain();
    const second = await checkDomain();
    expect(second.verified_at).toBe(first.verified_at);
    expect(await listDomainActions()).toHaveLength(2);
  });

  it.each<[string, () => void, string, RegExp | null]>([
    ["nothing", () => undefined, "missing", null],
    ["something else", () => site.put(FILE_PATH, "badges-domain-verification=other"), "different", null],
    ["a page around it", () => site.put(FILE_PATH, "<html>hello</html>"), "different", null],
    ["status 500", () => site.put(FILE_PATH, 500), "unreachable", /500/],
    [
      "a redirect",
      () =>
        site.put(FILE_PATH, (_request, response) => {
          response.writeHead(302, { location: "https://elsewhere.example/" }).end();
        }),
      "unreachable",
      /redirect/,
    ],
    ["too much", () => site.put(FILE_PATH, "x".repeat(70_000)), "unreachable", /larger/],
  ])("200: a web server that has %s proves nothing", async (_, arrange, result, detail) => {
    await setDomain();
    arrange();
    const { verified, failing_since, file } = await checkDomain();
    expect([verified, file.found?.result]).toEqual([false, result]);
    expect(file.found?.detail ?? "").toMatch(detail ?? /^$/);
    expect(failing_since).not.toBeNull();
  });

  it("200: a wrong value, another organization's value, and part of the value prove nothing", async () => {
    const other = await createTestOrganization();
    const name = newDomainName();
    const [own, foreign] = [await setDomain(name), await setDomain(name, other)];
    dns.put(own.dns.name, foreign.dns.value, own.dns.value.slice(0, -1), `${own.dns.value}x`);
    site.put(FILE_PATH, foreign.file.content);
    expect(await checkDomain()).toMatchObject({
      verified: false,
      dns: { found: { result: "different" } },
      file: { found: { result: "different" } },
    });
    expect((await checkDomain(other)).verified).toBe(true);
  });

  it("200: two organizations of one company can both prove its domain", async () => {
    const other = await createTestOrganization();
    const name = newDomainName();
    const [own, foreign] = [await setDomain(name), await setDomain(name, other)];
    dns.put(own.dns.name, own.dns.value, foreign.dns.value);
    expect([(await checkDomain()).verified, (await checkDomain(other)).verified]).toEqual([true, true]);
    await organization.client.delete("/domain");
    expect((await readVerification(other)).verified).toBe(true);
  });

  it("200: failing name servers are an error of the domain, a failing resolver is an error on our side", async () => {
    const domain = await setDomain();
    dns.fail(domain.dns.name, RCODES.serverFailed);
    const theirs = await checkDomain();
    expect(theirs.dns.found).toEqual({
      result: "unreachable",
      detail: "The name servers of the domain returned no usable response (ESERVFAIL).",
    });
    expect(theirs.failing_since).not.toBeNull();
    dns.fail("*", RCODES.serverFailed);
    const ours = await checkDomain();
    expect(ours.dns.found?.result).toBe("unavailable");
    expect(ours.failing_since).toBe(theirs.failing_since);
  });

  it("200: a failed check on our side does not count as a failure", async () => {
    await setDomain();
    failOutbound();
    const closedDnsServer = await startDnsServer();
    await closedDnsServer.stop();
    env().DNS_SERVERS = [closedDnsServer.address];
    const checked = await checkDomain();
    expect(checked.dns.found).toEqual({ result: "unavailable", detail: expect.stringMatching(/resolver/) });
    expect(checked.file.found).toEqual({ result: "unavailable", detail: "No route." });
    expect(checked).toMatchObject({ failing_since: null, verified: false });
    expect(checked.last_checked_at).not.toBeNull();
  });

  it("200: a file is not fetched when the domain resolves to an address that is not public", async () => {
    env().WEBHOOKS_ALLOW_INSECURE = false;
    onTestFinished(() => {
      env().WEBHOOKS_ALLOW_INSECURE = true;
    });
    const lookup = createLookup(["127.0.0.1"]);
    vi.mocked(outbound.sendOutbound).mockImplementation(outbound.createSender({ lookup }));
    const { name } = await setDomain();
    expect(await checkDomain()).toMatchObject({
      verified: false,
      file: { found: { result: "unreachable", detail: expect.stringContaining("private or reserved") } },
    });
    expect(lookup.mock.calls.map(([asked]) => asked)).toEqual([name]);
    expect(site.requests).toEqual([]);
  });

  it("200: a missing DNS record counts as a failure, also where files cannot be fetched", async () => {
    const domain = await createVerifiedDomain();
    failOutbound();
    removeProof(domain);
    const checked = await checkDomain();
    expect(checked.file.found?.result).toBe("unavailable");
    expect(checked.failing_since).toBe(checked.last_checked_at);
  });

  it("200: a check with name servers that never respond ends in time", { timeout: 20_000 }, async () => {
    const domain = await setDomain();
    dns.fail(domain.dns.name, "silent");
    expect((await checkDomain()).dns.found).toMatchObject({ result: "unreachable" });
  });

  it("stores nothing about a domain that was changed during the check", async () => {
    const before = await setDomain();
    publishProof(before);
    const originalCheck = check.checkDomain;
    vi.spyOn(check, "checkDomain").mockImplementationOnce(async (claim) => {
      const seen = await originalCheck(claim);
      await setDomain();
      return seen;
    });
    expect(await checkDomain()).toMatchObject({ verified: false, last_checked_at: null });
    expect(await readVerification()).toEqual({ verified: false, verified_at: null });
  });

  it("a repeated Idempotency-Key checks once", async () => {
    const domain = await setDomain();
    const asked = () => dns.asked.filter((name) => name === domain.dns.name).length;
    const headers = { "Idempotency-Key": "once" };
    await organization.client.post("/domain/check", {}, headers);
    await organization.client.post("/domain/check", {}, headers);
    expect(asked()).toBe(1);
  });

  it("429 after 30 checks in an hour", async () => {
    await setDomain();
    publishProof(await readDomain());
    for (let count = 0; count < 30; count += 1) await checkDomain();
    const { status, headers } = await organization.client.post("/domain/check", {});
    expect(status).toBe(429);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  });
});

it("an organization has a verified domain and its date, or neither", async () => {
  const half = sql("UPDATE organizations SET verified_at = now() WHERE id = $1", [organization.id]);
  await expect(half).rejects.toThrow(/verified_domain_check/);
});
