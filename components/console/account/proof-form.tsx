"use client";

import { useForm } from "react-hook-form";
import { Field, Input } from "@/components/ui/field";
import { FormFrame } from "@/components/ui/form-frame";

type Values = { password: string };

type ProofFormProps = {
  /** What is sent beside the change. */
  send: (proof: { password?: string }) => Promise<void>;
  action: string;
  danger?: boolean;
  /** An account without a password is asked for none: its session must have begun just now. */
  isAsked: boolean;
};

/** The question in a dialog before what takes away a way into the account: with the password, if there is one. */
export function ProofForm({ send, action, danger = false, isAsked }: ProofFormProps) {
  const form = useForm<Values>({ defaultValues: { password: "" } });
  const { errors } = form.formState;
  return (
    <FormFrame
      form={form}
      send={({ password }) => send(isAsked ? { password } : {})}
      action={action}
      danger={danger}
    >
      {isAsked ? (
        <Field label="Your password, to be sure that it is you" error={errors.password?.message}>
          {(ids) => (
            <Input {...ids} {...form.register("password")} type="password" autoComplete="current-password" />
          )}
        </Field>
      ) : null}
    </FormFrame>
  );
}
