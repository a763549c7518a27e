"use client";

import { MutationCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { toast } from "@/components/ui/overlay/toast";
import { ApiFailure, redirectToSignIn } from "@/components/api";

/** Sends people whose session ended to the sign-in page and back. Shows other errors in a toast if no form does. */
function showError(error: Error, isHandled: boolean): void {
  if (error instanceof ApiFailure && error.status === 401) return redirectToSignIn();
  if (isHandled) return;
  const id = error instanceof ApiFailure ? error.requestId : null;
  const isClientError = error instanceof ApiFailure && error.status < 500;
  toast.error(error instanceof ApiFailure ? error.message : "Something went wrong. Try again.", {
    ...(id && !isClientError ? { description: `Request ID: ${id}` } : {}),
    duration: 10_000,
  });
}

function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      queries: { networkMode: "always", staleTime: 30_000, retry: 1, refetchOnWindowFocus: false },
      // By default a change waits for the network and is made later, when nobody expects it.
      mutations: { networkMode: "always" },
    },
    // `meta.inForm`: the form itself shows the error at its fields.
    mutationCache: new MutationCache({
      // A change may show in anything that was read before it.
      onSuccess: () => void client.invalidateQueries(),
      onError: (error, _variables, _context, mutation) => showError(error, mutation.meta?.inForm === true),
    }),
  });
  return client;
}

/** Provides react-query to the components below. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
