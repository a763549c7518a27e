import { encodeSession, SESSION_SECONDS, sessionCookieName } from "@/lib/accounts/sessions/session";
import { newId } from "@/lib/kernel/ids";
import { insertMembership } from "@/lib/organizations/profile/queries";
import { startSession } from "@/lib/identity/users/sessions";
import { insertUser } from "@/lib/identity/users/queries";
import type { MemberRole } from "@/prisma/generated/client";
import { acceptEmployment, promptEmployments } from "@/lib/workforce/employees/connection";
import { createEmployee, nextSerial, type TestOrganization } from "../builders";
import { ORIGIN } from "../http/client";

/**
 * Begins a session and returns its cookie, as the sign-in page sets it. The session starts at `at` (default: now), with
 * a second factor if one was proved.
 */
export async function createSessionCookie(
  userId: string,
  version = 1,
  at = new Date(),
  hasSecondFactor = false,
): Promise<string> {
  const claims = { sub: userId, version, sid: newId(), at: Math.floor(at.getTime() / 1000) };
  const startedAt = new Date(claims.at * 1000);
  const expiresAt = new Date((claims.at + SESSION_SECONDS) * 1000);
  await startSession(
    { id: claims.sid, userId, version, startedAt, expiresAt },
    { hasSecondFactor, provedAt: startedAt, factorOrganizationId: null, provider: null },
  );
  return `${sessionCookieName()}=${await encodeSession(claims)}`;
}

/** Creates a person with a confirmed address. `headers` are those that their browser sends from our own pages. */
export async function createPerson(email = `person-${nextSerial()}@example.org`) {
  const user = await insertUser({
    email,
    firstName: "Mara",
    middleName: null,
    lastName: "Lind",
    locale: "en",
    passwordHash: null,
    confirmedAt: new Date(),
  });
  const cookie = await createSessionCookie(user.id);
  return { id: user.id, email, cookie, headers: { cookie, origin: ORIGIN } };
}

export type Person = Awaited<ReturnType<typeof createPerson>>;

/** Creates a signed-in member of an organization. */
export async function createMember(organizationId: string, role: MemberRole) {
  const person = await createPerson();
  await insertMembership(organizationId, person.id, role);
  return person;
}

/** Creates a person whose employer has a record of them and who was asked to connect when they signed in. */
export async function createPromptedEmployee(
  organization: TestOrganization,
  changes: Record<string, unknown> = {},
) {
  const person = await createPerson();
  const employee = await createEmployee(organization, { email: person.email, ...changes });
  await promptEmployments(person.id);
  return { person, employee };
}

/** Creates such a person, who has also accepted the connection. */
export async function createConnectedEmployee(
  organization: TestOrganization,
  changes: Record<string, unknown> = {},
) {
  const { person, employee } = await createPromptedEmployee(organization, changes);
  await acceptEmployment(person.id, employee.id);
  return { person, employee };
}
