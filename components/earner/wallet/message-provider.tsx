"use client";

import { CircleAlert, CircleCheck, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useState, type ReactNode } from "react";
import { ShowMessageContext, type MessageTone } from "@/components/ui/overlay/show-message";

type ShownMessage = { tone: MessageTone; text: string; serial: number };

const SHOWN_MS = { positive: 6_000, negative: 12_000 };

const MessageBox = ({ message, onClose }: { message: ShownMessage; onClose: () => void }) => {
  const t = useTranslations("wallet.common");
  const Icon = message.tone === "positive" ? CircleCheck : CircleAlert;
  return (
    <div className="pointer-events-auto flex w-full max-w-md items-start gap-3 rounded-xl border border-line bg-raised p-4 text-sm shadow-overlay">
      <Icon
        className={`mt-0.5 size-5 shrink-0 ${message.tone === "positive" ? "text-positive" : "text-negative"}`}
        aria-hidden="true"
      />
      <p className="min-w-0 grow">{message.text}</p>
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

/** Shows the latest message about a result for a few seconds, and provides `useShowMessage` to the content. */
export function MessageProvider({ children }: { children: ReactNode }) {
  const [message, setMessage] = useState<ShownMessage | null>(null);
  const showMessage = useCallback((tone: MessageTone, text: string) => {
    setMessage((before) => ({ tone, text, serial: (before?.serial ?? 0) + 1 }));
  }, []);
  useEffect(() => {
    if (!message) return;
    const timer = setTimeout(() => setMessage(null), SHOWN_MS[message.tone]);
    return () => clearTimeout(timer);
  }, [message]);
  return (
    <ShowMessageContext value={showMessage}>
      {children}
      <div
        role="status"
        className="pointer-events-none fixed inset-x-4 bottom-4 z-50 flex justify-center sm:justify-end print:hidden"
      >
        {message ? (
          <MessageBox key={message.serial} message={message} onClose={() => setMessage(null)} />
        ) : null}
      </div>
    </ShowMessageContext>
  );
}
