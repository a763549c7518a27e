"use client";

import { useEffect, useRef, useState } from "react";
import { apiMe, ApiFailure, redirectToSignIn } from "@/components/api";
import { onDemand, useLoaded } from "@/components/on-demand";
import { registerProofHandler } from "@/components/proof";
import { useFormTexts } from "@/components/ui/form/form-texts";
import { useShowMessage } from "@/components/ui/overlay/show-message";
import type { Proof } from "@/lib/accounts/sessions/schema";
import type { ProofTexts } from "./proof-texts";

const proofDialog = onDemand(() => import("./proof-dialog"));

type Question = { methods: Proof["methods"]; answer: (isProved: boolean) => void };

/** Asks the API whether the last proof still counts, and how the person can give another one. */
async function readProof(): Promise<{ isRecent: boolean; methods: Proof["methods"] }> {
  const { valid_until: validUntil, methods } = await apiMe<Proof>("GET", "/proof");
  return { isRecent: new Date(validUntil) > new Date(), methods };
}

/** The address of a file that the API creates, if this click downloads one. */
function downloadAddress(event: MouseEvent): string | null {
  const link =
    event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[download]") : null;
  const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey && event.button === 0;
  return isPlain && link?.getAttribute("href")?.startsWith("/v1/") ? link.href : null;
}

/**
 * Asks for a proof of identity before a download, because the API requires one for exported data. Opens the sign-in page
 * when the session has ended. Shows a message when the request fails.
 */
function useProofForDownloads(prove: () => Promise<boolean>): void {
  const texts = useFormTexts();
  const showMessage = useShowMessage();
  useEffect(() => {
    const handleFailure = (failure: unknown): void => {
      if (failure instanceof ApiFailure && failure.status === 401) redirectToSignIn();
      else showMessage("negative", texts.describeFailure(failure));
    };
    const handleClick = (event: MouseEvent): void => {
      const address = downloadAddress(event);
      if (address === null) return;
      event.preventDefault();
      prove().then((isProved) => {
        if (isProved) window.location.assign(address);
      }, handleFailure);
    };
    document.addEventListener("click", handleClick);
    return () => document.removeEventListener("click", handleClick);
  }, [prove, texts, showMessage]);
}

/**
 * Asks the person to prove who they are, when a request of this page requires it or a file is downloaded. The dialog is
 * loaded when it is first needed.
 */
export function ProofHost({ texts }: { texts: ProofTexts }) {
  const [question, setQuestion] = useState<Question | null>(null);
  const pending = useRef<Promise<boolean> | null>(null);
  const parts = useLoaded(proofDialog);
  const [prove] = useState(() => async (): Promise<boolean> => {
    const ask = async (): Promise<boolean> => {
      const { isRecent, methods } = await readProof();
      if (isRecent) return true;
      await proofDialog.load();
      return new Promise((answer) => setQuestion({ methods, answer }));
    };
    // Several requests at once ask one question.
    pending.current ??= ask().finally(() => {
      pending.current = null;
    });
    return pending.current;
  });
  // The request that needs the proof shows its own failure.
  useEffect(() => registerProofHandler(() => prove().catch(() => false)), [prove]);
  useProofForDownloads(prove);
  if (!question || !parts) return null;
  const finish = (isProved: boolean): void => {
    setQuestion(null);
    question.answer(isProved);
  };
  return <parts.ProofDialog methods={question.methods} texts={texts} onDone={finish} />;
}
