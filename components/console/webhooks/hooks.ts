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

/** Changes the settings. */
export const saveSettings = (organizationId: string, body: unknown): Promise<WebhookSettings> =>
  apiWrite("PUT", organizationPath(organizationId, "webhook_settings"), body);

/** Fetches the secret to show it. The audit log records this. */
export const useRevealSecret = (organizationId: string) =>
  useMutation({
    mutationFn: () =>
      apiWrite<WebhookSecret>("POST", organizationPath(organizationId, "webhook_secret/reveal"), {}),
    gcTime: 0,
  });

/** Creates a new secret. The previous one expires at once, or in 24 hours. */
export const rotateSecret = (
  organizationId: string,
  body: { expire_previous: boolean },
): Promise<WebhookSecret> =>
  apiWrite("POST", organizationPath(organizationId, "webhook_secret/rotate"), body);

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
export async function redeliverRange(
  organizationId: string,
  { since, state }: { since: string; state: FilterState },
): Promise<number> {
  let count = 0;
  for (let from: string | null = since; from !== null;) {
    const path = deliveriesPath(organizationId, "/redeliver");
    const batch: Redelivery = await apiWrite<Redelivery>("POST", path, { since: from, state });
    count += batch.redelivered_count;
    from = batch.next_since;
  }
  return count;
}
