"use client";

import { signIn } from "next-auth/react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { useEarlySubmit } from "@/components/ui/early-submit";
import { Field, Input } from "@/components/ui/field";
import { readField, readUntrimmedField } from "@/components/ui/form-data";
import { Notice } from "@/components/ui/notice";
import { OrganizationSignIn } from "./organization-sign-in";
import { SecondStep } from "./second-step";
import { useSignIn } from "./use-sign-in";

const FAILURE_KEYS = {
  CredentialsSignin: "mismatch",
  too_many_attempts: "too_many",
  AccessDenied: "no_account",
  wrong_factor: "wrong_factor",
  second_step_expired: "expired",
  passkey_failed: "passkey",
  provider_required: "provider_required",
  saml_not_expected: "saml_not_expected",
  saml_declined: "saml_declined",
  saml_encrypted: "saml_encrypted",
  saml_invalid: "saml_invalid",
  saml_wrong_address: "saml_wrong_address",
  saml_not_available: "saml_not_available",
} as const;

/** Returns the message key for an error code of next-auth or of this service. */
const failureKey = (code: string) =>
  Object.hasOwn(FAILURE_KEYS, code) ? FAILURE_KEYS[code as keyof typeof FAILURE_KEYS] : ("other" as const);

/** Makes a provider ask the person again, and say when it did (OpenID Connect Core 3.1.2.1). */
const FRESH = { max_age: "0" };

type SignInFormProps = {
  /** A path of this site, already validated. */
  callbackUrl: string;
  /** The error code of an earlier attempt through a provider. */
  error: string | null;
  /** Whether a new password was just set. */
  isChanged: boolean;
  provider: { id: string; name: string } | null;
  /** Whether the sign-in is to prove who the person is, so that a session at the provider is not enough. */
  isAgain: boolean;
  /** Whether browsers allow passkeys at the address of this installation. */
  hasPasskeys: boolean;
};

type PasswordStepProps = { isBusy: boolean; onSubmit: (email: string, password: string) => void };

function PasswordStep({ isBusy, onSubmit }: PasswordStepProps) {
  const t = useTranslations("sign_in");
  const form = useEarlySubmit((_, data) =>
    onSubmit(readField(data, "email"), readUntrimmedField(data, "password")),
  );
  return (
    <>
      <form {...form} className="flex flex-col gap-5">
        <Field label={t("email")}>
          {(control) => (
            <Input {...control} name="email" type="email" autoComplete="username webauthn" required />
          )}
        </Field>
        <Field label={t("password")}>
          {(control) => (
            <Input {...control} name="password" type="password" autoComplete="current-password" required />
          )}
        </Field>
        <Button type="submit" busy={isBusy} className="w-full">
          {t(isBusy ? "busy" : "submit")}
        </Button>
      </form>
      <p className="-mt-2 text-sm">
        <Link href="/password" prefetch={false} className="inline-flex min-h-6 items-center underline">
          {t("forgot_link")}
        </Link>
      </p>
    </>
  );
}

/** Other ways to sign in than a password: a passkey, and the identity provider if one is configured. */
function OtherWays({
  provider,
  isAgain,
  hasPasskeys,
  callbackUrl,
  onPasskey,
}: Pick<SignInFormProps, "provider" | "isAgain" | "hasPasskeys" | "callbackUrl"> & {
  onPasskey: () => void;
}) {
  const t = useTranslations("sign_in");
  if (!provider && !hasPasskeys) return null;
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-6">
      {hasPasskeys ? (
        <Button variant="secondary" className="w-full" onClick={onPasskey}>
          {t("with_passkey")}
        </Button>
      ) : null}
      {provider ? (
        <Button
          variant="secondary"
          className="w-full"
          onClick={() => void signIn(provider.id, { callbackUrl }, isAgain ? FRESH : {})}
        >
          {t("with_provider", { provider: provider.name })}
        </Button>
      ) : null}
    </div>
  );
}

function NewHere() {
  const t = useTranslations("sign_in.new_here");
  return (
    <div className="mt-2 border-t border-line pt-6 text-sm">
      <h2 className="font-semibold">{t("title")}</h2>
      <p className="mt-1 text-ink-soft">{t("text")}</p>
    </div>
  );
}

/** A form to sign in by password with a second factor, by a passkey, or through an identity provider. */
export function SignInForm(props: SignInFormProps) {
  const { callbackUrl, error, isChanged, provider, isAgain, hasPasskeys } = props;
  const t = useTranslations("sign_in");
  const state = useSignIn({ callbackUrl, isAgain }, error);
  const { failure, isSecondStep, isBusy } = state;
  return (
    <div className="flex flex-col gap-6">
      {failure ? (
        <Notice tone="negative" announce>
          {t(`failures.${failureKey(failure)}`)}
        </Notice>
      ) : null}
      {isChanged && !failure && !isSecondStep ? <Notice tone="positive">{t("changed")}</Notice> : null}
      {isSecondStep ? (
        <SecondStep
          hasPasskey={state.hasOwnPasskey}
          isBusy={isBusy}
          onPasskey={() => void state.signInByPasskey()}
          onCode={(code) => void state.signInByCode(code)}
          onLeave={state.leaveSecondStep}
        />
      ) : (
        <>
          <PasswordStep
            isBusy={isBusy}
            onSubmit={(email, password) => void state.signInByPassword(email, password)}
          />
          <OtherWays
            provider={provider}
            isAgain={isAgain}
            hasPasskeys={hasPasskeys}
            callbackUrl={callbackUrl}
            onPasskey={() => void state.signInByPasskey()}
          />
          <OrganizationSignIn callbackUrl={callbackUrl} isAgain={isAgain} />
          <NewHere />
        </>
      )}
    </div>
  );
}
