import {
  presentNotice,
  presentNoticeSettings,
  type NoticeRow,
  type SettingRow,
} from "@/lib/organizations/notices/serializer";
import { presentEmail, presentMe, type EmailRow, type MeRow } from "@/lib/accounts/accounts/serializer";
import { presentConnection, type ConnectionRow } from "@/lib/applications/connected-applications/serializer";
import {
  presentWalletApplication,
  type AllowedApplicationRow,
} from "@/lib/applications/wallet-applications/serializer";
import { earnerEmploymentSelect, presentEarnerEmployment } from "@/lib/workforce/employees/serializer";
import {
  presentEarnerExternalBadge,
  type EarnerBadgeRow,
} from "@/lib/credentials/external-badges/serializer";
import { presentCollection, type CollectionRow } from "@/lib/badges/collections/serializer";
import { presentEarnerBadge, type BadgeRow } from "@/lib/badges/issued/serializer";
import type { Credential } from "@/lib/credentials/open-badges/schema";
import type { SignedCredentialRow } from "@/lib/credentials/signed-credentials/serializer";
import { presentWalletCopy, type WalletCopyRow } from "@/lib/credentials/wallet-issuance/serializer";
import { clock } from "@/lib/kernel/clock";
import { publicUrl } from "@/lib/kernel/env";
import { presentOwnMembership, type OwnMembershipRow } from "@/lib/accounts/memberships/serializer";
import { presentSavedView, type SavedViewRow } from "@/lib/console/saved-views/serializer";
import type { Prisma } from "@/prisma/generated/client";
import { presentSecondFactors, type SecondFactorsRow } from "@/lib/identity/second-factors/serializer";
import { presentSession, type ListedSession } from "@/lib/accounts/sessions/serializer";
import { presentOwnToken, type OwnTokenRow } from "@/lib/learning/tokens/serializer";
import type { PersonalData } from "./schema";

export const employmentDataSelect = {
  ...earnerEmploymentSelect,
  histories: {
    select: {
      current: true,
      employerJobTitle: true,
      partnerOccupation: true,
      occupationName: true,
      modelVersion: true,
      confidenceRating: true,
      state: true,
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  },
} satisfies Prisma.EmployeeSelect;

export type EmploymentDataRow = Prisma.EmployeeGetPayload<{ select: typeof employmentDataSelect }>;

/** All data of an account. */
export type PersonalDataRow = {
  me: MeRow;
  formerAddresses: string[];
  emails: EmailRow[];
  badges: BadgeRow[];
  credentials: SignedCredentialRow[];
  walletCopies: WalletCopyRow[];
  collections: CollectionRow[];
  externalBadges: EarnerBadgeRow[];
  employments: EmploymentDataRow[];
  connections: ConnectionRow[];
  walletApplications: AllowedApplicationRow[];
  memberships: OwnMembershipRow[];
  savedViews: SavedViewRow[];
  notices: NoticeRow[];
  noticeSettings: SettingRow[];
  factors: SecondFactorsRow;
  sessions: ListedSession[];
  learningTokens: OwnTokenRow[];
};

const presentEmployment = ({ histories, ...row }: EmploymentDataRow) => ({
  ...presentEarnerEmployment(row),
  employment_histories: histories.map((history) => ({
    current: history.current,
    employer_job_title: history.employerJobTitle,
    partner_occupation: history.partnerOccupation,
    occupation_name: history.occupationName,
    model_version: history.modelVersion,
    confidence_rating: history.confidenceRating,
    state: history.state,
  })),
});

/** Presents all data of an account. It contains no secrets: neither the password's hash nor a link. */
export const presentPersonalData = (row: PersonalDataRow): PersonalData => ({
  exported_at: clock.now().toISOString(),
  profile: presentMe(row.me),
  former_profile_urls: row.formerAddresses.map((address) => publicUrl(`/users/${address}`)),
  emails: row.emails.map(presentEmail),
  badges: row.badges.map(presentEarnerBadge),
  credentials: row.credentials.map(({ badgeId, document }) => ({
    badge_id: badgeId,
    credential: JSON.parse(document) as Credential,
  })),
  wallet_copies: row.walletCopies.map(presentWalletCopy),
  badge_collections: row.collections.map(presentCollection),
  external_badges: row.externalBadges.map(presentEarnerExternalBadge),
  employments: row.employments.map(presentEmployment),
  connected_applications: row.connections.map(presentConnection),
  wallet_applications: row.walletApplications.map(presentWalletApplication),
  memberships: row.memberships.map(presentOwnMembership),
  saved_views: row.savedViews.map(presentSavedView),
  notices: row.notices.map(presentNotice),
  notice_settings: presentNoticeSettings(row.noticeSettings).settings,
  second_factors: presentSecondFactors(row.factors),
  sessions: row.sessions.map(presentSession),
  learning_tokens: row.learningTokens.map(presentOwnToken),
});
