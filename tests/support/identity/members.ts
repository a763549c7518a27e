import { encodeSession, sessionCookieName } from "@/lib/identity/sessions/session";
import { newId } from "@/lib/kernel/ids";
import { insertMembership } from "@/lib/organizations/profile/queries";
import { insertUser } from "@/lib/identity/users/queries";
import type { MemberRole } from "@/prisma/generated/client";
import { acceptEmployment, promptEmployments } from "@/lib/workforce/employees/connection";
import { makeEmployee, serial, type TestOrganization } from "../builders";
import { ORIGIN } from "../http/client";

/** The cookie of a person's session, as the sign-in page sets it; unless `at` says so, it began just now. */
export async function sessionCookie(userId: string, version = 1, at = new Date()): Promise<string> {
  const claims = { sub: userId, version, sid: newId(), at: Math.floor(at.getTime() / 1000) };
  return `${sessionCookieName()}=${await encodeSession(claims)}`;
}

/** A person with a confirmed address, and headers as their browser sends them from our own pages. */
export async function makePerson(email = `person-${serial()}@example.org`) {
  const user = await insertUser({
    email,
    firstName: "Mara",
    middleName: null,
    lastName: "Lind",
    locale: "en",
    passwordHash: null,
    confirmedAt: new Date(),
  });
  const cookie = await sessionCookie(user.id);
  return { id: user.id, email, cookie, headers: { cookie, origin: ORIGIN } };
}

export type Person = Awaited<ReturnType<typeof makePerson>>;

/** A signed-in member of an organization. */
export async function makeMember(organizationId: string, role: MemberRole) {
  const person = await makePerson();
  await insertMembership(organizationId, person.id, role);
  return person;
}

/** A person with an account whose employer has a record of them, and whom their sign-in asked to connect. */
export async function makePromptedEmployee(
  organization: TestOrganization,
  changes: Record<string, unknown> = {},
) {
  const person = await makePerson();
  const employee = await makeEmployee(organization, { email: person.email, ...changes });
  await promptEmployments(person.id);
  return { person, employee };
}

/** The same person, who accepted the connection. */
export async function makeConnectedEmployee(
  organization: TestOrganization,
  changes: Record<string, unknown> = {},
) {
  const { person, employee } = await makePromptedEmployee(organization, changes);
  await acceptEmployment(person.id, employee.id);
  return { person, employee };
}
