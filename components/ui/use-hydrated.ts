import { useSyncExternalStore } from "react";

const subscribeToNothing = () => () => undefined;

/** Whether the page's scripts run: false on the server and while the browser takes over its markup. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
