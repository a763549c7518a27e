import { notFound } from "next/navigation";
import { cache } from "react";
import { presentBadge, presentIssued } from "@/lib/badges/issued/serializer";
import { getBadge } from "@/lib/badges/issued/service";
import { isUuid } from "@/lib/kernel/ids";
import { consoleMember, may, orNotFound } from "../../../../console-caller";

export type BadgeParams = { organization: string; badge_id: string };

/** A badge of the console, read once for the title and the page; `canChange` where the caller may change it. */
export const loadBadge = cache(async (slug: string, id: string) => {
  const member = await consoleMember(slug, { scope: "issued_badges" });
  const { caller } = member;
  if (!isUuid(id)) notFound();
  const { badge: row } = await orNotFound(getBadge(caller, id));
  const canChange = may(caller, "issued_badges", "write") && row.organizationId === caller.organizationId;
  // The accept link acts in the earner's name: only who may issue gets it, and only for the organization's own.
  const badge = canChange ? presentIssued(row) : presentBadge(row);
  return { member, badge, canChange, canDelete: canChange && may(caller, "issued_badges", "delete") };
});
