"use client";

import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { ApiFailure, type FieldFailure } from "@/components/api";
import { useFormTexts } from "./form-texts";
import { findFieldErrors, hasStatus } from "./request-failure";
import { useShowMessage } from "@/components/ui/overlay/show-message";
import { useRequest } from "./use-request";

/** Error messages: by field, and one for the whole request. */
export type WriteProblems = { fields: Record<string, string>; general: string | null };

const NO_PROBLEMS: WriteProblems = { fields: {}, general: null };

export type WriteOptions<Data> = {
  send: () => Promise<Data>;
  /** Returns the message after success; null when the page itself shows the result. */
  done: (data: Data) => string | null;
};

type ErrorOptions = {
  /** The fields of the form, at which errors are shown. */
  fields?: readonly string[];
  /** Returns the message for an error code of a field where it differs from the usual one. */
  explain?: ((code: string) => string | undefined) | undefined;
};

/** Whether a request failed because something was changed in another window or by someone else. */
const isOutdated = (failure: unknown): boolean =>
  hasStatus(failure, 404, 409) || (failure instanceof ApiFailure && failure.code === "invalid_transition");

/**
 * Returns `write` for the change of a form. It sends the change, shows a message about success and refreshes the page.
 * It resolves to null after success, else to the problems. After the end of the session it opens the sign-in page.
 */
export function useFormWrite({ fields = [], explain }: ErrorOptions = {}) {
  const texts = useFormTexts();
  const showMessage = useShowMessage();
  const router = useRouter();
  const { request, isSending } = useRequest();
  const [isRefreshing, startRefresh] = useTransition();

  const describeFields = (errors: FieldFailure[]): Record<string, string> =>
    Object.fromEntries(
      errors.map((error) => [error.field, explain?.(error.code) ?? texts.describeFieldError(error)]),
    );
  const handleFailure = (failure: unknown): WriteProblems => {
    // `useRequest` opens the sign-in page.
    if (hasStatus(failure, 401)) return NO_PROBLEMS;
    if (isOutdated(failure)) startRefresh(() => router.refresh());
    const { shown, isComplete } = findFieldErrors(failure, (field) => fields.includes(field));
    return { fields: describeFields(shown), general: isComplete ? null : texts.describeFailure(failure) };
  };

  const write = async <Data>({ send, done }: WriteOptions<Data>): Promise<WriteProblems | null> => {
    const sendAndRefresh = async (): Promise<void> => {
      const message = done(await send());
      if (message !== null) showMessage("positive", message);
      startRefresh(() => router.refresh());
    };
    return request(sendAndRefresh).then(() => null, handleFailure);
  };
  return { write, isSending, isBusy: isSending || isRefreshing };
}

/** Returns `write` for the change of a single button. Messages about success and failure appear on the page. */
export function useWrite() {
  const { write: send, isBusy } = useFormWrite();
  const showMessage = useShowMessage();
  const write = async <Data>(options: WriteOptions<Data>): Promise<boolean> => {
    const problems = await send(options);
    if (problems?.general) showMessage("negative", problems.general);
    return problems === null;
  };
  return { write, isBusy };
}
