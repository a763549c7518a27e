import { presentImage } from "@/lib/art/images/serializer";
import { publicUrl } from "@/lib/kernel/env";
import { isPurposeToken, createPurposeToken } from "@/lib/kernel/secrets";
import type { Prisma } from "@/prisma/generated/client";
import type { Me, OwnEmail, PasswordReset } from "./schema";

export const meSelect = {
  id: true,
  firstName: true,
  middleName: true,
  lastName: true,
  locale: true,
  headline: true,
  bio: true,
  currentPositionName: true,
  currentOrganizationName: true,
  photoId: true,
  vanitySlug: true,
  passwordHash: true,
  sessionVersion: true,
  createdAt: true,
  updatedAt: true,
  emails: { where: { primary: true }, select: { email: true }, take: 1 },
} satisfies Prisma.UserSelect;

export type MeRow = Prisma.UserGetPayload<{ select: typeof meSelect }>;

export const presentMe = (row: MeRow): Me => {
  const photo = presentImage(row.photoId);
  return {
    id: row.id,
    first_name: row.firstName,
    middle_name: row.middleName,
    last_name: row.lastName,
    email: row.emails[0]?.email ?? null,
    locale: row.locale,
    headline: row.headline,
    bio: row.bio,
    current_position_name: row.currentPositionName,
    current_organization_name: row.currentOrganizationName,
    photo,
    photo_url: photo?.url ?? null,
    url: publicUrl(`/users/${row.vanitySlug}`),
    has_password: row.passwordHash !== null,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
};

export const emailSelect = {
  id: true,
  email: true,
  primary: true,
  confirmedAt: true,
  confirmationSentAt: true,
  createdAt: true,
} satisfies Prisma.UserEmailSelect;

export type EmailRow = Prisma.UserEmailGetPayload<{ select: typeof emailSelect }>;

export const presentEmail = (row: EmailRow): OwnEmail => ({
  id: row.id,
  email: row.email,
  primary: row.primary,
  confirmed: row.confirmedAt !== null,
  confirmed_at: row.confirmedAt?.toISOString() ?? null,
  confirmation_sent_at: row.confirmationSentAt?.toISOString() ?? null,
  created_at: row.createdAt.toISOString(),
});

/** The purpose of a mailed link: to confirm an address, or to merge the account that it belongs to. */
export type LinkPurpose = "confirm-email" | "merge-accounts";

/** Returns what the token of a link is built from. It is valid for one address, and only for its newest mail. */
export const linkTokenSubject = (id: string, sentAt: Date): string => `${id}:${sentAt.getTime()}`;

/** How long a password link is valid. */
export const PASSWORD_LINK_MS = 2 * 3_600_000;

const PASSWORD_PURPOSE = "choose-password";

/** An address with its account's session version, which every change of the password increments. */
type ResettableAddress = { id: string; userId: string; sessionVersion: number };

/**
 * Returns what the token is built from. It is valid for one address of one account, until it expires or the password
 * changes.
 */
const passwordTokenSubject = ({ id, userId, sessionVersion }: ResettableAddress, until: number): string =>
  `${id}:${userId}:${sessionVersion}:${until}`;

/** Builds the token: its expiry in base 36, and the proof of it. Nothing is stored. */
const buildPasswordToken = (address: ResettableAddress, until: number): string =>
  `${until.toString(36)}.${createPurposeToken(PASSWORD_PURPOSE, passwordTokenSubject(address, until))}`;

/** Builds the address of the page where the new password is entered. */
export const buildPasswordLink = (address: ResettableAddress, requestedAt: Date): string => {
  const token = buildPasswordToken(address, requestedAt.getTime() + PASSWORD_LINK_MS);
  return publicUrl(`/password/${address.id}?token=${encodeURIComponent(token)}`);
};

/** Checks whether the token belongs to this address and to the current state of its account, and has not expired. */
export function isValidPasswordToken(token: string, address: ResettableAddress, now: Date): boolean {
  const [end = "", proof = ""] = token.split(".", 2);
  const until = Number.parseInt(end, 36);
  const isGenuine = isPurposeToken(proof, PASSWORD_PURPOSE, passwordTokenSubject(address, until));
  return isGenuine && until > now.getTime();
}

/** Builds the address of the earner's page that asks for confirmation before it acts. */
export const buildLinkUrl = (purpose: LinkPurpose, id: string, sentAt: Date): string => {
  const page = purpose === "merge-accounts" ? "merge" : "confirm";
  const token = createPurposeToken(purpose, linkTokenSubject(id, sentAt));
  return publicUrl(`/wallet/emails/${id}/${page}?token=${encodeURIComponent(token)}`);
};

export const presentPasswordReset = ({ email }: { email: string }): PasswordReset => ({ email });
