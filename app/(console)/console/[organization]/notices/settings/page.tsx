import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { NoticeSettingsForm } from "@/components/console/notices/notice-settings-form";
import { PageHeader } from "@/components/ui/page/page-header";
import { presentNoticeSettings } from "@/lib/organizations/notices/serializer";
import { getNoticeSettings } from "@/lib/organizations/notices/service";
import { buildEarnerCaller } from "@/lib/accounts/sessions/session";
import { requireSignedInPerson } from "../../../../../signed-in";
import { toConsoleMember } from "../../../../console-caller";

export const metadata: Metadata = { title: "Notice settings" };

type Props = { params: Promise<{ organization: string }> };

export default async function NoticeSettingsPage({ params }: Props) {
  const { organization: slug } = await params;
  const person = await requireSignedInPerson();
  if (!toConsoleMember(person, slug)) notFound();
  const settings = await getNoticeSettings(buildEarnerCaller(person));
  return (
    <>
      <PageHeader
        title="Notice settings"
        back={{ href: `/console/${slug}/notices`, label: "Notices" }}
        description="Choose what you are told, by e-mail and in the console. Other members choose for themselves."
      />
      <NoticeSettingsForm {...presentNoticeSettings(settings)} />
    </>
  );
}
