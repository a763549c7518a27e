import { db } from "@/lib/kernel/db";
import { Prisma } from "@/prisma/generated/client";

/**
 * What time does to the rows of an organization: the columns by table, as times and as days. Rows of other organizations,
 * and what is a record of the past (events, attempts, mails, the audit log), keep their times.
 */
const AGING: { table: string; times: string[]; days?: string[]; where?: string }[] = [
  {
    table: "issued_badges",
    times: [
      "issued_at",
      "expires_at",
      "state_updated_at",
      "accepted_at",
      "created_at",
      "updated_at",
      "deleted_at",
    ],
    days: ["issued_at_date", "expires_at_date"],
  },
  { table: "issued_badges", times: ["expiry_reminded_for"], where: "expiry_reminded_for IS NOT NULL" },
  { table: "badge_templates", times: ["default_expires_at"], days: ["default_expires_at_date"] },
  { table: "authorization_tokens", times: ["created_at", "expires_at"] },
  { table: "oauth_access_tokens", times: ["created_at", "expires_at"] },
  { table: "learning_tokens", times: ["created_at", "expires_at"] },
  { table: "employees", times: ["state_updated_at", "last_invitation_sent_at", "deactivated_at"] },
  {
    table: "badge_imports",
    times: ["scheduled_at"],
    days: ["issued_at"],
    where: "state = 'scheduled'",
  },
  { table: "mail_sendings", times: ["sent_at"] },
  {
    table: "outbox_messages",
    times: ["created_at", "restarted_at", "first_attempt_at", "next_attempt_at"],
    where: "state = 'due'",
  },
];

const ORGANIZATION_TIMES = [
  "webhook_failing_since",
  "webhook_failure_mailed_at",
  "webhook_previous_secret_until",
];

/** Assigns to each column its value of this many days before. */
const assignEarlier = (
  days: number,
  { times, days: dates = [] }: Pick<(typeof AGING)[number], "times" | "days">,
) =>
  Prisma.join([
    ...times
      .map((name) => Prisma.raw(name))
      .map((column) => Prisma.sql`${column} = ${column} - make_interval(days => ${days}::int)`),
    ...dates
      .map((name) => Prisma.raw(name))
      .map((column) => Prisma.sql`${column} = ${column} - ${days}::int`),
  ]);

/**
 * Locks a test organization, though not against rows that refer to it, and returns by how many days its time was moved.
 * Null for a real one.
 */
export async function lockTestDays(organizationId: string): Promise<number | null> {
  const rows = await db().$queryRaw<{ days: number }[]>`
    SELECT test_days AS days FROM organizations
    WHERE id = ${organizationId}::uuid AND test_of_id IS NOT NULL FOR NO KEY UPDATE`;
  return rows[0]?.days ?? null;
}

/** Makes everything in a test organization this many days older. Call it in a transaction, after `lockTestDays`. */
export async function ageOrganization(organizationId: string, days: number): Promise<void> {
  for (const { table, where = "true", ...columns } of AGING)
    await db().$executeRaw`
      UPDATE ${Prisma.raw(table)} SET ${assignEarlier(days, columns)}
      WHERE organization_id = ${organizationId}::uuid AND ${Prisma.raw(where)}`;
  // Signed again with the new dates when they are next read.
  await db().$executeRaw`
    DELETE FROM signed_credentials WHERE badge_id IN (
      SELECT id FROM issued_badges WHERE organization_id = ${organizationId}::uuid)`;
  await db().$executeRaw`
    UPDATE organizations SET ${assignEarlier(days, { times: ORGANIZATION_TIMES })}, test_days = test_days + ${days}::int
    WHERE id = ${organizationId}::uuid`;
}

export const findTestOrganization = (organizationId: string) =>
  db().organization.findUnique({
    where: { testOfId: organizationId },
    select: { id: true, vanitySlug: true },
  });

/** Finds what the test organization of an organization is created with. */
export const findTestBasis = (id: string) =>
  db().organization.findUnique({
    where: { id },
    select: {
      name: true,
      vanitySlug: true,
      testOfId: true,
      photoId: true,
      websiteUrl: true,
      contactEmail: true,
      bio: true,
      primaryHexColor: true,
      workforceEnabled: true,
      requiresSecondFactor: true,
      sessionIdleMinutes: true,
      learningTokenIdleDays: true,
      memberships: { select: { userId: true, role: true, createdAt: true } },
    },
  });

export const insertMemberships = async (
  organizationId: string,
  members: { userId: string; role: "administrator" | "issuer" | "viewer"; createdAt: Date }[],
): Promise<void> => {
  await db().membership.createMany({ data: members.map((member) => ({ ...member, organizationId })) });
};
