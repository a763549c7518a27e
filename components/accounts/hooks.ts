"use client";

import { useMutation } from "@tanstack/react-query";
import { apiRemove, apiWrite } from "@/components/api";
import { Me, OwnEmail } from "@/lib/accounts/schema";

/** Changes the signed-in person's own data; the form shows what went wrong. */
export const useSaveMe = () =>
  useMutation({
    mutationFn: (body: unknown) => apiWrite("PATCH", "/v1/me", body, Me),
    meta: { inForm: true },
  });

/** Changes the password; every other session ends. */
export const useChangePassword = () =>
  useMutation({
    mutationFn: (body: unknown) => apiWrite("PUT", "/v1/me/password", body, Me),
    meta: { inForm: true },
  });

/** Ends all sessions of the person, this one too. */
export const useEndSessions = () => useMutation({ mutationFn: () => apiRemove("/v1/me/sessions") });

/** Makes a confirmed address the one to sign in and be written to with. */
export const useMakePrimary = () =>
  useMutation({
    mutationFn: (id: string) => apiWrite("PATCH", `/v1/me/emails/${id}`, { primary: true }, OwnEmail),
  });

/** Removes an address that is not the primary one. */
export const useRemoveEmail = () =>
  useMutation({ mutationFn: (id: string) => apiRemove(`/v1/me/emails/${id}`) });
