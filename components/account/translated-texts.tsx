"use client";

import { useTranslations } from "next-intl";
import { useMemo, type ReactNode } from "react";
import { FormTextsContext, type FormTexts } from "@/components/ui/form-texts";
import { errorKey, fieldErrorKey } from "./error-keys";

/** Translates the texts of the forms inside. Needs the messages of the wallet. */
export function TranslatedTexts({ children }: { children: ReactNode }) {
  const words = useTranslations("wallet.common");
  const errors = useTranslations("wallet.errors");
  const texts = useMemo<FormTexts>(
    () => ({
      optional: words("optional"),
      cancel: words("cancel"),
      describeFieldError: ({ field, code }) => errors(fieldErrorKey(field, code)),
      describeFailure: (failure) => errors(errorKey(failure)),
    }),
    [words, errors],
  );
  return <FormTextsContext value={texts}>{children}</FormTextsContext>;
}
