"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/form/text-field";
import { Form } from "@/components/ui/form/form";
import { readUntrimmedField } from "@/components/ui/form/form-data";
import { useShowMessage } from "@/components/ui/overlay/show-message";
import { proofSchema } from "./schemas";

const FIELDS = ["password"] as const;

type ProofFormProps = {
  /** Sends the change together with the password, if one was asked for. */
  send: (proof: { password?: string }) => Promise<unknown>;
  done: () => string | null;
  /** The label of the submit button, as a verb. */
  action: string;
  look: "primary" | "danger";
  /** Whether to ask for the password. An account without one must have a recent session instead. */
  needsPassword: boolean;
  onClose: () => void;
};

/** A form in a dialog that confirms a change of the account, with the password if the account has one. */
export function ProofForm({ send, done, action, look, needsPassword, onClose }: ProofFormProps) {
  const t = useTranslations("wallet.account");
  const words = useTranslations("wallet.common");
  const showMessage = useShowMessage();
  // Success is reported on the page, because the dialog is closed by then.
  const finish = () => {
    const message = done();
    if (message !== null) {
      onClose();
      showMessage("positive", message);
    }
    return null;
  };
  const read = (form: FormData) => (needsPassword ? { password: readUntrimmedField(form, "password") } : {});
  return (
    <Form
      fields={FIELDS}
      schema={proofSchema}
      read={read}
      send={send}
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
        needsPassword ? (
          <TextField
            name="password"
            type="password"
            label={t("password_proof")}
            autoComplete="current-password"
            problems={problems}
          />
        ) : null
      }
    </Form>
  );
}
