"use client";

import { CircleAlert, CircleCheck, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { createContext, useCallback, useContext, useEffect, useState, type ReactNode } from "react";

type Tone = "positive" | "negative";
type Said = { tone: Tone; text: string; serial: number };

const Say = createContext<(tone: Tone, text: string) => void>(() => undefined);

/** Returns a function that shows a message at the edge of the page, announced by screen readers. */
export const useSay = () => useContext(Say);

const SHOWN_MS = { positive: 6_000, negative: 12_000 };

const Notice = ({ said, onClose }: { said: Said; onClose: () => void }) => {
  const t = useTranslations("wallet.common");
  const Icon = said.tone === "positive" ? CircleCheck : CircleAlert;
  return (
    <div className="pointer-events-auto flex w-full max-w-md items-start gap-3 rounded-xl border border-line bg-raised p-4 text-sm shadow-overlay">
      <Icon
        className={`mt-0.5 size-5 shrink-0 ${said.tone === "positive" ? "text-positive" : "text-negative"}`}
        aria-hidden="true"
      />
      <p className="min-w-0 grow">{said.text}</p>
      <button
        type="button"
        aria-label={t("close")}
        onClick={onClose}
        className="-m-1 flex size-7 shrink-0 items-center justify-center rounded-md hover:bg-sunken"
      >
        <X className="size-4" aria-hidden="true" />
      </button>
    </div>
  );
};

/** Shows the latest message about a result for a few seconds, and provides `useSay` to the content. */
export function Saying({ children }: { children: ReactNode }) {
  const [said, setSaid] = useState<Said | null>(null);
  const say = useCallback((tone: Tone, text: string) => {
    setSaid((before) => ({ tone, text, serial: (before?.serial ?? 0) + 1 }));
  }, []);
  useEffect(() => {
    if (!said) return;
    const timer = setTimeout(() => setSaid(null), SHOWN_MS[said.tone]);
    return () => clearTimeout(timer);
  }, [said]);
  return (
    <Say value={say}>
      {children}
      <div
        role="status"
        className="pointer-events-none fixed inset-x-4 bottom-4 z-50 flex justify-center sm:justify-end print:hidden"
      >
        {said ? <Notice key={said.serial} said={said} onClose={() => setSaid(null)} /> : null}
      </div>
    </Say>
  );
}
