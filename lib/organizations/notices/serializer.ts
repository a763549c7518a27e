import type { Prisma } from "@/prisma/generated/client";
import type { NoticeKind } from "./choices";
import type { Notice, NoticeSettings } from "./schema";

const organizationSelect = { id: true, name: true, vanitySlug: true } satisfies Prisma.OrganizationSelect;

export const noticeSelect = {
  id: true,
  kind: true,
  data: true,
  readAt: true,
  createdAt: true,
  membership: { select: { organization: { select: organizationSelect } } },
} satisfies Prisma.NoticeSelect;

export type NoticeRow = Prisma.NoticeGetPayload<{ select: typeof noticeSelect }>;

type NoticeOrganization = { id: string; name: string; vanitySlug: string };

const presentOrganization = ({ id, name, vanitySlug }: NoticeOrganization) => ({
  id,
  name,
  vanity_slug: vanitySlug,
});

/** Presents a notice. Only `recordNotices` writes its kind and data. */
export const presentNotice = ({ id, kind, data, readAt, createdAt, membership }: NoticeRow): Notice =>
  ({
    id,
    organization: membership && presentOrganization(membership.organization),
    kind,
    data,
    is_read: readAt !== null,
    created_at: createdAt.toISOString(),
  }) as Notice;

/** One setting of a person. */
export type SettingRow = {
  organization: NoticeOrganization | null;
  kind: NoticeKind;
  mail: boolean;
  console: boolean;
};

export const presentNoticeSettings = (rows: SettingRow[]): NoticeSettings => ({
  settings: rows.map(({ organization, ...row }) => ({
    ...row,
    organization: organization && presentOrganization(organization),
  })),
});
