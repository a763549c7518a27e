import { env } from "@/lib/kernel/env";
import type { Preparation } from "./preparation";
import { nextSerial } from "../builders";
import { sql } from "../platform/database";
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

/** Creates a domain under which the organization issues. Nothing serves its files, so a check ends that. */
const createIssuingDomain: Preparation = async (organization) => {
  await createProvedDomain(organization);
  await organization.client.post("/domain/check", {});
  await sql(
    `INSERT INTO issuer_domains (organization_id, domain, enabled_at, active_since, listed_keys)
     SELECT organization_id, name, now(), now(), '{}' FROM organization_domains WHERE organization_id = $1
     ON CONFLICT (organization_id) DO UPDATE SET enabled_at = now(), active_since = now(), domain = excluded.domain`,
    [organization.id],
  );
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
    ...(await createIssuingDomain(organization)),
    body: { enabled: false },
  }),
  "POST /organizations/[organization_id]/domain/issuer/check": createIssuingDomain,
};
