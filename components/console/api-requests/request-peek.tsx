"use client";

import { PeekContent } from "@/components/ui/overlay/peek-content";
import { Tag } from "@/components/ui/tag";
import { RequestDetail } from "./request-detail";
import { requestTitle, statusTone } from "./request-words";
import { useQuery } from "@tanstack/react-query";
import { apiRead, organizationPath } from "@/components/api";
import type { ApiRequestDetail } from "@/lib/access/api-requests/schema";

/** Reads a request with its bodies. */
const useApiRequest = (organizationId: string, id: string) =>
  useQuery({
    queryKey: ["api_request", organizationId, id],
    queryFn: () => apiRead<ApiRequestDetail>(organizationPath(organizationId, `api_requests/${id}`)),
  });

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
