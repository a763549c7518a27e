import { publicUrl } from "@/lib/kernel/env";
import { joinNames } from "@/lib/kernel/names";
import { presentImage } from "@/lib/art/images/serializer";
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

/** An active employment with an accepted connection, in an organization with access to workforce data. */
export type Employer = { employeeId: string; organizationId: string; email: string; userId: string };

export type UserWithEmployers = UserRow & { employers: Employer[] };

export const signInSelect = {
  id: true,
  firstName: true,
  lastName: true,
  locale: true,
  passwordHash: true,
  sessionVersion: true,
  openedAt: true,
  // The primary address first, then the confirmed ones: an organization may require its own sign-in for any of them.
  emails: {
    where: { OR: [{ primary: true }, { confirmedAt: { not: null } }] },
    select: { email: true, confirmedAt: true },
    orderBy: { primary: "desc" },
  },
  memberships: {
    select: {
      role: true,
      organization: {
        select: {
          id: true,
          name: true,
          vanitySlug: true,
          primaryHexColor: true,
          photoId: true,
          testOfId: true,
          testDays: true,
          requiresSecondFactor: true,
          sessionIdleMinutes: true,
          verifiedAt: true,
          verifiedDomain: true,
          domain: { select: { method: true } },
          identityProvider: { select: { isRequired: true, triedAt: true } },
        },
      },
    },
    // A test organization is younger than the real one.
    orderBy: [{ createdAt: "asc" }, { organizationId: "asc" }],
  },
} satisfies Prisma.UserSelect;

export type SignInRow = Prisma.UserGetPayload<{ select: typeof signInSelect }>;

/** Checks whether a person has proved to own an account: it has a password, or its primary address is confirmed. */
export const isProven = ({ passwordHash, emails: [primary] }: SignInRow): boolean =>
  passwordHash !== null || Boolean(primary?.confirmedAt);

/**
 * Masks an address, except its first letter and domain, unless the issuer sent the badge to this very address: other
 * addresses of the earner are private.
 */
export const maskEmail = (email: string, recipientEmail: string): string =>
  email === recipientEmail ? email : email.replace(/^(.).*@/, "$1***@");

const presentUser = (user: UserRow, recipientEmail: string): BadgeUser => {
  const [primary] = user.emails;
  const photo = presentImage(user.photoId);
  const confirmed = Boolean(primary?.confirmedAt);
  return {
    id: user.id,
    email: maskEmail(primary?.email ?? recipientEmail, recipientEmail),
    first_name: user.firstName,
    middle_name: user.middleName,
    last_name: user.lastName,
    current_position_name: user.currentPositionName,
    current_organization_name: user.currentOrganizationName,
    confirmed,
    photo,
    photo_url: photo?.url ?? null,
    // A profile has a page once its owner has confirmed the address.
    url: confirmed ? publicUrl(`/users/${user.vanitySlug}`) : null,
  };
};

const unclaimedUser = (email: string): BadgeUser => ({
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

/**
 * Presents the earner of a badge, with their profile once they accepted it. Before that, and after a rejection, the
 * issuer learns only whether the address belongs to a person.
 */
export const presentBadgeUser = (
  user: UserRow | null,
  recipientEmail: string,
  isAccepted: boolean,
): BadgeUser => {
  if (user && isAccepted) return presentUser(user, recipientEmail);
  const confirmed = Boolean(user?.emails[0]?.confirmedAt);
  return { ...unclaimedUser(recipientEmail), id: user?.id ?? null, confirmed };
};

export const accountSelect = {
  id: true,
  firstName: true,
  lastName: true,
  passwordHash: true,
  createdAt: true,
  emails: { where: { primary: true }, select: { email: true, confirmedAt: true }, take: 1 },
} satisfies Prisma.UserSelect;

type AccountListRow = Prisma.UserGetPayload<{ select: typeof accountSelect }>;

/** Presents an account for the operator's list. */
export const presentAccount = ({ emails: [primary], ...row }: AccountListRow) => ({
  id: row.id,
  name: joinNames(row.firstName, row.lastName),
  email: primary?.email ?? null,
  confirmed: Boolean(primary?.confirmedAt),
  has_password: row.passwordHash !== null,
  created_at: row.createdAt.toISOString(),
});

export type Account = ReturnType<typeof presentAccount>;

export const accountDetailSelect = {
  ...accountSelect,
  emails: { select: { email: true, primary: true, confirmedAt: true }, orderBy: { primary: "desc" } },
  memberships: {
    select: { role: true, organization: { select: { id: true, name: true } } },
    orderBy: { createdAt: "asc" },
  },
} satisfies Prisma.UserSelect;

export type AccountDetailRow = Prisma.UserGetPayload<{ select: typeof accountDetailSelect }>;

/** Presents an account with its addresses and organizations. */
export const presentAccountDetail = (row: AccountDetailRow) => ({
  ...presentAccount(row),
  emails: row.emails.map(({ email, primary, confirmedAt }) => ({
    email,
    primary,
    confirmed: confirmedAt !== null,
  })),
  memberships: row.memberships.map(({ role, organization }) => ({
    organization_id: organization.id,
    organization_name: organization.name,
    role,
  })),
});

export type AccountDetail = ReturnType<typeof presentAccountDetail>;

export const sessionSelect = {
  id: true,
  startedAt: true,
  lastUsedAt: true,
  expiresAt: true,
  address: true,
  browser: true,
  provedAt: true,
  hasSecondFactor: true,
  factorOrganizationId: true,
  providerOrganizationId: true,
  providerDomain: true,
  providerCertificate: true,
} satisfies Prisma.SessionSelect;

export type SessionRow = Prisma.SessionGetPayload<{ select: typeof sessionSelect }>;
