"use client";

import { useMutation } from "@tanstack/react-query";
import { apiRemove, apiWrite, organizationPath } from "@/components/api";
import type { IssuedBadge } from "@/lib/badges/issued/schema";

const badgePath = (organizationId: string, id: string, rest = ""): string =>
  organizationPath(organizationId, `badges/${id}${rest}`);

/** Issues a badge; the form shows what went wrong. */
export const useIssueBadge = (organizationId: string) =>
  useMutation({
    mutationFn: (body: unknown) =>
      apiWrite<IssuedBadge>("POST", organizationPath(organizationId, "badges"), body),
    meta: { inForm: true },
  });

/** What can be done with a badge that is issued, as one request each. */
export const badgeRequests = (organizationId: string) => ({
  revoke: (id: string, body: unknown) =>
    apiWrite<IssuedBadge>("PUT", badgePath(organizationId, id, "/revoke"), body),
  resend: (id: string) =>
    apiWrite<IssuedBadge>("POST", badgePath(organizationId, id, "/send_notification"), {}),
  correct: (id: string, body: unknown) =>
    apiWrite<IssuedBadge>("PUT", badgePath(organizationId, id, "/recipient"), body),
  replace: (id: string, body: unknown) =>
    apiWrite<IssuedBadge>("POST", badgePath(organizationId, id, "/replace"), body),
  remove: (id: string) => apiRemove(badgePath(organizationId, id)),
});

/** Mails the recipient once more. */
export const useResend = (organizationId: string) =>
  useMutation({ mutationFn: badgeRequests(organizationId).resend });

/** Removes a badge for good. */
export const useDeleteBadge = (organizationId: string) =>
  useMutation({ mutationFn: badgeRequests(organizationId).remove });

/** Corrects an address; the form shows what went wrong. */
export const useCorrectRecipient = (organizationId: string) =>
  useMutation({
    mutationFn: ({ id, recipient_email }: { id: string; recipient_email: string }) =>
      badgeRequests(organizationId).correct(id, { recipient_email }),
    meta: { inForm: true },
  });

/** Replaces a badge; the form shows what went wrong. */
export const useReplaceBadge = (organizationId: string, id: string) =>
  useMutation({
    mutationFn: (body: unknown) => badgeRequests(organizationId).replace(id, body),
    meta: { inForm: true },
  });
