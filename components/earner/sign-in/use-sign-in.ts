"use client";

import { signIn } from "next-auth/react";
import { useEffect, useState } from "react";
import { answerWithPasskey } from "@/components/account/passkey";
import { apiWrite } from "@/components/api";
import type { PasskeyOptions } from "@/lib/identity/second-factors/schema";
import { leadToOrganization, type SignInTarget } from "./lead-to-organization";

/** The error code with which the service asks for the second factor. */
const SECOND_FACTOR = "second_factor";
/** The error code for an address whose organization requires its own sign-in. */
const PROVIDER_REQUIRED = "provider_required";
const PASSKEY_FAILED = "passkey_failed";

type Attempt = { provider: string; fields: Record<string, string> };

/** Sends an attempt to sign in. Returns its error code, or null after success. */
async function sendAttempt({ provider, fields }: Attempt, callbackUrl: string): Promise<string | null> {
  const result = await signIn(provider, { ...fields, callbackUrl, redirect: false });
  return result?.ok && !result.error ? null : (result?.error ?? "unknown");
}

const readOptions = (isSecondStep: boolean): Promise<PasskeyOptions> =>
  apiWrite("POST", "/v1/sign_in/passkey_options", { second_step: isSecondStep });

/** Lets a passkey sign in, alone or as the second step. Rejects when the person cancels. */
const answerOptions = async (isSecondStep: boolean): Promise<Record<string, string>> => ({
  passkey: JSON.stringify(await answerWithPasskey(await readOptions(isSecondStep))),
});

/** Whether the account of the second step has a passkey. False where browsers allow none. */
async function findOwnPasskey(): Promise<boolean> {
  const options = await readOptions(true).catch(() => null);
  return Array.isArray(options?.allowCredentials) && options.allowCredentials.length > 0;
}

/** Returns whether a passkey can be the second step, once that is known. */
function useOwnPasskey(isSecondStep: boolean): boolean {
  const [hasPasskey, setHasPasskey] = useState(false);
  useEffect(() => {
    if (isSecondStep) void findOwnPasskey().then(setHasPasskey);
  }, [isSecondStep]);
  return isSecondStep && hasPasskey;
}

/**
 * The state of a sign-in: its step, the code of the last error, and functions for each way to sign in. After success it
 * opens `callbackUrl`.
 */
export function useSignIn(target: SignInTarget, firstError: string | null) {
  const { callbackUrl } = target;
  const [isSecondStep, setSecondStep] = useState(firstError === SECOND_FACTOR);
  const [failure, setFailure] = useState(firstError === SECOND_FACTOR ? null : firstError);
  const [isBusy, setBusy] = useState(false);
  const hasOwnPasskey = useOwnPasskey(isSecondStep);

  const handleProblem = (problem: string): void => {
    // Without the password of the first step, the second one cannot continue.
    if (problem === SECOND_FACTOR) setSecondStep(true);
    else if (problem === "second_step_expired") setSecondStep(false);
    setFailure(problem === SECOND_FACTOR ? null : problem);
    setBusy(false);
  };
  /** Leads to the organization of the address, or shows the problem when the address is not of its domain. */
  const handlePasswordProblem = async (problem: string, email: string): Promise<void> => {
    const isLed =
      problem === PROVIDER_REQUIRED && (await leadToOrganization(email, target).catch(() => false));
    if (!isLed) handleProblem(problem);
  };
  const run = async (
    attempt: () => Promise<Attempt>,
    onThrown: string,
    onProblem: (problem: string) => void = handleProblem,
  ): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    const problem = await attempt()
      .then((built) => sendAttempt(built, callbackUrl))
      .catch(() => onThrown);
    // A full page load, so that nothing rendered before sign-in remains in the router's cache.
    if (problem === null) window.location.assign(callbackUrl);
    else onProblem(problem);
  };
  const runFields = (provider: string, fields: Record<string, string>) =>
    run(() => Promise.resolve({ provider, fields }), "unknown");

  return {
    isSecondStep,
    hasOwnPasskey,
    failure,
    isBusy,
    signInByPassword: (email: string, password: string) =>
      run(
        () => Promise.resolve({ provider: "credentials", fields: { email, password } }),
        "unknown",
        (problem) => void handlePasswordProblem(problem, email),
      ),
    signInByCode: (code: string) => runFields("second-factor", { code }),
    signInByPasskey: () =>
      run(
        async () => ({
          provider: isSecondStep ? "second-factor" : "passkey",
          fields: await answerOptions(isSecondStep),
        }),
        PASSKEY_FAILED,
      ),
    leaveSecondStep: () => {
      setSecondStep(false);
      setFailure(null);
    },
  };
}
