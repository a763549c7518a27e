import { env } from "@/lib/kernel/env";
import type { Preparation } from "./preparation";
import { nextSerial } from "../builders";
import { startDnsServer, type DnsServer } from "../platform/dns-server";

let server: Promise<DnsServer> | undefined;

const domain: Preparation = async (organization) => {
  await organization.client.put("/domain", { name: `matrix-${nextSerial()}.example.org` });
  return {};
};

/** Creates a domain whose proof exists, so that no other host is queried. */
const createProvedDomain: Preparation = async (organization) => {
  await domain(organization);
  const { data } = await organization.client.get("/domain");
  const { address, put } = await (server ??= startDnsServer());
  put(data.dns.name, data.dns.value);
  env().DNS_SERVERS = [address];
  return {};
};

/** Creates a verified domain whose files nothing serves. */
const createVerifiedDomain: Preparation = async (organization) => {
  await createProvedDomain(organization);
  await organization.client.post("/domain/check", {});
  return {};
};

/** What each operation on an organization's domain is sent, by operation id. */
export const DOMAIN_PREPARATIONS: Record<string, Preparation> = {
  "GET /organizations/[organization_id]/domain": domain,
  "PUT /organizations/[organization_id]/domain": async () => ({
    body: { name: `matrix-${nextSerial()}.example.org` },
  }),
  "DELETE /organizations/[organization_id]/domain": domain,
  "POST /organizations/[organization_id]/domain/check": createProvedDomain,
  "GET /organizations/[organization_id]/domain/issuer": domain,
  "PUT /organizations/[organization_id]/domain/issuer": async (organization) => ({
    ...(await domain(organization)),
    body: { enabled: false },
  }),
  "POST /organizations/[organization_id]/domain/issuer/check": createVerifiedDomain,
};
