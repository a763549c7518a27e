import type { MemberRole } from "@/prisma/generated/client";
import type { TestOrganization } from "../builders";
import { basicHeaders } from "../http/client";
import { createMember, createPerson, type Person } from "../accounts/members";
import { createBearerHeaders } from "../applications/oauth";

type Headers = Record<string, string>;

/** All kinds of callers of an operation, each with fresh credentials. */
export const CALLERS = [
  "owner",
  "other",
  "anonymous",
  "bad",
  "reader",
  "writer",
  "deleter",
  "outsider",
  "viewer",
  "issuer",
  "administrator",
  "application",
  "foreign application",
  "earner",
] as const;
export type CallerName = (typeof CALLERS)[number];

async function createTokenHeaders(
  organization: TestOrganization,
  flags: Record<string, boolean>,
): Promise<Headers> {
  const none = { read_enabled: false, write_enabled: false, delete_enabled: false };
  const { data } = await organization.client.post("/authorization_tokens", { ...none, ...flags });
  return basicHeaders(data.token as string);
}

const FLAGS: Partial<Record<CallerName, Record<string, boolean>>> = {
  owner: { read_enabled: true, write_enabled: true, delete_enabled: true },
  other: { read_enabled: true, write_enabled: true, delete_enabled: true },
  reader: { read_enabled: true },
  writer: { write_enabled: true },
  deleter: { delete_enabled: true },
};

const ROLES: Partial<Record<CallerName, MemberRole>> = {
  outsider: "administrator",
  viewer: "viewer",
  issuer: "issuer",
  administrator: "administrator",
};

/** Returns whether a caller is a member of an organization. */
export const isMember = (caller: CallerName): boolean => caller in ROLES;

/** Returns whether a caller is an authorization token. It has every scope. */
export const isToken = (caller: CallerName): boolean => caller in FLAGS;

/**
 * Returns the headers of a caller of `organization`; `stranger` is another organization. The earner is the person for
 * whom the data was created, or a person without any organization.
 */
export async function createHeadersFor(
  caller: CallerName,
  organization: TestOrganization,
  stranger: TestOrganization,
  person?: Person,
): Promise<Headers> {
  if (caller === "earner") return (person ?? (await createPerson())).headers;
  const from = caller === "other" || caller === "outsider" ? stranger : organization;
  const [flags, role] = [FLAGS[caller], ROLES[caller]];
  if (flags) return createTokenHeaders(from, flags);
  if (role) return (await createMember(from.id, role)).headers;
  if (caller === "application") return createBearerHeaders(organization);
  if (caller === "foreign application") return createBearerHeaders(stranger);
  return caller === "bad" ? basicHeaders("bat_00000000000000000000000000000000000000") : {};
}
