"use client";

import { useForm } from "react-hook-form";
import { useRequestResolver } from "@/components/ui/request-resolver";
import { onDemand } from "@/components/on-demand";
import { Field, Input } from "@/components/ui/field";
import { DynamicForm } from "@/components/ui/dynamic-form";

const recipientInput = onDemand(async () => (await import("@/lib/badges/issued/schema")).RecipientInput);

type RecipientValues = { recipient_email: string };

/** A form for the new address of a pending badge. The form shows what `send` throws. */
export function RecipientForm({
  address,
  send,
}: {
  address: string;
  send: (address: string) => Promise<void>;
}) {
  const form = useForm<RecipientValues>({
    defaultValues: { recipient_email: address },
    resolver: useRequestResolver(recipientInput, (values) => values),
  });
  return (
    <DynamicForm
      form={form}
      send={({ recipient_email }) => send(recipient_email)}
      action="Change e-mail address"
    >
      <Field label="E-mail address" error={form.formState.errors.recipient_email?.message}>
        {(ids) => <Input {...ids} {...form.register("recipient_email")} type="email" autoComplete="off" />}
      </Field>
    </DynamicForm>
  );
}
