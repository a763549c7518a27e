import type { Caller } from "@/lib/kernel/caller";
import { getOrganization } from "@/lib/organizations/service";

/** An issuer as everybody may see it. */
export type Issuer = {
  name: string;
  color: string | null;
  website: string | null;
  /** Host of the website, once the organization was verified to own it. */
  domain: string | null;
};

/** Nobody in particular: may read what is public, and holds no scope. */
const visitor = (organizationId: string): Caller => ({
  organizationId,
  organizationIds: [],
  scopes: new Set(),
  access: { read: true, write: false, delete: false },
  actor: { type: "System", id: "visitor", name: "Visitor" },
});

/** The organization that a badge names as its issuer, for the pages that need no sign-in. */
export async function issuerOf(organizationId: string): Promise<Issuer> {
  const row = await getOrganization(visitor(organizationId));
  const host = row.websiteUrl && URL.canParse(row.websiteUrl) ? new URL(row.websiteUrl).host : null;
  return {
    name: row.name,
    color: row.primaryHexColor,
    website: row.websiteUrl,
    domain: row.verifiedAt && host ? host.replace(/^www\./, "") : null,
  };
}
