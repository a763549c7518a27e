"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { ApiFailure, redirectToSignIn } from "@/components/api";
import { errorKey, fieldErrorKey } from "./error-keys";
import { useShowMessage } from "./message-provider";

/** Error messages by field. */
export type FieldMessages = Record<string, string>;

type WriteOptions<Data> = {
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
  const showMessage = useShowMessage();
  const router = useRouter();
  const [isSending, setSending] = useState(false);
  const [isRefreshing, startRefresh] = useTransition();
  const [problems, setProblems] = useState<FieldMessages>({});

  const handleFailure = (
    failure: unknown,
    { fields = [], explain }: Pick<WriteOptions<unknown>, "fields" | "explain">,
  ): void => {
    if (failure instanceof ApiFailure && failure.status === 401) return redirectToSignIn();
    const fieldErrors =
      failure instanceof ApiFailure ? failure.errors.filter(({ field }) => fields.includes(field)) : [];
    setProblems(
      Object.fromEntries(
        fieldErrors.map(({ field, code }) => [field, explain?.(code) ?? t(fieldErrorKey(field, code))]),
      ),
    );
    if (fieldErrors.length === 0) showMessage("negative", t(errorKey(failure)));
    // The page was out of date, changed in another window or by the issuer.
    if (failure instanceof ApiFailure && [404, 409].includes(failure.status))
      startRefresh(() => router.refresh());
    if (failure instanceof ApiFailure && failure.code === "invalid_transition")
      startRefresh(() => router.refresh());
  };

  /** Sends the change. Resolves to true after success. */
  const write = async <Data>({ send, done, ...errorOptions }: WriteOptions<Data>): Promise<boolean> => {
    setSending(true);
    setProblems({});
    try {
      const message = done(await send());
      if (message !== null) showMessage("positive", message);
      startRefresh(() => router.refresh());
      return true;
    } catch (failure) {
      handleFailure(failure, errorOptions);
      return false;
    } finally {
      setSending(false);
    }
  };
  return { write, problems, isSending, isBusy: isSending || isRefreshing };
}
