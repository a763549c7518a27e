"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { apiRead, apiWrite, organizationPath } from "@/components/api";
import {
  Redelivery,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookSecret,
  WebhookSettings,
  type AskedState,
} from "@/lib/webhooks/schema";

const FOLLOW_MS = 5_000;
/** A first attempt follows its event at once: looking a moment later mostly shows what came of it. */
const FIRST_LOOK_MS = 1_000;

const deliveries = (organizationId: string, rest = ""): string =>
  organizationPath(organizationId, `webhook_deliveries${rest}`);

/** Changes the settings; the form shows what went wrong. */
export const useSaveSettings = (organizationId: string) =>
  useMutation({
    mutationFn: (body: unknown) =>
      apiWrite("PUT", organizationPath(organizationId, "webhook_settings"), body, WebhookSettings),
    meta: { inForm: true },
  });

/** Fetches the secret when somebody asks to see it, which the audit log notes. */
export const useRevealSecret = (organizationId: string) =>
  useMutation({
    mutationFn: () =>
      apiWrite("POST", organizationPath(organizationId, "webhook_secret/reveal"), {}, WebhookSecret),
    gcTime: 0,
  });

/** Makes a new secret; the one before it ends at once, or in 24 hours. */
export const useRotateSecret = (organizationId: string) =>
  useMutation({
    mutationFn: (body: { expire_previous: boolean }) =>
      apiWrite("POST", organizationPath(organizationId, "webhook_secret/rotate"), body, WebhookSecret),
    gcTime: 0,
    meta: { inForm: true },
  });

/** Sends a test event. */
export const useSendTest = (organizationId: string) =>
  useMutation({
    mutationFn: async () => {
      const path = organizationPath(organizationId, "webhook_test_events");
      const delivery = await apiWrite("POST", path, {}, WebhookDelivery);
      await new Promise((resolve) => setTimeout(resolve, FIRST_LOOK_MS));
      return delivery;
    },
  });

/** A delivery, looked at again until its first attempt is made. */
export const useFollowedDelivery = (organizationId: string, id: string | null) =>
  useQuery({
    queryKey: ["webhook_deliveries", organizationId, id],
    queryFn: () => apiRead(deliveries(organizationId, `/${id}`), WebhookDeliveryDetail),
    enabled: id !== null,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && state.data.attempts_count > 0 ? false : FOLLOW_MS),
  });

/** Delivers one event once more. */
export const useRedeliver = (organizationId: string, id: string) =>
  useMutation({
    mutationFn: () => apiWrite("POST", deliveries(organizationId, `/${id}/redeliver`), {}, WebhookDelivery),
  });

/** Delivers a range once more, in as many requests as it takes; answers how many deliveries that were. */
export const useRedeliverRange = (organizationId: string) =>
  useMutation({
    mutationFn: async ({ since, state }: { since: string; state: AskedState }) => {
      let count = 0;
      for (let from: string | null = since; from !== null;) {
        const path = deliveries(organizationId, "/redeliver");
        const taken: Redelivery = await apiWrite("POST", path, { since: from, state }, Redelivery);
        count += taken.redelivered_count;
        from = taken.next_since;
      }
      return count;
    },
    meta: { inForm: true },
  });
