"use client";

import { PeekContent } from "@/components/ui/peek-content";
import { Tag } from "@/components/ui/tag";
import { useApiRequest } from "./hooks";
import { RequestDetail } from "./request-detail";
import { requestTitle, statusTone } from "./request-words";

/** A request in the side panel of the list. */
export function RequestPeek({ organizationId, id }: { organizationId: string; id: string }) {
  return (
    <PeekContent
      query={useApiRequest(organizationId, id)}
      title={requestTitle}
      description={({ status }) => <Tag tone={statusTone(status)}>{status}</Tag>}
    >
      {(request) => <RequestDetail request={request} />}
    </PeekContent>
  );
}
