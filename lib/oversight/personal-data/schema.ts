import { Notice, NoticeSettings } from "@/lib/organizations/notices/schema";
import { z } from "zod";
import { Me, OwnEmail } from "@/lib/accounts/accounts/schema";
import { ConnectedApplication } from "@/lib/applications/connected-applications/schema";
import { WalletApplication } from "@/lib/applications/wallet-applications/schema";
import { EarnerEmployment } from "@/lib/workforce/employees/schema";
import { EarnerExternalBadge } from "@/lib/credentials/external-badges/schema";
import { Credential } from "@/lib/credentials/open-badges/schema";
import { WalletCopy } from "@/lib/credentials/wallet-issuance/schema";
import { BadgeCollection } from "@/lib/badges/collections/schema";
import { IssuedBadge } from "@/lib/badges/issued/schema";
import { nullable, timestamp } from "@/lib/kernel/fields";
import { SavedView } from "@/lib/console/saved-views/schema";
import { SecondFactors } from "@/lib/identity/second-factors/schema";
import { Session } from "@/lib/accounts/sessions/schema";
import { OwnLearningToken } from "@/lib/learning/tokens/schema";
import { OwnMembership } from "@/lib/accounts/memberships/schema";

const Position = z.strictObject({
  current: z.boolean(),
  employer_job_title: nullable(),
  partner_occupation: nullable(),
  occupation_name: nullable(),
  model_version: nullable(),
  confidence_rating: z.number().nullable(),
  state: nullable(),
});

/** All data of an account, as a file to download. */
export const PersonalData = z
  .strictObject({
    exported_at: timestamp(),
    profile: Me,
    /** Earlier addresses of the public profile, which lead to it. */
    former_profile_urls: z.array(z.string()),
    emails: z.array(OwnEmail),
    badges: z.array(IssuedBadge),
    /** The signed credentials of the accepted badges. */
    credentials: z.array(z.strictObject({ badge_id: z.uuid(), credential: Credential })),
    /** The copies of badges in wallets, without their content, which only the wallets have. */
    wallet_copies: z.array(WalletCopy),
    badge_collections: z.array(BadgeCollection),
    external_badges: z.array(EarnerExternalBadge),
    employments: z.array(
      z.strictObject({ ...EarnerEmployment.shape, employment_histories: z.array(Position) }),
    ),
    connected_applications: z.array(ConnectedApplication),
    wallet_applications: z.array(WalletApplication),
    memberships: z.array(OwnMembership),
    /** The views of lists that the person saved for themselves. */
    saved_views: z.array(SavedView),
    notices: z.array(Notice),
    notice_settings: NoticeSettings.shape.settings,
    second_factors: SecondFactors,
    sessions: z.array(Session),
    learning_tokens: z.array(OwnLearningToken),
  })
  .meta({ id: "PersonalData" });
export type PersonalData = z.infer<typeof PersonalData>;
