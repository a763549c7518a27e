"use client";

import { createContext, useContext, useState } from "react";
import { redirectToSignIn } from "@/components/api";
import { hasStatus } from "./request-failure";

/** Fetches again what the page has cached. The console provides it (components/console/frame/query-provider.tsx). */
export const RefetchContext = createContext<() => void>(() => undefined);

/**
 * Returns `request`, through which all forms send. While it runs, `isSending` is true. After success it fetches again what
 * the page has cached. After the end of the session it opens the sign-in page. It throws every failure, which the form
 * shows.
 */
export function useRequest() {
  const refetch = useContext(RefetchContext);
  const [isSending, setSending] = useState(false);
  const request = async <Data>(send: () => Promise<Data>): Promise<Data> => {
    setSending(true);
    try {
      const data = await send();
      refetch();
      return data;
    } catch (failure) {
      if (hasStatus(failure, 401)) redirectToSignIn();
      throw failure;
    } finally {
      setSending(false);
    }
  };
  return { request, isSending };
}
