import type { ExternalToast } from "sonner";
import { onDemand } from "@/components/on-demand";

/** The code of toasts. Toasts that are requested before it is loaded appear afterwards. */
export const toasts = onDemand(() => import("./toasts"));

const createToast = (kind: "success" | "error") => (title: string, options?: ExternalToast) => {
  // If the code cannot be loaded, the toast is dropped.
  toasts.load().then(
    ({ toast: show }) => show[kind](title, options),
    () => undefined,
  );
};

/** Shows the result of an action at the top of the page. */
export const toast = { success: createToast("success"), error: createToast("error") };
