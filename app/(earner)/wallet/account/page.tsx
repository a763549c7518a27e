import { readListInput } from "@/lib/kernel/list/list-input";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AccountPage } from "@/components/earner/wallet/account-page";
import { presentActivity } from "@/lib/identity/account-activity/serializer";
import { listActivity } from "@/lib/identity/account-activity/service";
import { listEmails } from "@/lib/identity/accounts/emails";
import { presentEmail, presentMe } from "@/lib/identity/accounts/serializer";
import { getMe } from "@/lib/identity/accounts/service";
import { readProfilePageStatus } from "@/lib/credentials/public-pages/service";
import { listPersonalTexts } from "@/lib/identity/users/password-choice";
import { requireEarner } from "../../earner-caller";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("wallet.account"))("title") };
}

export default async function WalletAccountPage() {
  const { earner } = await requireEarner();
  const [me, emails, activities, personal] = await Promise.all([
    getMe(earner),
    listEmails(earner, readListInput(new URLSearchParams())),
    listActivity(earner.userId),
    listPersonalTexts(earner.userId),
  ]);
  const publicProfile = await readProfilePageStatus(me.vanitySlug, 1);
  return (
    <AccountPage
      me={presentMe(me)}
      emails={emails.rows.map(presentEmail)}
      activities={activities.map(presentActivity)}
      hasProfile={publicProfile.kind === "shown"}
      personal={personal}
    />
  );
}
