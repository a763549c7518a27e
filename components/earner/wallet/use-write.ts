"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { ApiFailure, signInAgain } from "@/components/api";
import { wordOf, wordOfField } from "./refusal-words";
import { useSay } from "./saying";

/** Error messages by field. */
export type Problems = Record<string, string>;

type Writing<Data> = {
  send: () => Promise<Data>;
  /** Returns the message after success; null when the page itself shows the result. */
  done: (data: Data) => string | null;
  /** The fields of the form, at which errors are shown. */
  fields?: readonly string[];
  /** Returns the message for an error code of a field where it differs from the usual one. */
  explain?: ((code: string) => string | undefined) | undefined;
};

/** Returns `write`, which sends a change, shows a message about the result and refreshes the page. */
export function useWrite() {
  const t = useTranslations("wallet.errors");
  const say = useSay();
  const router = useRouter();
  const [isSending, setSending] = useState(false);
  const [isRefreshing, startRefresh] = useTransition();
  const [problems, setProblems] = useState<Problems>({});

  const fail = (
    failure: unknown,
    { fields = [], explain }: Pick<Writing<unknown>, "fields" | "explain">,
  ): void => {
    if (failure instanceof ApiFailure && failure.status === 401) return signInAgain();
    const placed =
      failure instanceof ApiFailure ? failure.errors.filter(({ field }) => fields.includes(field)) : [];
    setProblems(
      Object.fromEntries(
        placed.map(({ field, code }) => [field, explain?.(code) ?? t(wordOfField(field, code))]),
      ),
    );
    if (placed.length === 0) say("negative", t(wordOf(failure)));
    // The page was out of date, changed in another window or by the issuer.
    if (failure instanceof ApiFailure && [404, 409].includes(failure.status))
      startRefresh(() => router.refresh());
    if (failure instanceof ApiFailure && failure.code === "invalid_transition")
      startRefresh(() => router.refresh());
  };

  /** Sends the change. Resolves to true after success. */
  const write = async <Data>({ send, done, ...said }: Writing<Data>): Promise<boolean> => {
    setSending(true);
    setProblems({});
    try {
      const sentence = done(await send());
      if (sentence !== null) say("positive", sentence);
      startRefresh(() => router.refresh());
      return true;
    } catch (failure) {
      fail(failure, said);
      return false;
    } finally {
      setSending(false);
    }
  };
  return { write, problems, isSending, isBusy: isSending || isRefreshing };
}
