"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { apiRead, apiWrite, organizationPath } from "@/components/api";
import type {
  Redelivery,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookSecret,
  WebhookSettings,
  FilterState,
} from "@/lib/delivery/webhooks/schema";

const POLL_MS = 5_000;
/** The first attempt is made at once, so after this delay its result is usually known. */
const FIRST_POLL_DELAY_MS = 1_000;

const deliveriesPath = (organizationId: string, rest = ""): string =>
  organizationPath(organizationId, `webhook_deliveries${rest}`);

/** Changes the settings. The form shows errors. */
export const useSaveSettings = (organizationId: string) =>
  useMutation({
    mutationFn: (body: unknown) =>
      apiWrite<WebhookSettings>("PUT", organizationPath(organizationId, "webhook_settings"), body),
    meta: { inForm: true },
  });

/** Fetches the secret to show it. The audit log records this. */
export const useRevealSecret = (organizationId: string) =>
  useMutation({
    mutationFn: () =>
      apiWrite<WebhookSecret>("POST", organizationPath(organizationId, "webhook_secret/reveal"), {}),
    gcTime: 0,
  });

/** Creates a new secret. The previous one expires at once, or in 24 hours. */
export const useRotateSecret = (organizationId: string) =>
  useMutation({
    mutationFn: (body: { expire_previous: boolean }) =>
      apiWrite<WebhookSecret>("POST", organizationPath(organizationId, "webhook_secret/rotate"), body),
    gcTime: 0,
    meta: { inForm: true },
  });

/** Sends a test event. */
export const useSendTest = (organizationId: string) =>
  useMutation({
    mutationFn: async () => {
      const path = organizationPath(organizationId, "webhook_test_events");
      const delivery = await apiWrite<WebhookDelivery>("POST", path, {});
      await new Promise((resolve) => setTimeout(resolve, FIRST_POLL_DELAY_MS));
      return delivery;
    },
  });

/** Polls a delivery until its first attempt is made. */
export const usePolledDelivery = (organizationId: string, id: string | null) =>
  useQuery({
    queryKey: ["webhook_deliveries", organizationId, id],
    queryFn: () => apiRead<WebhookDeliveryDetail>(deliveriesPath(organizationId, `/${id}`)),
    enabled: id !== null,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && state.data.attempts_count > 0 ? false : POLL_MS),
  });

/** Redelivers one event. */
export const useRedeliver = (organizationId: string, id: string) =>
  useMutation({
    mutationFn: () =>
      apiWrite<WebhookDelivery>("POST", deliveriesPath(organizationId, `/${id}/redeliver`), {}),
  });

/** Redelivers a range in as many requests as needed. Returns the number of deliveries. */
export const useRedeliverRange = (organizationId: string) =>
  useMutation({
    mutationFn: async ({ since, state }: { since: string; state: FilterState }) => {
      let count = 0;
      for (let from: string | null = since; from !== null;) {
        const path = deliveriesPath(organizationId, "/redeliver");
        const batch: Redelivery = await apiWrite<Redelivery>("POST", path, { since: from, state });
        count += batch.redelivered_count;
        from = batch.next_since;
      }
      return count;
    },
    meta: { inForm: true },
  });
