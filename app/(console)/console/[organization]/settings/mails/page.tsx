import type { Metadata } from "next";
import { MailDesigner } from "@/components/console/mails/mail-designer";
import { SettingsTabs } from "@/components/console/organizations/settings-tabs";
import { PageHeader } from "@/components/ui/page/page-header";
import { MAIL_KINDS } from "@/lib/delivery/mail/choices";
import { findOwnAddress } from "@/lib/delivery/mail/service";
import { readInstallationSender } from "@/lib/delivery/mail-designs/installation-sender";
import { presentMailDesign } from "@/lib/delivery/mail-designs/serializer";
import { getMailDesign, listReplyToAddresses } from "@/lib/delivery/mail-designs/service";
import { toLocale } from "@/lib/kernel/locales";
import { isTestOrganization } from "@/lib/organizations/profile/mode";
import { getOrganization } from "@/lib/organizations/profile/service";
import { requireConsoleMember } from "../../../../console-caller";
import type { PageQuery } from "../../../../list-request";

export const metadata: Metadata = { title: "E-mails" };

type Props = { params: Promise<{ organization: string }>; searchParams: PageQuery };

export default async function MailsPage({ params, searchParams }: Props) {
  const [{ organization: slug }, parameters] = await Promise.all([params, searchParams]);
  const { caller } = await requireConsoleMember(slug, { scope: "memberships", access: "write" });
  const [organization, row, addresses, ownAddress, isTest] = await Promise.all([
    getOrganization(caller),
    getMailDesign(caller),
    listReplyToAddresses(caller),
    findOwnAddress(caller),
    isTestOrganization(caller.organizationId),
  ]);
  const design = presentMailDesign(row);
  return (
    <>
      <PageHeader
        title="E-mails"
        description="The sender and the words of the e-mails sent in your name, with a preview of each."
      />
      <SettingsTabs home={`/console/${slug}`} current="/mails" />
      <MailDesigner
        organizationId={caller.organizationId}
        design={design}
        first={{
          kind: MAIL_KINDS.find((one) => one === parameters.kind) ?? "pending_badge",
          locale: toLocale(parameters.locale),
        }}
        supportEmail={organization.supportEmail}
        defaultName={readInstallationSender().name}
        replyToAddresses={[...new Set([...(design.reply_to ? [design.reply_to] : []), ...addresses])]}
        ownAddress={ownAddress}
        isTestMode={isTest}
      />
    </>
  );
}
