"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useRequestResolver } from "@/components/ui/form/request-resolver";
import { onDemand } from "@/components/on-demand";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/overlay/dialog";
import { Field, Input, Select } from "@/components/ui/form/field";
import { DynamicForm } from "@/components/ui/form/dynamic-form";
import { saveIntegration } from "./integration-hooks";

const learningIntegrationInput = onDemand(
  async () => (await import("@/lib/learning/integrations/schema")).LearningIntegrationInput,
);

export type AppChoice = { id: string; name: string };

type Values = { app_id: string; name: string; course_id: string };

type NewIntegrationProps = { organizationId: string; home: string; apps: AppChoice[] };

function IntegrationForm({ organizationId, home, apps }: NewIntegrationProps) {
  const router = useRouter();
  const form = useForm<Values>({
    defaultValues: { app_id: apps[0]?.id ?? "", name: "", course_id: "" },
    resolver: useRequestResolver(learningIntegrationInput, (values) => values),
  });
  const { errors } = form.formState;
  const send = async (values: Values) => {
    const { id } = await saveIntegration(organizationId, null, values);
    router.push(`${home}/learning/integrations/${id}`);
    router.refresh();
  };
  return (
    <DynamicForm form={form} send={send} action="Create integration">
      <Field label="App" error={errors.app_id?.message}>
        {(ids) => (
          <Select {...ids} {...form.register("app_id")}>
            {apps.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Name" hint="The course name that your colleagues use." error={errors.name?.message}>
        {(ids) => <Input {...ids} {...form.register("name")} maxLength={255} />}
      </Field>
      <Field
        label="Course ID"
        hint="The ID of the course in the learning system. You cannot change it later."
        error={errors.course_id?.message}
      >
        {(ids) => <Input {...ids} {...form.register("course_id")} maxLength={255} autoComplete="off" />}
      </Field>
    </DynamicForm>
  );
}

/** Creates an integration in a dialog, then opens its page. */
export function NewIntegration(props: NewIntegrationProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>New integration</Button>
      <Dialog open={open} onOpenChange={setOpen} title="New integration">
        <IntegrationForm {...props} />
      </Dialog>
    </>
  );
}
