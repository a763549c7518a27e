import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AccountPage } from "@/components/wallet/account-page";
import { listEmails } from "@/lib/accounts/emails";
import { presentEmail, presentMe } from "@/lib/accounts/serializer";
import { getMe } from "@/lib/accounts/service";
import { profileStanding } from "@/lib/public-pages/service";
import { signedInEarner } from "../../earner-caller";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("wallet.account"))("title") };
}

export default async function WalletAccountPage() {
  const { earner } = await signedInEarner();
  const [me, emails] = await Promise.all([
    getMe(earner),
    listEmails(earner, { query: new URLSearchParams() }),
  ]);
  const profile = await profileStanding(me.vanitySlug, 1);
  return (
    <AccountPage
      me={presentMe(me)}
      emails={emails.rows.map(presentEmail)}
      hasProfile={profile.kind === "shown"}
    />
  );
}
