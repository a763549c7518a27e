import { readListInput } from "@/lib/kernel/list/list-input";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { AddressList } from "@/components/console/account/address-list";
import { SignOutEverywhere } from "@/components/console/account/end-sessions";
import { NameForm } from "@/components/console/account/name-form";
import { PasswordForm } from "@/components/console/account/password-form";
import { RecentActivity } from "@/components/console/account/recent-activity";
import { OwnMemberships } from "@/components/console/memberships/own-memberships";
import { PageHeader } from "@/components/ui/page-header";
import { presentActivity } from "@/lib/identity/account-activity/serializer";
import { listActivity } from "@/lib/identity/account-activity/service";
import { listEmails } from "@/lib/identity/accounts/emails";
import { presentEmail, presentMe } from "@/lib/identity/accounts/serializer";
import { getMe } from "@/lib/identity/accounts/service";
import { buildEarnerCaller } from "@/lib/identity/sessions/session";
import { LOCALES } from "@/lib/kernel/locales";
import { loadMessages } from "@/lib/delivery/languages/messages";
import { presentOwnMembership } from "@/lib/identity/memberships/serializer";
import { listOwnMemberships } from "@/lib/identity/memberships/service";
import { listPersonalTexts } from "@/lib/identity/users/password-choice";
import { requireSignedInPerson } from "../../../../signed-in";
import { toConsoleMember } from "../../../console-caller";

export const metadata: Metadata = { title: "Your account" };

type Props = { params: Promise<{ organization: string }> };

const AccountSection = ({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) => (
  <section className="grid gap-x-10 gap-y-4 border-t border-line py-8 md:grid-cols-[14rem_minmax(0,1fr)]">
    <div>
      <h2 className="font-heading text-xl leading-tight">{title}</h2>
      {hint ? <p className="mt-1 text-[0.8125rem] text-ink-faint">{hint}</p> : null}
    </div>
    <div className="max-w-xl min-w-0">{children}</div>
  </section>
);

export default async function AccountPage({ params }: Props) {
  const { organization: slug } = await params;
  const person = await requireSignedInPerson();
  if (!toConsoleMember(person, slug)) notFound();
  const earner = buildEarnerCaller(person);
  const defaultListInput = readListInput(new URLSearchParams());
  const [row, emails, memberships, activities, personal, { password: words }] = await Promise.all([
    getMe(earner),
    listEmails(earner, defaultListInput),
    listOwnMemberships(earner, defaultListInput),
    listActivity(person.id),
    listPersonalTexts(person.id),
    loadMessages("en"),
  ]);
  const me = presentMe(row);
  return (
    <>
      <PageHeader title="Your account" description="One account for all your organizations." />
      <AccountSection title="Profile" hint="Your name appears in the audit log next to your actions.">
        <NameForm me={me} locales={[...LOCALES]} />
      </AccountSection>
      <AccountSection
        title="Password"
        hint={
          me.has_password ? "Changing it signs out every other browser." : "You have not set a password yet."
        }
      >
        <PasswordForm
          hasPassword={me.has_password}
          email={me.email ?? ""}
          words={words}
          personal={personal}
        />
      </AccountSection>
      <AccountSection title="E-mail addresses" hint="You can sign in with any confirmed address.">
        <AddressList emails={emails.rows.map(presentEmail)} hasPassword={me.has_password} />
      </AccountSection>
      <AccountSection title="Organizations">
        <OwnMemberships memberships={memberships.rows.map(presentOwnMembership)} />
      </AccountSection>
      <AccountSection title="Sessions" hint="End all sessions if you forgot to sign out of a browser.">
        <SignOutEverywhere />
      </AccountSection>
      <AccountSection title="Recent activity" hint="Change your password if you do not recognize a sign-in.">
        <RecentActivity activities={activities.map(presentActivity)} />
      </AccountSection>
    </>
  );
}
