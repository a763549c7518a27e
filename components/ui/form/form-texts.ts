import { createContext, useContext } from "react";
import { ApiFailure, type FieldFailure } from "@/components/api";

/** The texts of forms and confirmations in the language of the page. */
export type FormTexts = {
  optional: string;
  cancel: string;
  /** Returns the message for an error of one field. */
  describeFieldError: (error: FieldFailure) => string;
  /** Returns the message for a failed request. */
  describeFailure: (failure: unknown) => string;
};

/** Returns the server's English message for a failed request. After a fault of the service the request's ID follows. */
export function describeFailure(failure: unknown): string {
  if (!(failure instanceof ApiFailure)) return "Something went wrong. Try again.";
  const request = failure.requestId && failure.status >= 500 ? ` (Request ID: ${failure.requestId})` : "";
  return failure.message + request;
}

const ENGLISH: FormTexts = {
  optional: "optional",
  cancel: "Cancel",
  describeFieldError: ({ message }) => message,
  describeFailure,
};

/** English by default. Translated pages provide their own texts (components/account/translated-texts.tsx). */
export const FormTextsContext = createContext(ENGLISH);

export const useFormTexts = (): FormTexts => useContext(FormTextsContext);
