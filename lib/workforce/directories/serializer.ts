import { createHash } from "node:crypto";
import { publicUrl } from "@/lib/kernel/env";
import { joinNames } from "@/lib/kernel/names";
import type { Prisma } from "@/prisma/generated/client";
import { ENTERPRISE_SCHEMA, USER_SCHEMA, type ScimUser } from "./schema";

export const scimUserSelect = {
  id: true,
  email: true,
  externalId: true,
  firstName: true,
  lastName: true,
  positionTitle: true,
  country: true,
  stateOrProvince: true,
  zipCode: true,
  department: true,
  deactivatedAt: true,
  createdAt: true,
  lastUpdatedByOrganizationAt: true,
} satisfies Prisma.EmployeeSelect;

export type ScimUserRow = Prisma.EmployeeGetPayload<{ select: typeof scimUserSelect }>;

/** Leaves out what is empty: SCIM does not distinguish it from what is missing (RFC 7643, 2.5). */
const given = <Key extends string>(values: Record<Key, string | null>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value)) as Partial<Record<Key, string>>;

const hasAny = (values: object): boolean => Object.keys(values).length > 0;

function presentName({ firstName, lastName }: ScimUserRow): Pick<ScimUser, "name" | "displayName"> {
  const formatted = joinNames(firstName, lastName);
  if (!formatted) return {};
  return {
    name: { formatted, ...given({ givenName: firstName, familyName: lastName }) },
    displayName: formatted,
  };
}

function presentAddress(row: ScimUserRow): Pick<ScimUser, "addresses"> {
  const parts = given({ country: row.country, region: row.stateOrProvince, postalCode: row.zipCode });
  return hasAny(parts) ? { addresses: [{ type: "work", ...parts }] } : {};
}

export const scimUserUrl = (id: string): string => publicUrl(`/scim/v2/Users/${id}`);

/** Presents an employee as a user. Its version is a digest of everything that clients see of it, with the time of its last change. */
export function presentScimUser(row: ScimUserRow): ScimUser {
  const user = {
    schemas: row.department ? [USER_SCHEMA, ENTERPRISE_SCHEMA] : [USER_SCHEMA],
    id: row.id,
    ...given({ externalId: row.externalId }),
    userName: row.email,
    ...presentName(row),
    ...given({ title: row.positionTitle }),
    active: row.deactivatedAt === null,
    emails: [{ value: row.email, type: "work" as const, primary: true as const }],
    ...presentAddress(row),
    ...(row.department ? { [ENTERPRISE_SCHEMA]: { department: row.department } } : {}),
  };
  const lastModified = row.lastUpdatedByOrganizationAt.toISOString();
  const digest = createHash("sha256")
    .update(JSON.stringify({ ...user, lastModified }))
    .digest("base64url")
    .slice(0, 22);
  return {
    ...user,
    meta: {
      resourceType: "User",
      created: row.createdAt.toISOString(),
      lastModified,
      location: scimUserUrl(row.id),
      version: `W/"${digest}"`,
    },
  };
}
