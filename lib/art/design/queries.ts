import { db } from "@/lib/kernel/db";

/** What the art shows of an organization: its name, and the colour of what nobody designed. */
export const findOrganizationLook = (id: string) =>
  db().organization.findUniqueOrThrow({ where: { id }, select: { name: true, primaryHexColor: true } });
