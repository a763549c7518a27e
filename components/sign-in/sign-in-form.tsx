"use client";

import { signIn } from "next-auth/react";
import { useState, type SubmitEvent } from "react";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { FormBody } from "@/components/ui/form-body";
import { Notice } from "@/components/ui/notice";

const MESSAGES: Record<string, string> = {
  CredentialsSignin: "That e-mail address and password do not match. Check both and try again.",
  too_many_attempts: "Too many attempts. Wait 15 minutes, then try again.",
  AccessDenied:
    "No account here belongs to a confirmed address of that sign-in. Ask an administrator to invite you.",
};

const messageOf = (code: string): string => MESSAGES[code] ?? "Signing in did not work. Please try again.";

type SignInFormProps = {
  /** A path of this site, already checked. */
  callbackUrl: string;
  /** What an earlier try through a provider came back with. */
  error: string | null;
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

/** Signs in by password, or through the organization's provider when there is one. */
export function SignInForm({ callbackUrl, error, provider }: SignInFormProps) {
  const [failure, setFailure] = useState(error);
  const [busy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setFailure(null);
    const problem = await passwordSignIn(new FormData(event.currentTarget), callbackUrl);
    // A whole new page: nothing that was rendered for nobody stays in the router's cache.
    if (problem === null) return window.location.assign(callbackUrl);
    setFailure(problem);
    setBusy(false);
  };
  return (
    <div className="flex flex-col gap-6">
      {failure ? (
        <Notice tone="negative" announce>
          {messageOf(failure)}
        </Notice>
      ) : null}
      <form method="post" onSubmit={(event) => void submit(event)}>
        <FormBody className="flex flex-col gap-5">
          <Field label="E-mail address">
            {(control) => <Input {...control} name="email" type="email" autoComplete="username" required />}
          </Field>
          <Field label="Password">
            {(control) => (
              <Input {...control} name="password" type="password" autoComplete="current-password" required />
            )}
          </Field>
          <Button type="submit" busy={busy} className="w-full">
            {busy ? "Signing in…" : "Sign in"}
          </Button>
        </FormBody>
      </form>
      {provider ? (
        <div className="border-t border-line pt-6">
          <Button
            variant="secondary"
            className="w-full"
            onClick={() => void signIn(provider.id, { callbackUrl })}
          >
            Continue with {provider.name}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
