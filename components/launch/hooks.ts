"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ApiFailure } from "@/components/api";
import { readLaunch, sendLaunchAction, type LaunchAction } from "./launch-api";

const QUERY_KEY = ["launch"];

const isRetryable = (error: Error): boolean =>
  !(error instanceof ApiFailure) || error.status === 0 || error.status >= 500;

/** Loads the learner's badges once the token is known. */
export const useLaunch = (token: string | null | undefined) =>
  useQuery({
    queryKey: QUERY_KEY,
    queryFn: () => readLaunch(token ?? ""),
    enabled: Boolean(token),
    retry: (count, error) => count < 2 && isRetryable(error),
  });

/** Accepts, declines or claims a badge and updates the page. After an error it reloads the badges. */
export function useLaunchAction(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (action: LaunchAction) => sendLaunchAction(token, action),
    onSuccess: (launch) => client.setQueryData(QUERY_KEY, launch),
    onError: () => client.invalidateQueries({ queryKey: QUERY_KEY }),
  });
}
