import type { ExternalToast } from "sonner";
import { onDemand } from "@/components/on-demand";

/** The code of toasts. Those said before it is there are shown when it is. */
export const toasts = onDemand(() => import("./toasts"));

const sayer = (kind: "success" | "error") => (title: string, options?: ExternalToast) => {
  // Without a connection there is nothing to say it with; what it was about was not shown either.
  toasts.load().then(
    ({ toast: show }) => show[kind](title, options),
    () => undefined,
  );
};

/** Says at the top of the page what came of something. */
export const toast = { success: sayer("success"), error: sayer("error") };
