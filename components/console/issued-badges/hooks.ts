"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { apiRead, apiRemove, apiWrite, organizationPath } from "@/components/api";
import type { IssuedBadge } from "@/lib/badges/issued/schema";

const badgePath = (organizationId: string, id: string, rest = ""): string =>
  organizationPath(organizationId, `badges/${id}${rest}`);

/** Reads an issued badge. */
export const useBadge = (organizationId: string, id: string) =>
  useQuery({
    queryKey: ["badge", organizationId, id],
    queryFn: () => apiRead<IssuedBadge>(badgePath(organizationId, id)),
    // People act on what they see here, so it is fetched each time it is shown.
    staleTime: 0,
  });

/** One function for each request that issues or changes a badge. */
export const badgeRequests = (organizationId: string) => ({
  issue: (body: unknown) => apiWrite<IssuedBadge>("POST", organizationPath(organizationId, "badges"), body),
  revoke: (id: string, body: unknown) =>
    apiWrite<IssuedBadge>("PUT", badgePath(organizationId, id, "/revoke"), body),
  resend: (id: string) =>
    apiWrite<IssuedBadge>("POST", badgePath(organizationId, id, "/send_notification"), {}),
  changeRecipient: (id: string, body: unknown) =>
    apiWrite<IssuedBadge>("PUT", badgePath(organizationId, id, "/recipient"), body),
  replace: (id: string, body: unknown) =>
    apiWrite<IssuedBadge>("POST", badgePath(organizationId, id, "/replace"), body),
  deleteBadge: (id: string) => apiRemove(badgePath(organizationId, id)),
});

/** Sends the mail about a pending badge again. */
export const useResendMail = (organizationId: string) =>
  useMutation({ mutationFn: badgeRequests(organizationId).resend });

/** Deletes a badge permanently. */
export const useDeleteBadge = (organizationId: string) =>
  useMutation({ mutationFn: badgeRequests(organizationId).deleteBadge });
