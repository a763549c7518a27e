"use client";

import { useMutation } from "@tanstack/react-query";
import { apiRemove, apiWrite, organizationPath } from "@/components/api";
import type { LearningApp } from "@/lib/learning/apps/schema";
import type { LaunchCheck } from "@/lib/learning/launch-debugger/schema";

const appsPath = (organizationId: string, rest = ""): string =>
  organizationPath(organizationId, `learning_apps${rest}`);

/** Creates an app, or changes the one with this id. */
export const saveApp = (organizationId: string, id: string | null, body: unknown): Promise<LearningApp> =>
  id === null
    ? apiWrite("POST", appsPath(organizationId), body)
    : apiWrite("PUT", appsPath(organizationId, `/${id}`), body);

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

/** Checks a pasted request. */
export const checkLaunch = (organizationId: string, appId: string, body: unknown): Promise<LaunchCheck> =>
  apiWrite("POST", appsPath(organizationId, `/${appId}/launch_checks`), body);
