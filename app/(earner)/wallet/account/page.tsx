import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AccountSections } from "@/components/account/account-sections";
import { loadAccount } from "../../../load-account";
import { requireEarner } from "../../earner-caller";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("wallet.account"))("title") };
}

export default async function WalletAccountPage() {
  const { earner } = await requireEarner();
  const t = await getTranslations("wallet.account");
  return (
    <>
      <h1 className="font-heading mb-6 text-4xl leading-tight">{t("title")}</h1>
      <AccountSections {...await loadAccount(earner)} />
    </>
  );
}
