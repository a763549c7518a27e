import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { RequestDetail } from "@/components/console/api-requests/request-detail";
import { requestTitle, statusTone } from "@/components/console/api-requests/request-words";
import { PageHeader } from "@/components/ui/page/page-header";
import { Tag } from "@/components/ui/tag";
import { presentRequestDetail } from "@/lib/access/api-requests/serializer";
import { getRequest } from "@/lib/access/api-requests/service";
import { isUuid } from "@/lib/kernel/ids";
import { orNotFound, requireConsoleMember } from "../../../../../console-caller";
import { SectionTabs } from "../../section";

export const metadata: Metadata = { title: "Request" };

type Props = { params: Promise<{ organization: string; api_request_id: string }> };

export default async function RequestPage({ params }: Props) {
  const { organization: slug, api_request_id: id } = await params;
  const member = await requireConsoleMember(slug, { scope: "memberships" });
  if (!isUuid(id)) notFound();
  const request = presentRequestDetail(await orNotFound(getRequest(member.caller, id)));
  return (
    <>
      <PageHeader
        title={<span className="wrap-anywhere">{requestTitle(request)}</span>}
        back={{ href: `/console/${slug}/developer/requests`, label: "Requests" }}
        actions={<Tag tone={statusTone(request.status)}>{request.status}</Tag>}
      />
      <SectionTabs member={member} current="/requests" />
      <RequestDetail request={request} />
    </>
  );
}
