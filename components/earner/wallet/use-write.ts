"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { ApiFailure, signInAgain } from "@/components/api";
import { wordOf, wordOfField } from "./refusal-words";
import { useSay } from "./saying";

/** Field to the sentence that says what is wrong with it. */
export type Problems = Record<string, string>;

type Writing<Data> = {
  send: () => Promise<Data>;
  /** The sentence to say when it is done; none when the page itself shows it. */
  done: (data: Data) => string | null;
  /** The fields that the form shows, at which problems are said. */
  fields?: readonly string[];
  /** The sentence for a code of one of them, where it is another than that for all forms. */
  explain?: ((code: string) => string | undefined) | undefined;
};

/** Changes something, says how it went, and shows the page as it is then. */
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
    // What is shown was not so any more: of another window, or of the issuer.
    if (failure instanceof ApiFailure && [404, 409].includes(failure.status))
      startRefresh(() => router.refresh());
    if (failure instanceof ApiFailure && failure.code === "invalid_transition")
      startRefresh(() => router.refresh());
  };

  /** True when it is done. */
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
