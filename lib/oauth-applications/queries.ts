import { db } from "@/lib/kernel/db";
import type { Prisma } from "@/prisma/generated/client";

export const insertApplication = (data: Prisma.OauthApplicationUncheckedCreateInput) =>
  db().oauthApplication.create({ data, select: { id: true, uid: true } });
