"use client";

import { useMutation } from "@tanstack/react-query";
import { apiRemove, apiWrite, organizationPath } from "@/components/api";
import type { LearningApp } from "@/lib/learning/apps/schema";
import type { LaunchCheck } from "@/lib/learning/launch-checks/schema";

const appsPath = (organizationId: string, rest = ""): string =>
  organizationPath(organizationId, `learning_apps${rest}`);

/** Creates an app, or changes the one with this id. The dialog shows errors. */
export const useSaveApp = (organizationId: string, id: string | null) =>
  useMutation({
    mutationFn: (body: unknown) =>
      id === null
        ? apiWrite<LearningApp>("POST", appsPath(organizationId), body)
        : apiWrite<LearningApp>("PUT", appsPath(organizationId, `/${id}`), body),
    meta: { inForm: true },
  });

/** Rotates the secret of an app. Only this response contains the new secret. */
export const useRotateApp = (organizationId: string) =>
  useMutation({
    mutationFn: (id: string) =>
      apiWrite<LearningApp>("POST", appsPath(organizationId, `/${id}/rotate_secret`), {}),
  });

/** Deletes an app with all its integrations. */
export const useDeleteApp = (organizationId: string) =>
  useMutation({ mutationFn: (id: string) => apiRemove(appsPath(organizationId, `/${id}`)) });

/** Revokes a token of an app. */
export const useRevokeToken = (organizationId: string, appId: string) =>
  useMutation({ mutationFn: (id: string) => apiRemove(appsPath(organizationId, `/${appId}/tokens/${id}`)) });

/** Checks a pasted request. The form shows errors. */
export const useCheckLaunch = (organizationId: string) =>
  useMutation({
    mutationFn: ({ appId, body }: { appId: string; body: unknown }) =>
      apiWrite<LaunchCheck>("POST", appsPath(organizationId, `/${appId}/launch_checks`), body),
    meta: { inForm: true },
  });
