import type { Metadata } from "next";
import { ProfileForm } from "@/components/console/organizations/profile-form";
import { SettingsTabs } from "@/components/console/organizations/settings-tabs";
import { PageHeader } from "@/components/ui/page-header";
import { presentOrganization } from "@/lib/organizations/profile/serializer";
import { getOrganization } from "@/lib/organizations/profile/service";
import { publicDomain } from "@/lib/credentials/public-pages/serializer";
import { requireConsoleMember } from "../../../console-caller";

export const metadata: Metadata = { title: "Settings" };

type Props = { params: Promise<{ organization: string }> };

export default async function SettingsPage({ params }: Props) {
  const { organization: slug } = await params;
  const { caller } = await requireConsoleMember(slug, { scope: "memberships", access: "write" });
  const row = await getOrganization(caller);
  const home = `/console/${slug}`;
  return (
    <>
      <PageHeader title="Settings" description="Your organization’s profile, members and e-mails." />
      <SettingsTabs home={home} current="" />
      <ProfileForm
        organization={presentOrganization(row)}
        domain={publicDomain(row)}
        domainHref={`${home}/settings/domain`}
      />
    </>
  );
}
