"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { toast } from "./toast";
import { Button } from "./button";

type CopyButtonProps = {
  text: string;
  label?: string;
  /** What it copies, where several such buttons stand on a page: only heard. */
  copies?: string;
  variant?: "secondary" | "quiet";
};

/** Puts text on the clipboard and says so. */
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
      // No clipboard without https, or it was refused: the text stands beside the button and can be selected.
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
