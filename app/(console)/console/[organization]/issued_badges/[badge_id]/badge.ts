import { notFound } from "next/navigation";
import { cache } from "react";
import { presentBadge, presentIssuedBadge } from "@/lib/badges/issued/serializer";
import { getBadge } from "@/lib/badges/issued/service";
import { isUuid } from "@/lib/kernel/ids";
import { requireConsoleMember, may, orNotFound } from "../../../../console-caller";

export type BadgeParams = { organization: string; badge_id: string };

/** Reads a badge once for both the title and the page. Throws 404 without access. `canChange`: may the caller change it? */
export const loadBadge = cache(async (slug: string, id: string) => {
  const member = await requireConsoleMember(slug, { scope: "issued_badges" });
  const { caller } = member;
  if (!isUuid(id)) notFound();
  const { badge: row } = await orNotFound(getBadge(caller, id));
  const canChange = may(caller, "issued_badges", "write") && row.organizationId === caller.organizationId;
  // The accept link acts in the earner's name. Only members who may issue get it, and only for badges of their
  // organization.
  const badge = canChange ? presentIssuedBadge(row) : presentBadge(row);
  return { member, badge, canChange, canDelete: canChange && may(caller, "issued_badges", "delete") };
});
