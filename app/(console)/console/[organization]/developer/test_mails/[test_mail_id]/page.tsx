import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { MailPreview } from "@/components/console/mails/mail-preview";
import { WidthLinks } from "@/components/console/mails/mail-width";
import { Facts } from "@/components/ui/facts";
import { PageHeader } from "@/components/ui/page/page-header";
import { SecondText } from "@/components/ui/time/moment";
import { presentTestMailDetail } from "@/lib/delivery/test-mails/serializer";
import { getTestMail } from "@/lib/delivery/test-mails/service";
import { isUuid } from "@/lib/kernel/ids";
import { orNotFound, requireConsoleMember } from "../../../../../console-caller";
import { readChoice, type PageQuery } from "../../../../../list-request";
import { SectionTabs } from "../../section";

export const metadata: Metadata = { title: "Mail" };

type Props = {
  params: Promise<{ organization: string; test_mail_id: string }>;
  searchParams: PageQuery;
};

export default async function TestMailPage({ params, searchParams }: Props) {
  const [{ organization: slug, test_mail_id: id }, { width }] = await Promise.all([params, searchParams]);
  const member = await requireConsoleMember(slug, { scope: "issued_badges" });
  if (!isUuid(id)) notFound();
  const mail = presentTestMailDetail(await orNotFound(getTestMail(member.caller, id)));
  const chosenWidth = readChoice(width, ["narrow"]) === "narrow" ? "narrow" : "wide";
  const inbox = `/console/${slug}/developer/test_mails`;
  return (
    <>
      <PageHeader title="Mail" back={{ href: inbox, label: "Mail inbox" }} />
      <SectionTabs member={member} current="/test_mails" />
      <div className="mb-8">
        <Facts
          facts={[
            { term: "To", value: mail.to.name ? `${mail.to.name} <${mail.to.address}>` : mail.to.address },
            { term: "Time", value: <SecondText value={mail.sent_at} /> },
          ]}
        />
      </div>
      <MailPreview
        mail={mail}
        isLinked
        width={chosenWidth}
        widthSwitch={
          <WidthLinks
            width={chosenWidth}
            href={(chosen) => `${inbox}/${id}${chosen === "narrow" ? "?width=narrow" : ""}`}
          />
        }
      />
    </>
  );
}
