"use client";

import { useForm } from "react-hook-form";
import { showFailure, wireResolver } from "@/components/form";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/choice";
import { Field, Input } from "@/components/ui/field";
import { FormBody } from "@/components/ui/form-body";
import { Notice } from "@/components/ui/notice";
import { LearningAppInput, type LearningApp } from "@/lib/learning/apps/schema";
import { useSaveApp } from "./app-hooks";

type Values = { name: string; enterprise: boolean };

type AppFormProps = {
  organizationId: string;
  /** The app to change; null for a new one. */
  app: LearningApp | null;
  onSaved: (app: LearningApp) => void;
};

const valuesOf = (app: LearningApp | null): Values => ({
  name: app?.name ?? "",
  enterprise: app?.enterprise ?? false,
});

/** Name and kind of an app. */
export function AppForm({ organizationId, app, onSaved }: AppFormProps) {
  const form = useForm<Values>({
    defaultValues: valuesOf(app),
    resolver: wireResolver(LearningAppInput, (values) => values),
  });
  const { mutateAsync, isPending } = useSaveApp(organizationId, app?.id ?? null);
  const { errors } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      onSaved(await mutateAsync(values));
    } catch (failure) {
      showFailure(form, failure);
    }
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <FormBody className="flex flex-col gap-5">
        {errors.root?.message ? (
          <Notice tone="negative" announce>
            {errors.root.message}
          </Notice>
        ) : null}
        <Field label="Name" hint="The learning system that uses it, and where." error={errors.name?.message}>
          {(ids) => <Input {...ids} {...form.register("name")} maxLength={255} />}
        </Field>
        <Checkbox
          {...form.register("enterprise")}
          label="Enterprise app"
          hint="It may launch pages inside the learning system."
        />
        <div className="flex justify-end">
          <Button type="submit" busy={isPending}>
            {app ? "Save" : "Make app"}
          </Button>
        </div>
      </FormBody>
    </form>
  );
}
