"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { toast } from "@/components/ui/overlay/toast";
import { Button } from "./button";

type CopyButtonProps = {
  text: string;
  label?: string;
  /** What the button copies, for screen readers, on a page with several such buttons. */
  copies?: string;
  variant?: "secondary" | "quiet";
};

/** A button that copies text to the clipboard and confirms it. */
export function CopyButton({ text, label = "Copy", copies, variant = "secondary" }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // The clipboard needs https and may be denied. The text beside the button can still be selected.
      toast.error("Copying did not work. Select the text and copy it by hand.");
    }
  };
  const Icon = copied ? Check : Copy;
  return (
    <Button variant={variant} size="small" onClick={() => void copy()}>
      <Icon className="size-4" aria-hidden="true" />
      <span aria-live="polite">{copied ? "Copied" : label}</span>
      {copies ? <span className="sr-only">{copies}</span> : null}
    </Button>
  );
}
