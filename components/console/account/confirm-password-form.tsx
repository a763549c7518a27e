"use client";

import { useForm } from "react-hook-form";
import { Field, Input } from "@/components/ui/field";
import { FormFrame } from "@/components/ui/form-frame";

type Values = { password: string };

type ConfirmPasswordFormProps = {
  /** Sends the change with the password as proof. */
  send: (proof: { password?: string }) => Promise<void>;
  action: string;
  danger?: boolean;
  /** False for an account without a password: the API requires a recent sign-in instead. */
  requiresPassword: boolean;
};

/** Confirms a change of sign-in addresses in a dialog, with the password if there is one. */
export function ConfirmPasswordForm({
  send,
  action,
  danger = false,
  requiresPassword,
}: ConfirmPasswordFormProps) {
  const form = useForm<Values>({ defaultValues: { password: "" } });
  const { errors } = form.formState;
  return (
    <FormFrame
      form={form}
      send={({ password }) => send(requiresPassword ? { password } : {})}
      action={action}
      danger={danger}
    >
      {requiresPassword ? (
        <Field label="Confirm your password" error={errors.password?.message}>
          {(ids) => (
            <Input {...ids} {...form.register("password")} type="password" autoComplete="current-password" />
          )}
        </Field>
      ) : null}
    </FormFrame>
  );
}
