import type { Access } from "@/lib/kernel/caller";
import type { MemberRole } from "@/prisma/generated/client";

/** What the members of an organization may do in it, in the terms of a token's flags. */
export const ROLE_ACCESS: Record<MemberRole, Access> = {
  administrator: { read: true, write: true, delete: true },
  issuer: { read: true, write: true, delete: false },
  viewer: { read: true, write: false, delete: false },
};
