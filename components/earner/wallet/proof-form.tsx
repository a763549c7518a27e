"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Saying, useSay } from "./saying";
import { TextField } from "./text-field";
import { WriteForm } from "./write-form";

const FIELDS = ["password"] as const;

type ProofFormProps = {
  /** What is sent beside the change. */
  send: (proof: { password?: string }) => Promise<unknown>;
  done: () => string | null;
  /** The act itself, as a verb. */
  action: string;
  look: "primary" | "danger";
  /** An account without a password is asked for none: its session must have begun just now. */
  isAsked: boolean;
  onClose: () => void;
};

/** The question in a dialog before what takes away a way into the account: with the password, if there is one. */
export function ProofForm({ send, done, action, look, isAsked, onClose }: ProofFormProps) {
  const t = useTranslations("wallet.account");
  const words = useTranslations("wallet.common");
  const say = useSay();
  // What is done is said on the page: the dialog, and what is said inside it, is gone by then.
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
    // Outside an open dialog nothing is seen or heard: what stands against it is said inside.
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
