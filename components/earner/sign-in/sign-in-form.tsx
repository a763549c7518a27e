"use client";

import { signIn } from "next-auth/react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { useEarlySubmit } from "@/components/ui/early-submit";
import { Field, Input } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";

const FAILURE_KEYS = {
  CredentialsSignin: "mismatch",
  too_many_attempts: "too_many",
  AccessDenied: "no_account",
} as const;

/** Returns the message key for an error code of next-auth or of this service. */
const failureKey = (code: string) =>
  Object.hasOwn(FAILURE_KEYS, code) ? FAILURE_KEYS[code as keyof typeof FAILURE_KEYS] : ("other" as const);

type SignInFormProps = {
  /** A path of this site, already validated. */
  callbackUrl: string;
  /** The error code of an earlier attempt through a provider. */
  error: string | null;
  /** Whether a new password was just set. */
  isChanged: boolean;
  provider: { id: string; name: string } | null;
};

async function passwordSignIn(form: FormData, callbackUrl: string): Promise<string | null> {
  const { email, password } = Object.fromEntries(form) as { email: string; password: string };
  try {
    const result = await signIn("credentials", { email, password, callbackUrl, redirect: false });
    return result?.ok && !result.error ? null : (result?.error ?? "unknown");
  } catch {
    return "unknown";
  }
}

/** A form to sign in by password, or through the identity provider if one is configured. */
export function SignInForm({ callbackUrl, error, isChanged, provider }: SignInFormProps) {
  const t = useTranslations("sign_in");
  const [failure, setFailure] = useState(error);
  const [busy, setBusy] = useState(false);
  const submit = async (data: FormData) => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    const problem = await passwordSignIn(data, callbackUrl);
    // A full page load, so that nothing rendered before sign-in remains in the router's cache.
    if (problem === null) return window.location.assign(callbackUrl);
    setFailure(problem);
    setBusy(false);
  };
  const form = useEarlySubmit((_, data) => void submit(data));
  return (
    <div className="flex flex-col gap-6">
      {failure ? (
        <Notice tone="negative" announce>
          {t(`failures.${failureKey(failure)}`)}
        </Notice>
      ) : null}
      {isChanged && !failure ? <Notice tone="positive">{t("changed")}</Notice> : null}
      <form {...form} className="flex flex-col gap-5">
        <Field label={t("email")}>
          {(control) => <Input {...control} name="email" type="email" autoComplete="username" required />}
        </Field>
        <Field label={t("password")}>
          {(control) => (
            <Input {...control} name="password" type="password" autoComplete="current-password" required />
          )}
        </Field>
        <Button type="submit" busy={busy} className="w-full">
          {t(busy ? "busy" : "submit")}
        </Button>
      </form>
      <p className="-mt-2 text-sm">
        <Link href="/password" prefetch={false} className="inline-flex min-h-6 items-center underline">
          {t("forgot_link")}
        </Link>
      </p>
      {provider ? (
        <div className="border-t border-line pt-6">
          <Button
            variant="secondary"
            className="w-full"
            onClick={() => void signIn(provider.id, { callbackUrl })}
          >
            {t("with_provider", { provider: provider.name })}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
