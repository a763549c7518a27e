import { publicUrl } from "@/lib/kernel/env";
import { presentImage } from "@/lib/images/serializer";
import type { Prisma } from "@/prisma/generated/client";
import type { BadgeUser } from "./schema";

export const userSelect = {
  id: true,
  firstName: true,
  middleName: true,
  lastName: true,
  currentPositionName: true,
  currentOrganizationName: true,
  photoId: true,
  vanitySlug: true,
  emails: { where: { primary: true }, select: { email: true, confirmedAt: true }, take: 1 },
} satisfies Prisma.UserSelect;

export type UserRow = Prisma.UserGetPayload<{ select: typeof userSelect }>;

export const signInSelect = {
  id: true,
  firstName: true,
  lastName: true,
  passwordHash: true,
  sessionVersion: true,
  emails: { where: { primary: true }, select: { email: true }, take: 1 },
  memberships: {
    select: {
      role: true,
      organization: {
        select: { id: true, name: true, vanitySlug: true, primaryHexColor: true, photoId: true },
      },
    },
    orderBy: { createdAt: "asc" },
  },
} satisfies Prisma.UserSelect;

export type SignInRow = Prisma.UserGetPayload<{ select: typeof signInSelect }>;

/** An address that the issuer did not write itself is the earner's own affair: its first letter and domain show. */
const shownEmail = (email: string, recipientEmail: string): string =>
  email === recipientEmail ? email : email.replace(/^(.).*@/, "$1***@");

/** The earner of a badge; somebody without an account yet is known by the address alone. */
export function presentBadgeUser(user: UserRow | null, recipientEmail: string): BadgeUser {
  return {
    id: user?.id ?? null,
    email: shownEmail(user?.emails[0]?.email ?? recipientEmail, recipientEmail),
    first_name: user?.firstName ?? null,
    middle_name: user?.middleName ?? null,
    last_name: user?.lastName ?? null,
    current_position_name: user?.currentPositionName ?? null,
    current_organization_name: user?.currentOrganizationName ?? null,
    confirmed: Boolean(user?.emails[0]?.confirmedAt),
    photo: presentImage(user?.photoId ?? null),
    photo_url: presentImage(user?.photoId ?? null)?.url ?? null,
    url: user ? publicUrl(`/users/${user.vanitySlug}`) : null,
  };
}
