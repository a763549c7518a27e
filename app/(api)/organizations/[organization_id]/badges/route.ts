import { create, list, route } from "@/lib/http/endpoints/endpoint";
import { issueBadge } from "@/lib/badges/issued/issue";
import { IssuedBadge, IssueInput } from "@/lib/badges/issued/schema";
import { badgePageUrl } from "@/lib/organizations/badge-facts/serializer";
import { presentBadge, presentIssuedBadge } from "@/lib/badges/issued/serializer";
import { badgeListKeys, listBadges, readBadgeListInput } from "@/lib/badges/issued/service";

const scope = "issued_badges";
const response = IssuedBadge;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({
    summary: "List issued badges",
    scope,
    keys: badgeListKeys,
    readQuery: readBadgeListInput,
    run: listBadges,
    present: presentBadge,
    response,
  }),
  POST: create({
    summary: "Issue a badge",
    scope,
    body: IssueInput,
    run: issueBadge,
    present: presentIssuedBadge,
    response,
    location: (row) => badgePageUrl(row.id),
  }),
});
