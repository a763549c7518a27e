import type { Metadata } from "next";
import { ProfileForm } from "@/components/console/organizations/profile-form";
import { SettingsTabs } from "@/components/console/organizations/settings-tabs";
import { buttonClass } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page/page-header";
import { presentImage } from "@/lib/art/images/serializer";
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
      <PageHeader
        title="Settings"
        description="Your organization’s profile, members and e-mails."
        actions={
          <a href={`/org/${row.vanitySlug}`} className={buttonClass({ variant: "secondary" })}>
            View public page
          </a>
        }
      />
      <SettingsTabs home={home} current="" />
      <ProfileForm
        organization={presentOrganization(row)}
        coverUrl={presentImage(row.coverId)?.url ?? null}
        domain={publicDomain(row)}
        domainHref={`${home}/settings/domain`}
      />
    </>
  );
}
