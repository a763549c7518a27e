import { db } from "@/lib/kernel/db";

/** Reads the organization's name, and the colour for badges without a design. */
export const getOrganizationBranding = (id: string) =>
  db().organization.findUniqueOrThrow({ where: { id }, select: { name: true, primaryHexColor: true } });
