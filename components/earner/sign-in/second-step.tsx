"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { readField } from "@/components/ui/form-data";

type SecondStepProps = {
  /** Whether the account has a passkey. */
  hasPasskey: boolean;
  isBusy: boolean;
  onPasskey: () => void;
  onCode: (code: string) => void;
  /** Goes back to the password, for another account. */
  onLeave: () => void;
};

/** The second step of a sign-in: a passkey, a code of the authenticator app, or a recovery code. */
export function SecondStep({ hasPasskey, isBusy, onPasskey, onCode, onLeave }: SecondStepProps) {
  const t = useTranslations("sign_in");
  return (
    <>
      <div>
        <h2 className="font-heading text-2xl leading-tight">{t("second.title")}</h2>
        <p className="mt-1 text-ink-soft">{t("second.lead")}</p>
      </div>
      {hasPasskey ? (
        <Button variant="secondary" className="w-full" busy={isBusy} onClick={onPasskey}>
          {t("second.passkey")}
        </Button>
      ) : null}
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          onCode(readField(new FormData(event.currentTarget), "code"));
        }}
      >
        <Field label={t("second.code")} hint={t("second.code_hint")}>
          {(control) => (
            <Input
              {...control}
              name="code"
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={100}
              autoFocus
            />
          )}
        </Field>
        <Button type="submit" busy={isBusy} className="w-full">
          {t(isBusy ? "busy" : "submit")}
        </Button>
      </form>
      <p className="text-sm text-ink-soft">{t("second.lost")}</p>
      <p>
        <Button variant="quiet" size="small" onClick={onLeave}>
          {t("second.other")}
        </Button>
      </p>
    </>
  );
}
