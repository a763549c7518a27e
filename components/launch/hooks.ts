"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ApiFailure } from "@/components/api";
import { readLaunch, sendAct, type Act } from "./launch-api";

const KEY = ["launch"];

const isWorthAnotherTry = (error: Error): boolean =>
  !(error instanceof ApiFailure) || error.status === 0 || error.status >= 500;

/** Loads the learner's badges once the token is known. */
export const useLaunch = (token: string | null | undefined) =>
  useQuery({
    queryKey: KEY,
    queryFn: () => readLaunch(token ?? ""),
    enabled: Boolean(token),
    retry: (count, error) => count < 2 && isWorthAnotherTry(error),
  });

/** Accepts, declines or claims a badge and updates the page. After an error it reloads the badges. */
export function useAct(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (act: Act) => sendAct(token, act),
    onSuccess: (launch) => client.setQueryData(KEY, launch),
    onError: () => client.invalidateQueries({ queryKey: KEY }),
  });
}
