import type { Metadata } from "next";
import { NextIntlClientProvider } from "next-intl";
import { setRequestLocale } from "next-intl/server";
import { notFound } from "next/navigation";
import { AccountSection, AccountSections } from "@/components/account/account-sections";
import { TranslatedTexts } from "@/components/account/translated-texts";
import { MissingFactor } from "@/components/console/memberships/missing-factor";
import { MissingSignIn } from "@/components/console/memberships/missing-sign-in";
import { OwnMemberships } from "@/components/console/memberships/own-memberships";
import { PageHeader } from "@/components/ui/page/page-header";
import { memberSignInUrl } from "@/lib/accounts/accounts/required-provider";
import { findMembershipBarrier } from "@/lib/accounts/sessions/membership-barrier";
import { buildEarnerCaller } from "@/lib/accounts/sessions/session";
import { presentOwnMembership } from "@/lib/accounts/memberships/serializer";
import { listOwnMemberships } from "@/lib/accounts/memberships/service";
import { readListInput } from "@/lib/kernel/list/list-input";
import { DEFAULT_LOCALE } from "@/lib/kernel/locales";
import { loadMessages } from "@/lib/platform/languages/messages";
import { loadAccount } from "../../../../load-account";
import { requireSignedInPerson } from "../../../../signed-in";
import { toConsoleMember } from "../../../console-caller";

export const metadata: Metadata = { title: "Your account" };

type Props = { params: Promise<{ organization: string }> };

export default async function AccountPage({ params }: Props) {
  // The console is in English, whatever the language of the account's other pages.
  setRequestLocale(DEFAULT_LOCALE);
  const { organization: slug } = await params;
  const person = await requireSignedInPerson();
  const member = toConsoleMember(person, slug);
  if (!member) notFound();
  const barrier = findMembershipBarrier(person, member.caller.organizationId);
  const earner = buildEarnerCaller(person);
  const [account, memberships, messages] = await Promise.all([
    loadAccount(earner),
    listOwnMemberships(earner, readListInput(new URLSearchParams())),
    loadMessages(DEFAULT_LOCALE),
  ]);
  const { account: accountWords, common, errors } = messages.wallet;
  return (
    <>
      <PageHeader
        title="Your account"
        description="One account for your organizations and your own badges."
      />
      {barrier === "provider_required" ? (
        <MissingSignIn
          organization={member.organization.name}
          signInUrl={memberSignInUrl(member.organization)}
          home={`/console/${slug}`}
        />
      ) : null}
      {barrier === "second_factor_required" ? (
        <MissingFactor organization={member.organization.name} factors={account.factors} />
      ) : null}
      <NextIntlClientProvider
        messages={{ common: messages.common, wallet: { account: accountWords, common, errors } }}
      >
        <TranslatedTexts>
          <AccountSections {...account}>
            <AccountSection title="Organizations">
              <OwnMemberships memberships={memberships.rows.map(presentOwnMembership)} />
            </AccountSection>
          </AccountSections>
        </TranslatedTexts>
      </NextIntlClientProvider>
    </>
  );
}
