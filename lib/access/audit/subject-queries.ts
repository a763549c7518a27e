import { db } from "@/lib/kernel/db";
import { isUuid } from "@/lib/kernel/ids";
import { joinNames } from "@/lib/kernel/names";
import type { AuditEntryRow } from "./serializer";

type Named = { id: string; name: string };
type Finder = (organizationId: string, ids: string[]) => Promise<Named[]>;

const fullName = ({ firstName, lastName }: { firstName: string | null; lastName: string | null }): string =>
  joinNames(firstName, lastName);

const NAMED = { id: true, name: true } as const;

/** How the names of the things that were changed are read: by the part of the action before the dot. */
const FINDERS: Record<string, Finder> = {
  badge: async (organizationId, ids) => {
    const rows = await db().issuedBadge.findMany({
      where: {
        id: { in: ids },
        deletedAt: null,
        OR: [{ organizationId }, { templateOrganizationId: organizationId }],
      },
      select: { id: true, issuedTo: true, recipientEmail: true, badgeTemplate: { select: { name: true } } },
      relationLoadStrategy: "join",
    });
    return rows.map(({ id, issuedTo, recipientEmail, badgeTemplate }) => ({
      id,
      name: `${badgeTemplate.name} for ${issuedTo || recipientEmail}`,
    }));
  },
  badge_template: (organizationId, ids) =>
    db().badgeTemplate.findMany({
      where: { organizationId, id: { in: ids }, deletedAt: null },
      select: NAMED,
    }),
  badge_import: async (organizationId, ids) => {
    const rows = await db().badgeImport.findMany({
      where: { organizationId, id: { in: ids } },
      select: { id: true, fileName: true },
    });
    return rows.map(({ id, fileName }) => ({ id, name: fileName }));
  },
  recommendation: async (organizationId, ids) => {
    const rows = await db().recommendation.findMany({
      where: { organizationId, id: { in: ids } },
      select: { id: true, title: true },
    });
    return rows.map(({ id, title }) => ({ id, name: title }));
  },
  employee: async (organizationId, ids) => {
    const rows = await db().employee.findMany({
      where: { organizationId, id: { in: ids } },
      select: { id: true, firstName: true, lastName: true, email: true },
    });
    return rows.map((row) => ({ id: row.id, name: fullName(row) || row.email }));
  },
  member: async (organizationId, ids) => {
    const rows = await db().membership.findMany({
      where: { organizationId, userId: { in: ids } },
      select: { user: { select: { id: true, firstName: true, lastName: true } } },
      relationLoadStrategy: "join",
    });
    return rows.map(({ user }) => ({ id: user.id, name: fullName(user) }));
  },
  invitation: async (organizationId, ids) => {
    const rows = await db().memberInvitation.findMany({
      where: { organizationId, id: { in: ids } },
      select: { id: true, email: true },
    });
    return rows.map(({ id, email }) => ({ id, name: email }));
  },
  authorization_token: async (organizationId, ids) => {
    const rows = await db().authorizationToken.findMany({
      where: { organizationId, id: { in: ids } },
      select: { id: true, description: true },
    });
    return rows.map(({ id, description }) => ({ id, name: description ?? "" }));
  },
  learning_app: (organizationId, ids) =>
    db().learningApp.findMany({ where: { organizationId, id: { in: ids } }, select: NAMED }),
};

const kindOf = ({ action }: Pick<AuditEntryRow, "action">): string => action.split(".", 1)[0] ?? "";

/**
 * Finds the names of what these entries are about, with one query for each kind of thing. What was deleted since, and
 * what belongs to another organization, has none.
 */
export async function findSubjectNames(
  organizationId: string,
  entries: Pick<AuditEntryRow, "action" | "subjectId">[],
): Promise<Map<string, string>> {
  const idsByKind = new Map<string, Set<string>>();
  for (const entry of entries) {
    if (entry.subjectId === null || !isUuid(entry.subjectId)) continue;
    const kind = kindOf(entry);
    idsByKind.set(kind, (idsByKind.get(kind) ?? new Set()).add(entry.subjectId));
  }
  const found = await Promise.all(
    [...idsByKind].map(async ([kind, ids]) => (await FINDERS[kind]?.(organizationId, [...ids])) ?? []),
  );
  return new Map(found.flat().flatMap(({ id, name }) => (name === "" ? [] : [[id, name]])));
}
