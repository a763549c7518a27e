"use client";

import { useMutation } from "@tanstack/react-query";
import { apiMe, apiRemove, apiWrite } from "@/components/api";
import type { Me, OwnEmail } from "@/lib/identity/accounts/schema";

/** Changes the signed-in person's own data. The form shows errors. */
export const useSaveMe = () =>
  useMutation({
    mutationFn: (body: unknown) => apiWrite<Me>("PATCH", "/v1/me", body),
    meta: { inForm: true },
  });

/** Changes the password and ends every other session. */
export const useChangePassword = () =>
  useMutation({
    mutationFn: (body: unknown) => apiWrite<Me>("PUT", "/v1/me/password", body),
    meta: { inForm: true },
  });

/** Ends all sessions of the person, including this one. */
export const useEndSessions = () => useMutation({ mutationFn: () => apiRemove("/v1/me/sessions") });

type AddressChange = { id: string; password?: string };

/** Makes a confirmed address the primary one. The form shows errors. */
export const useMakePrimary = () =>
  useMutation({
    mutationFn: ({ id, ...proof }: AddressChange) =>
      apiWrite<OwnEmail>("PATCH", `/v1/me/emails/${id}`, { primary: true, ...proof }),
    meta: { inForm: true },
  });

/** Removes an address that is not the primary one. The form shows errors. */
export const useRemoveEmail = () =>
  useMutation({
    mutationFn: ({ id, ...proof }: AddressChange) => apiMe("DELETE", `/emails/${id}`, proof),
    meta: { inForm: true },
  });
