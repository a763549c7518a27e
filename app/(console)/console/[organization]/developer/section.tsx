import { DeveloperTabs, type DeveloperPage } from "@/components/console/developer/developer-tabs";
import type { Caller } from "@/lib/access/callers/caller";
import { publicUrl } from "@/lib/kernel/env";
import type { Scope } from "@/lib/access/callers/choices";
import { organizationUrl } from "@/lib/organizations/profile/serializer";
import { may, type Member } from "../../../console-caller";

/** What reading a page of the section takes; the reference is what the public file says. */
const NEEDS: Record<DeveloperPage, Scope | null> = {
  "/authorization_tokens": "authorization_tokens",
  "/oauth_applications": "oauth_applications",
  "/webhooks": "events",
  "/api_reference": null,
};

/** The pages of the section that this person may see. */
export const developerPages = (caller: Caller): DeveloperPage[] =>
  (Object.keys(NEEDS) as DeveloperPage[]).filter((page) => {
    const scope = NEEDS[page];
    return scope === null || may(caller, scope, "read");
  });

/** An application may do what its creator may; only an administrator creates one here and rotates its secret. */
export const mayMakeApplications = ({ caller }: Member): boolean =>
  (["read", "write", "delete"] as const).every((kind) => may(caller, "oauth_applications", kind));

/** The tabs of the section, as this person sees them. */
export const SectionTabs = ({ member, current }: { member: Member; current: DeveloperPage }) => (
  <DeveloperTabs
    home={`/console/${member.organization.vanitySlug}`}
    current={current}
    pages={developerPages(member.caller)}
  />
);

/** Addresses that the printed lines ask. */
export const curlAddresses = (organizationId: string) => ({
  tokenUrl: publicUrl("/oauth/token"),
  listUrl: `${organizationUrl(organizationId)}/badges`,
});
