"use client";

import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { apiMe, ApiFailure, redirectToSignIn } from "@/components/api";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/form/field";
import { readUntrimmedField } from "@/components/ui/form/form-data";
import { Notice } from "@/components/ui/notice";
import type { PasskeyOptions } from "@/lib/identity/second-factors/schema";
import type { Proof, ProofInput } from "@/lib/accounts/sessions/schema";
import { answerWithPasskey } from "./passkey";
import type { ProofTexts } from "./proof-texts";

const DIALOG = [
  "m-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] max-w-md overflow-y-auto rounded-2xl border border-line",
  "bg-raised p-6 text-ink shadow-overlay backdrop:bg-scrim",
].join(" ");

type ProofDialogProps = {
  methods: Proof["methods"];
  texts: ProofTexts;
  /** Called with true after a proof, and with false when the person closes the dialog. */
  onDone: (isProved: boolean) => void;
};

/** Why a proof was not accepted, and whether it was the text of the field. */
type Problem = { text: string; isOfField: boolean };

/** The message for a password or code that was not accepted. */
function describe(failure: unknown, texts: ProofTexts, isCode: boolean): Problem {
  const status = failure instanceof ApiFailure ? failure.status : 0;
  if (status === 422) return { text: isCode ? texts.wrong_code : texts.wrong_password, isOfField: true };
  return { text: status === 429 ? texts.too_many : texts.failed, isOfField: false };
}

/** The message for a passkey: what the service answered, unless it or the browser did not accept the passkey itself. */
function describePasskey(failure: unknown, texts: ProofTexts): Problem {
  if (failure instanceof ApiFailure && failure.status !== 422) return describe(failure, texts, false);
  return { text: texts.passkey_failed, isOfField: false };
}

/** Sends a proof, and shows why it was not accepted. After the end of the session it opens the sign-in page. */
function useProof(onDone: ProofDialogProps["onDone"]) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const prove = async (
    build: () => Promise<ProofInput>,
    explain: (failure: unknown) => Problem,
  ): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await apiMe<Proof>("POST", "/proof", await build());
      onDone(true);
    } catch (failure) {
      if (failure instanceof ApiFailure && failure.status === 401) redirectToSignIn();
      setProblem(explain(failure));
      setBusy(false);
    }
  };
  return { prove, isBusy, problem };
}

/** Goes to the sign-in page, which leads back to this page. */
async function signInAgain(): Promise<void> {
  const { signOut } = await import("next-auth/react");
  const here = window.location.pathname + window.location.search;
  await signOut({ callbackUrl: `/sign-in?again=1&callbackUrl=${encodeURIComponent(here)}` });
}

/** A problem that no field can show. */
const ProofNotice = ({ problem }: { problem: Problem | null }) =>
  problem && !problem.isOfField ? (
    <Notice tone="negative" announce>
      {problem.text}
    </Notice>
  ) : null;

function ProofForms({ methods, texts, onDone }: ProofDialogProps) {
  const { prove, isBusy, problem } = useProof(onDone);
  const isCode = methods.includes("code");
  const usePasskey = () =>
    prove(
      async () => ({
        passkey: await answerWithPasskey(await apiMe<PasskeyOptions>("POST", "/proof/passkey_options", {})),
      }),
      (failure) => describePasskey(failure, texts),
    );
  const submit = (form: FormData) =>
    prove(
      () => Promise.resolve({ [isCode ? "code" : "password"]: readUntrimmedField(form, "secret") }),
      (failure) => describe(failure, texts, isCode),
    );
  if (methods.includes("sign_in"))
    return (
      <Buttons texts={texts} onDone={onDone} lead={<p className="text-ink-soft">{texts.sign_in_text}</p>}>
        <Button onClick={() => void signInAgain()}>{texts.sign_in}</Button>
      </Buttons>
    );
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void submit(new FormData(event.currentTarget));
      }}
    >
      <ProofNotice problem={problem} />
      {methods.includes("passkey") ? (
        <Button variant="secondary" className="w-full" busy={isBusy} onClick={() => void usePasskey()}>
          {texts.passkey}
        </Button>
      ) : null}
      <Field
        label={isCode ? texts.code : texts.password}
        error={problem?.isOfField ? problem.text : undefined}
      >
        {(control) => (
          <Input
            {...control}
            name="secret"
            type={isCode ? "text" : "password"}
            autoComplete={isCode ? "one-time-code" : "current-password"}
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      <Buttons texts={texts} onDone={onDone}>
        <Button type="submit" busy={isBusy}>
          {texts.confirm}
        </Button>
      </Buttons>
    </form>
  );
}

const Buttons = ({
  texts,
  onDone,
  lead = null,
  children,
}: Pick<ProofDialogProps, "texts" | "onDone"> & { lead?: ReactNode; children: ReactNode }) => (
  <>
    {lead}
    <div className="mt-1 flex flex-wrap justify-end gap-2">
      <Button variant="secondary" onClick={() => onDone(false)}>
        {texts.cancel}
      </Button>
      {children}
    </div>
  </>
);

/**
 * Asks for a proof of identity. It is a native dialog at the end of the page, so that it lies above every other dialog
 * and does not count as a click beside one.
 */
export function ProofDialog(props: ProofDialogProps) {
  const { texts, onDone } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  return createPortal(
    <dialog
      ref={dialog}
      onCancel={(event) => {
        event.preventDefault();
        onDone(false);
      }}
      // Dialogs below must not take these keys for their own.
      onKeyDown={(event) => event.stopPropagation()}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      className={DIALOG}
    >
      <h2 id={`${id}-title`} className="font-heading text-2xl leading-tight">
        {texts.title}
      </h2>
      <p id={`${id}-text`} className="mt-2 mb-6 text-ink-soft">
        {texts.text}
      </p>
      <ProofForms {...props} />
    </dialog>,
    document.body,
  );
}
