"use client";

import { CircleCheck, CircleX } from "lucide-react";
import { Toaster as Sonner } from "sonner";

export { toast } from "sonner";

const CLASSES = {
  toast:
    "font-sans flex w-full items-start gap-3 rounded-xl border border-line bg-raised p-4 text-sm text-ink shadow-overlay",
  title: "font-medium",
  description: "text-ink-soft",
  icon: "mt-0.5 shrink-0",
  actionButton: "ms-auto shrink-0 rounded-md px-2 py-1 font-medium text-accent underline underline-offset-2",
};

/** The region where toasts appear, announced by screen readers. At the top, because forms have buttons at their end. */
export function Toasts() {
  return (
    <Sonner
      position="top-center"
      toastOptions={{ unstyled: true, classNames: CLASSES, duration: 6_000 }}
      icons={{
        success: <CircleCheck className="size-5 text-positive" aria-hidden="true" />,
        error: <CircleX className="size-5 text-negative" aria-hidden="true" />,
      }}
    />
  );
}
