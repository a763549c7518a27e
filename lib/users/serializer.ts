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

/** An employment whose connection the person accepted, in an organization with access to workforce data. */
export type Employer = { employeeId: string; organizationId: string; email: string; userId: string };

export type AccountRow = UserRow & { employers: Employer[] };

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
export const shownEmail = (email: string, recipientEmail: string): string =>
  email === recipientEmail ? email : email.replace(/^(.).*@/, "$1***@");

const presentUser = (user: UserRow, recipientEmail: string): BadgeUser => {
  const [primary] = user.emails;
  const photo = presentImage(user.photoId);
  return {
    id: user.id,
    email: shownEmail(primary?.email ?? recipientEmail, recipientEmail),
    first_name: user.firstName,
    middle_name: user.middleName,
    last_name: user.lastName,
    current_position_name: user.currentPositionName,
    current_organization_name: user.currentOrganizationName,
    confirmed: Boolean(primary?.confirmedAt),
    photo,
    photo_url: photo?.url ?? null,
    url: publicUrl(`/users/${user.vanitySlug}`),
  };
};

const nobodyYet = (email: string): BadgeUser => ({
  id: null,
  email,
  first_name: null,
  middle_name: null,
  last_name: null,
  current_position_name: null,
  current_organization_name: null,
  confirmed: false,
  photo: null,
  photo_url: null,
  url: null,
});

/** The earner of a badge; somebody without an account yet is known by the address alone. */
export const presentBadgeUser = (user: UserRow | null, recipientEmail: string): BadgeUser =>
  user ? presentUser(user, recipientEmail) : nobodyYet(recipientEmail);
