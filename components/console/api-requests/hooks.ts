"use client";

import { useQuery } from "@tanstack/react-query";
import { apiRead, organizationPath } from "@/components/api";
import type { ApiRequestDetail } from "@/lib/access/api-requests/schema";

/** Reads a request with its bodies. */
export const useApiRequest = (organizationId: string, id: string) =>
  useQuery({
    queryKey: ["api_request", organizationId, id],
    queryFn: () => apiRead<ApiRequestDetail>(organizationPath(organizationId, `api_requests/${id}`)),
  });
