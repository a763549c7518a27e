"use client";

import { signIn } from "next-auth/react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { useEarlySubmit } from "@/components/ui/form/early-submit";
import { Field, Input } from "@/components/ui/form/field";
import { readField, readUntrimmedField } from "@/components/ui/form/form-data";
import { Notice } from "@/components/ui/notice";
import { useSignIn } from "./use-sign-in";
import { useState } from "react";
import { leadToOrganization, type SignInTarget } from "./lead-to-organization";

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
function SecondStep({ hasPasskey, isBusy, onPasskey, onCode, onLeave }: SecondStepProps) {
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

type Failure = "none" | "failed";

/** Asks for an e-mail address, and opens the sign-in page of its organization. */
function OrganizationForm(target: SignInTarget) {
  const t = useTranslations("sign_in.organization");
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const lead = async (email: string): Promise<void> => {
    setBusy(true);
    setFailure(null);
    const problem = await leadToOrganization(email, target)
      .then((isLed) => (isLed ? null : ("none" as const)))
      .catch(() => "failed" as const);
    // The button stays busy until the page of the organization has loaded.
    if (problem === null) return;
    setFailure(problem);
    setBusy(false);
  };
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void lead(readField(new FormData(event.currentTarget), "organization_email"));
      }}
    >
      <Field label={t("email")} error={failure ? t(failure) : undefined}>
        {(control) => (
          <Input
            {...control}
            name="organization_email"
            type="email"
            autoComplete="email"
            required
            autoFocus
          />
        )}
      </Field>
      <Button type="submit" variant="secondary" busy={isBusy} className="w-full">
        {t("submit")}
      </Button>
    </form>
  );
}

/** A button that shows the form to sign in through the identity provider of an organization. */
function OrganizationSignIn(target: SignInTarget) {
  const t = useTranslations("sign_in.organization");
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <OrganizationForm {...target} />;
  return (
    <Button variant="quiet" className="w-full" onClick={() => setOpen(true)}>
      {t("open")}
    </Button>
  );
}

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
