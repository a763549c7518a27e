"use client";

import { useState } from "react";
import { CodeBox } from "@/components/ui/code-box";
import { VERIFICATION_SNIPPETS } from "./verification-snippets";

const TAB = [
  "-mb-px min-h-10 cursor-pointer border-b-2 border-transparent px-1 text-sm text-ink-soft hover:text-ink",
  "aria-pressed:border-accent aria-pressed:font-medium aria-pressed:text-accent",
].join(" ");

/** Code that checks the signature of a webhook, in the language that is chosen. */
export function VerificationCode() {
  const [chosen, setChosen] = useState(VERIFICATION_SNIPPETS[0]?.language);
  const snippet = VERIFICATION_SNIPPETS.find(({ language }) => language === chosen);
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-ink-soft">
        Pass the headers <code>webhook-id</code>, <code>webhook-timestamp</code> and{" "}
        <code>webhook-signature</code>, and the body exactly as received. Requests older than 5 minutes are
        refused.
      </p>
      <div role="group" aria-label="Language" className="flex flex-wrap gap-x-5 border-b border-line">
        {VERIFICATION_SNIPPETS.map(({ language }) => (
          <button
            key={language}
            type="button"
            aria-pressed={language === chosen}
            className={TAB}
            onClick={() => setChosen(language)}
          >
            {language}
          </button>
        ))}
      </div>
      {snippet ? <CodeBox label={snippet.file} text={snippet.code} /> : null}
    </div>
  );
}
