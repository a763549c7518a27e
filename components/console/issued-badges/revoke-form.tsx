"use client";

import type { ReactNode } from "react";
import { useForm } from "react-hook-form";
import { useRequestResolver } from "@/components/ui/form/request-resolver";
import { onDemand } from "@/components/on-demand";
import { Checkbox } from "@/components/ui/form/choice";
import { Field, Textarea } from "@/components/ui/form/field";
import { DynamicForm } from "@/components/ui/form/dynamic-form";

const revokeInput = onDemand(async () => (await import("@/lib/badges/issued/schema")).RevokeInput);

export type RevokeValues = { reason: string; suppress_revoke_notification_email: boolean };

type RevokeFormProps = {
  action: string;
  send: (values: RevokeValues) => Promise<void>;
  /** Fields after those of the revocation. */
  children?: ReactNode;
};

/** A form for the reason of a revocation. The form shows what `send` throws. */
export function RevokeForm({ action, send, children }: RevokeFormProps) {
  const form = useForm<RevokeValues>({
    defaultValues: { reason: "", suppress_revoke_notification_email: false },
    resolver: useRequestResolver(revokeInput, (values) => values),
  });
  return (
    <DynamicForm form={form} send={send} action={action} danger>
      <Field
        label="Reason"
        hint="Included in the e-mail and, unless the badge is private, shown on its public page."
        error={form.formState.errors.reason?.message}
      >
        {(ids) => <Textarea {...ids} {...form.register("reason")} rows={3} />}
      </Field>
      <Checkbox {...form.register("suppress_revoke_notification_email")} label="Do not send an e-mail" />
      {children}
    </DynamicForm>
  );
}
