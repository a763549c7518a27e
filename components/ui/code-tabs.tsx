"use client";

import { useState } from "react";
import { CodeBox } from "./code-box";

const TAB = [
  "-mb-px min-h-10 cursor-pointer border-b-2 border-transparent px-1 text-sm text-ink-soft hover:text-ink",
  "aria-pressed:border-accent aria-pressed:font-medium aria-pressed:text-accent",
].join(" ");

type CodeTabsProps = { samples: readonly { language: string; label: string; code: string }[]; hint?: string };

/** The same code in several languages, one of which is chosen. */
export function CodeTabs({ samples, hint }: CodeTabsProps) {
  const [chosen, setChosen] = useState(samples[0]?.language);
  const sample = samples.find(({ language }) => language === chosen) ?? samples[0];
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <div role="group" aria-label="Language" className="flex flex-wrap gap-x-5 border-b border-line">
        {samples.map(({ language }) => (
          <button
            key={language}
            type="button"
            aria-pressed={language === sample?.language}
            className={TAB}
            onClick={() => setChosen(language)}
          >
            {language}
          </button>
        ))}
      </div>
      {sample ? <CodeBox label={sample.label} text={sample.code} {...(hint ? { hint } : {})} /> : null}
    </div>
  );
}
