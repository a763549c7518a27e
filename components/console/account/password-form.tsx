"use client";

import { useRouter } from "next/navigation";
import { useForm } from "react-hook-form";
import { toast } from "@/components/ui/toast";
import { useRequestResolver } from "@/components/ui/form";
import { onDemand } from "@/components/on-demand";
import { Field, Input } from "@/components/ui/field";
import { FormFrame } from "@/components/ui/form-frame";
import { useChangePassword } from "./hooks";
import { NewPasswordField, type PasswordMessages } from "@/components/account/new-password-field";

const passwordInput = onDemand(async () => (await import("@/lib/identity/accounts/schema")).PasswordInput);

type Values = { current_password: string; password: string };

const EMPTY: Values = { current_password: "", password: "" };

type PasswordFormProps = {
  hasPassword: boolean;
  email: string;
  words: PasswordMessages;
  /** Texts that the password must not contain (lib/identity/users/password-choice.ts). */
  personal: readonly string[];
};

/** Sets or changes the password. Requires the current one, if there is one. */
export function PasswordForm({ hasPassword, email, words, personal }: PasswordFormProps) {
  const router = useRouter();
  const form = useForm<Values>({
    defaultValues: EMPTY,
    resolver: useRequestResolver(passwordInput, (values) => values),
  });
  const { mutateAsync } = useChangePassword();
  const { errors } = form.formState;
  const send = async (values: Values) => {
    await mutateAsync(values);
    form.reset(EMPTY);
    toast.success("Password changed. Other browsers were signed out.");
    router.refresh();
  };
  return (
    <FormFrame form={form} send={send} action={hasPassword ? "Change password" : "Set password"}>
      {/* Tells password managers which account the password belongs to. */}
      <input type="hidden" autoComplete="username" value={email} readOnly />
      {hasPassword ? (
        <Field label="Current password" error={errors.current_password?.message}>
          {(ids) => (
            <Input
              {...ids}
              {...form.register("current_password")}
              type="password"
              autoComplete="current-password"
            />
          )}
        </Field>
      ) : null}
      <NewPasswordField
        {...form.register("password")}
        label="New password"
        hint="At least 10 characters."
        error={errors.password?.message}
        words={words}
        personal={personal}
      />
    </FormFrame>
  );
}
