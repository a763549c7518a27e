import { db } from "@/lib/kernel/db";
import { slice, type Page, type PageRequest } from "@/lib/kernel/list/page";
import type { Prisma } from "@/prisma/generated/client";
import { appSelect, type AppRow } from "./serializer";

const signerSelect = {
  id: true,
  organizationId: true,
  consumerKey: true,
  secret: true,
  enterprise: true,
  ownerId: true,
} satisfies Prisma.LearningAppSelect;

export async function findAppPage(organizationId: string, page: PageRequest): Promise<Page<AppRow>> {
  const where = { organizationId };
  const [rows, total] = await Promise.all([
    db().learningApp.findMany({
      where,
      select: appSelect,
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      relationLoadStrategy: "join",
      ...slice(page),
    }),
    db().learningApp.count({ where }),
  ]);
  return { ...page, rows, total };
}

export const findApp = (organizationId: string, id: string): Promise<AppRow | null> =>
  db().learningApp.findFirst({
    where: { organizationId, id },
    select: appSelect,
    relationLoadStrategy: "join",
  });

export const insertApp = (data: Prisma.LearningAppUncheckedCreateInput): Promise<AppRow> =>
  db().learningApp.create({ data, select: appSelect });

/** What signs and what is signed with: the app as the holder of a secret. */
export type Signer = {
  id: string;
  organizationId: string;
  consumerKey: string;
  secret: Uint8Array<ArrayBuffer>;
  enterprise: boolean;
  ownerId: string;
};

/** At most `most` apps of an owner who is a member of their organization; the one with this key, when one is given. */
export const findOwnedApps = (ownerId: string, consumerKey: string | null, most: number): Promise<Signer[]> =>
  db().learningApp.findMany({
    where: {
      ownerId,
      ...(consumerKey === null ? {} : { consumerKey }),
      organization: { memberships: { some: { userId: ownerId } } },
    },
    select: signerSelect,
    orderBy: { id: "asc" },
    take: most,
  });

/** The app as it is after the change; null when the organization has none with this id. */
export async function saveApp(
  organizationId: string,
  id: string,
  data: Prisma.LearningAppUncheckedUpdateManyInput,
): Promise<AppRow | null> {
  const { count } = await db().learningApp.updateMany({ where: { organizationId, id }, data });
  return count === 0 ? null : findApp(organizationId, id);
}

/** Its integrations, tokens, codes and nonces go with it (foreign keys). */
export const deleteAppRow = (organizationId: string, id: string) =>
  db().learningApp.deleteMany({ where: { organizationId, id } });
