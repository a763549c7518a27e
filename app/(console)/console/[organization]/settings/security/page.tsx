import type { Metadata } from "next";
import Link from "next/link";
import { SettingsTabs } from "@/components/console/organizations/settings-tabs";
import { SecurityForm } from "@/components/console/security/security-form";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page/page-header";
import { presentSecuritySettings } from "@/lib/organizations/security-settings/serializer";
import { getSecuritySettings } from "@/lib/organizations/security-settings/service";
import { may, requireConsoleMember } from "../../../../console-caller";

export const metadata: Metadata = { title: "Security" };

type Props = { params: Promise<{ organization: string }> };

export default async function SecurityPage({ params }: Props) {
  const { organization: slug } = await params;
  const { caller, organization } = await requireConsoleMember(slug, { scope: "memberships" });
  const home = `/console/${slug}`;
  const settings = presentSecuritySettings(await getSecuritySettings(caller));
  const isTest = organization.testOfId !== null;
  return (
    <>
      <PageHeader
        title="Security"
        description="What your organization requires of the people and systems that work in it."
      />
      <SettingsTabs home={home} current="/security" />
      {isTest ? (
        <Notice className="mb-6">Test mode has the security settings of the organization.</Notice>
      ) : null}
      <SecurityForm
        organizationId={caller.organizationId}
        settings={settings}
        mayChange={may(caller, "memberships", "write") && !isTest}
      />
      <p className="mt-10 max-w-2xl border-t border-line pt-6 text-sm text-ink-soft">
        Your own passkeys, authenticator app and sessions are in{" "}
        <Link href={`${home}/account#second-factor`} prefetch={false} className="underline">
          your account
        </Link>
        .
      </p>
    </>
  );
}
