import type { Prisma } from "@/prisma/generated/client";
import type { TestMail, TestMailDetail } from "./schema";

export const testMailSelect = {
  id: true,
  toName: true,
  toAddress: true,
  subject: true,
  sentAt: true,
} satisfies Prisma.TestMailSelect;

export const testMailDetailSelect = {
  ...testMailSelect,
  html: true,
  text: true,
} satisfies Prisma.TestMailSelect;

export type TestMailRow = Prisma.TestMailGetPayload<{ select: typeof testMailSelect }>;
export type TestMailDetailRow = Prisma.TestMailGetPayload<{ select: typeof testMailDetailSelect }>;

export const presentTestMail = (row: TestMailRow): TestMail => ({
  id: row.id,
  to: { name: row.toName, address: row.toAddress },
  subject: row.subject,
  sent_at: row.sentAt.toISOString(),
});

export const presentTestMailDetail = (row: TestMailDetailRow): TestMailDetail => ({
  ...presentTestMail(row),
  html: row.html,
  text: row.text,
});
