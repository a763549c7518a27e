import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from "vitest";
import type { OrganizationDomain } from "@/lib/organizations/domains/schema";
import { env } from "@/lib/kernel/env";
import * as outbound from "@/lib/platform/outbound/send";
import { startSite, type Site } from "../credentials/badge-site";
import { createTestOrganization, nextSerial, type TestOrganization } from "../builders";
import { startDnsServer, type DnsServer } from "../platform/dns-server";
import { createLookup, TEST_CA } from "../platform/outbound-certificates";

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

export let dns: DnsServer;
/** The web server of every domain. */
export let site: Site;
export let organization: TestOrganization;

/** The test certificates are for receiver.test, so requests to any domain are sent to that host. */
function routeDomainsToTestSite(): void {
  const send = outbound.createSender({ ca: TEST_CA, lookup: createLookup(["127.0.0.1"]) });
  vi.spyOn(outbound, "sendOutbound").mockImplementation((input) => {
    const { pathname } = new URL(input.url);
    return send({ ...input, url: site.at(pathname), allowInsecure: true });
  });
}

/** Sets up a DNS server and a web server that respond for all domains, and a new organization for each test. */
export function useDomains(): void {
  beforeAll(async () => {
    dns = await startDnsServer();
  });
  beforeEach(async () => {
    env().DNS_SERVERS = [dns.address];
    site = await startSite();
    routeDomainsToTestSite();
    organization = await createTestOrganization();
  });
  afterEach(() => {
    dns.heal();
    vi.restoreAllMocks();
  });
  afterAll(() => dns.stop());
}

/** Returns a name that no other test uses. */
export const newDomainName = (): string => `domain-${nextSerial()}.example.org`;

export const FILE_PATH = "/.well-known/badges-domain-verification.txt";

export async function setDomain(name = newDomainName(), by = organization): Promise<OrganizationDomain> {
  const { status, data } = await by.client.put("/domain", { name });
  expect(status, JSON.stringify(data)).toBe(200);
  return data;
}

export const readDomain = async (by = organization): Promise<OrganizationDomain> =>
  (await by.client.get("/domain")).data;

/** Checks the domain through the API. */
export async function checkDomain(by = organization): Promise<OrganizationDomain> {
  const { status, data } = await by.client.post("/domain/check", {});
  expect(status, JSON.stringify(data)).toBe(200);
  return data;
}

/** Publishes the record that proves a domain. */
export const publishProof = (domain: OrganizationDomain): void => dns.put(domain.dns.name, domain.dns.value);

/** Removes the record. */
export const removeProof = (domain: OrganizationDomain): void => dns.put(domain.dns.name);

/** Creates a domain that was verified by its record. */
export async function createVerifiedDomain(
  by = organization,
  name = newDomainName(),
): Promise<OrganizationDomain> {
  const domain = await setDomain(name, by);
  publishProof(domain);
  return checkDomain(by);
}

/** Lists the actions on the domain in the audit log, oldest first. */
export async function listDomainActions(by = organization): Promise<string[]> {
  const { data } = await by.client.get("/audit_entries?per=50");
  return (data as { action: string }[])
    .map(({ action }) => action)
    .filter((action) => action.startsWith("organization_domain."))
    .toReversed();
}
