import type { Prisma } from "@/prisma/generated/client";

export const erasureSelect = {
  id: true,
  requestedBy: true,
  subject: true,
  step: true,
  position: true,
  passes: true,
  counts: true,
  createdAt: true,
  finishedAt: true,
} satisfies Prisma.ErasureSelect;

export type ErasureRow = Prisma.ErasureGetPayload<{ select: typeof erasureSelect }>;

export const digestSelect = {
  id: true,
  createdAt: true,
  salt: true,
  digests: true,
  userIds: true,
} satisfies Prisma.ErasureSelect;
export type DigestRow = Prisma.ErasureGetPayload<{ select: typeof digestSelect }>;
