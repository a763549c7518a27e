import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AccountPage } from "@/components/wallet/account-page";
import { presentActivity } from "@/lib/account-activity/serializer";
import { listActivity } from "@/lib/account-activity/service";
import { listEmails } from "@/lib/accounts/emails";
import { presentEmail, presentMe } from "@/lib/accounts/serializer";
import { getMe } from "@/lib/accounts/service";
import { profileStanding } from "@/lib/public-pages/service";
import { personalTexts } from "@/lib/users/password-choice";
import { signedInEarner } from "../../earner-caller";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("wallet.account"))("title") };
}

export default async function WalletAccountPage() {
  const { earner } = await signedInEarner();
  const [me, emails, activities, personal] = await Promise.all([
    getMe(earner),
    listEmails(earner, { query: new URLSearchParams() }),
    listActivity(earner.userId),
    personalTexts(earner.userId),
  ]);
  const profile = await profileStanding(me.vanitySlug, 1);
  return (
    <AccountPage
      me={presentMe(me)}
      emails={emails.rows.map(presentEmail)}
      activities={activities.map(presentActivity)}
      hasProfile={profile.kind === "shown"}
      personal={personal}
    />
  );
}
