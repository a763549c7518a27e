"use client";

import { Check, Link } from "lucide-react";
import { useState, type ComponentProps } from "react";
import { SHARE_BUTTON } from "@/components/ui/share-button";

/** A link that opens the mail program, and reports to `countedAt` that it was used. */
export const MailLink = ({ countedAt, ...rest }: ComponentProps<"a"> & { countedAt: string }) => (
  <a {...rest} onClick={() => navigator.sendBeacon(countedAt)} />
);

/** The texts of the button, passed by the page because some pages send no messages to the browser. */
type CopyLinkWords = { copy: string; copied: string; failed: string; address: string };

type CopyLinkProps = {
  address: string;
  words: CopyLinkWords;
  /** Where to report that the address was copied. */
  countedAt: string;
};

const AddressField = ({ address, label }: { address: string; label: string }) => (
  <input
    readOnly
    aria-label={label}
    value={address}
    className="mt-1 min-h-10 w-full rounded-lg border border-edge bg-canvas px-3 text-sm"
  />
);

/** Copies the address of a badge. Without JavaScript, and where copying is not possible, the address is shown. */
export function CopyLink({ address, words, countedAt }: CopyLinkProps) {
  const [result, setResult] = useState<"copied" | "failed" | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      navigator.sendBeacon(countedAt);
      setResult("copied");
    } catch {
      // The clipboard needs https and may be denied.
      setResult("failed");
    }
  };
  const Icon = result === "copied" ? Check : Link;
  return (
    <>
      <button type="button" onClick={() => void copy()} className={`${SHARE_BUTTON} noscript:hidden`}>
        <Icon className="size-4 shrink-0" aria-hidden="true" />
        {words.copy}
      </button>
      <span role="status" className={result === "failed" ? "mt-1 block text-sm" : "sr-only"}>
        {result === null ? "" : words[result]}
      </span>
      {result === "failed" ? <AddressField address={address} label={words.address} /> : null}
      <noscript>
        <AddressField address={address} label={words.address} />
      </noscript>
    </>
  );
}
