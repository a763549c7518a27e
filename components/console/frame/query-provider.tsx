"use client";

import { MutationCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useCallback, useState, type ReactNode } from "react";
import { RefetchContext } from "@/components/ui/form/use-request";
import { toast } from "@/components/ui/overlay/toast";
import { ApiFailure, redirectToSignIn } from "@/components/api";

/** Shows the error of an action in a toast. People whose session ended go to the sign-in page and back. */
function showError(error: Error): void {
  if (error instanceof ApiFailure && error.status === 401) return redirectToSignIn();
  const id = error instanceof ApiFailure ? error.requestId : null;
  const isClientError = error instanceof ApiFailure && error.status < 500;
  toast.error(error instanceof ApiFailure ? error.message : "Something went wrong. Try again.", {
    ...(id && !isClientError ? { description: `Request ID: ${id}` } : {}),
    duration: 10_000,
  });
}

/**
 * Fetches again what the page has cached, because a change may show in anything that was read before. `meta.isEdited`:
 * not what is being edited on the page, which would lose its cursor.
 */
const refetchAll = (client: QueryClient): void =>
  void client.invalidateQueries({ predicate: ({ meta }) => meta?.isEdited !== true });

function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      queries: { networkMode: "always", staleTime: 30_000, retry: 1, refetchOnWindowFocus: false },
      // By default a mutation waits for the network, so it could be sent long after the click.
      mutations: { networkMode: "always" },
    },
    // Mutations are the actions of menus and buttons. Forms send by `useRequest` and show their errors themselves.
    mutationCache: new MutationCache({
      onSuccess: () => refetchAll(client),
      onError: showError,
    }),
  });
  return client;
}

/** Provides react-query to the components below. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient);
  const refetch = useCallback(() => refetchAll(client), [client]);
  return (
    <QueryClientProvider client={client}>
      <RefetchContext value={refetch}>{children}</RefetchContext>
    </QueryClientProvider>
  );
}
