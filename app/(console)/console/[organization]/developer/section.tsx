import { DeveloperTabs, type DeveloperPage } from "@/components/console/developer/developer-tabs";
import { publicUrl } from "@/lib/kernel/env";
import type { Scope } from "@/lib/access/callers/choices";
import { organizationApiUrl } from "@/lib/organizations/profile/serializer";
import { may, type ConsoleMember } from "../../../console-caller";

/** The scope that each page needs. The API reference needs none, because its content is public. */
const PAGE_SCOPES: Record<DeveloperPage, Scope | null> = {
  "/authorization_tokens": "authorization_tokens",
  "/oauth_applications": "oauth_applications",
  "/webhooks": "events",
  "/events": "events",
  "/requests": "memberships",
  "/test_mails": "issued_badges",
  "/api_reference": null,
};

/** Returns the pages of the section that this person may see. Only a test organization has a mail inbox. */
export const developerPages = ({ caller, organization }: ConsoleMember): DeveloperPage[] =>
  (Object.keys(PAGE_SCOPES) as DeveloperPage[]).filter((page) => {
    if (page === "/test_mails" && organization.testOfId === null) return false;
    const scope = PAGE_SCOPES[page];
    return scope === null || may(caller, scope, "read");
  });

/** True for administrators: an application can have all their permissions, so only they create one or rotate its secret. */
export const canCreateApplications = ({ caller }: ConsoleMember): boolean =>
  (["read", "write", "delete"] as const).every((kind) => may(caller, "oauth_applications", kind));

/** The tabs of the section that this person may see. */
export const SectionTabs = ({ member, current }: { member: ConsoleMember; current: DeveloperPage }) => (
  <DeveloperTabs
    home={`/console/${member.organization.vanitySlug}`}
    current={current}
    pages={developerPages(member)}
  />
);

/** Returns the URLs for the curl commands. */
export const curlUrls = (organizationId: string) => ({
  tokenUrl: publicUrl("/oauth/token"),
  listUrl: `${organizationApiUrl(organizationId)}/badges`,
});
