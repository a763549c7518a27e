"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Saying, useSay } from "./saying";
import { TextField } from "./text-field";
import { WriteForm } from "./write-form";

const FIELDS = ["password"] as const;

type ProofFormProps = {
  /** Sends the change together with the password, if one was asked for. */
  send: (proof: { password?: string }) => Promise<unknown>;
  done: () => string | null;
  /** The label of the submit button, as a verb. */
  action: string;
  look: "primary" | "danger";
  /** Whether to ask for the password. An account without one must have a recent session instead. */
  isAsked: boolean;
  onClose: () => void;
};

/** Confirms, in a dialog, a change of who can get into the account. Asks for the password, if there is one. */
export function ProofForm({ send, done, action, look, isAsked, onClose }: ProofFormProps) {
  const t = useTranslations("wallet.account");
  const words = useTranslations("wallet.common");
  const say = useSay();
  // Success is reported on the page, because the dialog is closed by then.
  const finish = () => {
    const sentence = done();
    if (sentence !== null) {
      onClose();
      say("positive", sentence);
    }
    return null;
  };
  const sendTyped = (form: FormData) => {
    const password = form.get("password");
    return send(typeof password === "string" ? { password } : {});
  };
  return (
    // Errors appear inside the dialog, because the page behind an open dialog is neither visible nor announced.
    <Saying>
      <WriteForm
        fields={FIELDS}
        send={sendTyped}
        done={finish}
        action={action}
        look={look}
        aside={
          <Button variant="secondary" onClick={onClose}>
            {words("cancel")}
          </Button>
        }
      >
        {(problems) =>
          isAsked ? (
            <TextField
              name="password"
              type="password"
              label={t("password_proof")}
              autoComplete="current-password"
              problems={problems}
            />
          ) : null
        }
      </WriteForm>
    </Saying>
  );
}
