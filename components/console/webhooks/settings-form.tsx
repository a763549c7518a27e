"use client";

import { useRouter } from "next/navigation";
import { useForm } from "react-hook-form";
import { toast } from "@/components/ui/overlay/toast";
import { useRequestResolver } from "@/components/ui/form/request-resolver";
import { onDemand } from "@/components/on-demand";
import { Checkbox } from "@/components/ui/form/choice";
import { Field, Input } from "@/components/ui/form/field";
import { DynamicForm } from "@/components/ui/form/dynamic-form";
import type { WebhookSettings } from "@/lib/delivery/webhooks/schema";
import { EventTypes } from "./event-types";
import { useSaveSettings } from "./hooks";
import type { SettingsValues } from "./settings-values";

const webhookSettingsInput = onDemand(
  async () => (await import("@/lib/delivery/webhooks/schema")).WebhookSettingsInput,
);

const settingsValues = (settings: WebhookSettings): SettingsValues => ({
  webhook_url: settings.webhook_url ?? "",
  allowed_webhooks: settings.allowed_webhooks,
  accepts_any_success: settings.accepts_any_success,
});

type SettingsFormProps = { organizationId: string; settings: WebhookSettings };

/** A form for the endpoint URL, the event types and the success criterion of webhooks. */
export function SettingsForm({ organizationId, settings }: SettingsFormProps) {
  const router = useRouter();
  const form = useForm<SettingsValues>({
    defaultValues: settingsValues(settings),
    resolver: useRequestResolver(webhookSettingsInput, (values) => values),
  });
  const { mutateAsync } = useSaveSettings(organizationId);
  const { errors } = form.formState;
  const send = async (values: SettingsValues) => {
    form.reset(settingsValues(await mutateAsync(values)));
    toast.success("Saved.");
    router.refresh();
  };
  return (
    <DynamicForm form={form} send={send} action="Save settings">
      <Field
        label="Endpoint URL"
        hint="A public HTTPS URL that accepts JSON POST requests. Leave blank to turn webhooks off."
        error={errors.webhook_url?.message}
      >
        {(ids) => (
          <Input
            {...ids}
            {...form.register("webhook_url")}
            type="url"
            inputMode="url"
            placeholder="https://example.org/webhooks"
            className="max-w-xl"
          />
        )}
      </Field>
      <Checkbox
        {...form.register("accepts_any_success")}
        label="Accept any 2xx response"
        hint="By default only 200 counts as delivered."
      />
      <div className="flex flex-col gap-5 border-t border-line pt-6">
        <h3 className="text-sm font-medium">Event types</h3>
        <EventTypes control={form.control} />
      </div>
    </DynamicForm>
  );
}
