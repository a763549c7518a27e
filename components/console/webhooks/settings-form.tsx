"use client";

import { useRouter } from "next/navigation";
import { useController, useForm, type Control } from "react-hook-form";
import { toast } from "@/components/ui/overlay/toast";
import { useRequestResolver } from "@/components/ui/form/request-resolver";
import { onDemand } from "@/components/on-demand";
import { Button } from "@/components/ui/button";
import { Checkbox, Fieldset } from "@/components/ui/form/choice";
import { Field, Input } from "@/components/ui/form/field";
import { DynamicForm } from "@/components/ui/form/dynamic-form";
import type { WebhookSettings } from "@/lib/delivery/webhooks/schema";
import { EVENT_GROUPS } from "./event-words";
import { saveSettings } from "./hooks";

const webhookSettingsInput = onDemand(
  async () => (await import("@/lib/delivery/webhooks/schema")).WebhookSettingsInput,
);

/** The fields of the form of webhook settings. */
type SettingsValues = {
  webhook_url: string;
  allowed_webhooks: string[];
  accepts_any_success: boolean;
};

const settingsValues = (settings: WebhookSettings): SettingsValues => ({
  webhook_url: settings.webhook_url ?? "",
  allowed_webhooks: settings.allowed_webhooks,
  accepts_any_success: settings.accepts_any_success,
});

/** Checkboxes for the event types to subscribe to, by group. */
function EventTypes({ control }: { control: Control<SettingsValues> }) {
  const { field } = useController({ control, name: "allowed_webhooks" });
  const chosen = new Set(field.value);
  const setTypes = (types: string[], isOn: boolean) => {
    const otherTypes = field.value.filter((type) => !types.includes(type));
    field.onChange(isOn ? [...otherTypes, ...types] : otherTypes);
  };
  return (
    <div className="flex flex-col gap-8">
      {EVENT_GROUPS.map(({ legend, types }) => {
        const names = Object.keys(types);
        const count = names.filter((name) => chosen.has(name)).length;
        const isAll = count === names.length;
        return (
          <Fieldset key={legend} legend={legend}>
            <div className="-mt-2 mb-2 flex items-center gap-1 text-[0.8125rem] text-ink-faint">
              {count} of {names.length} selected
              <Button
                variant="quiet"
                size="small"
                aria-label={`${isAll ? "Clear all" : "Select all"} of ${legend}`}
                onClick={() => setTypes(names, !isAll)}
              >
                {isAll ? "Clear all" : "Select all"}
              </Button>
            </div>
            <div className="grid gap-x-8 gap-y-3 lg:grid-cols-2">
              {Object.entries(types).map(([type, description]) => (
                <Checkbox
                  key={type}
                  name="allowed_webhooks"
                  value={type}
                  label={<span className="font-mono text-[0.8125rem] wrap-anywhere">{type}</span>}
                  hint={description}
                  checked={chosen.has(type)}
                  onChange={({ target }) => setTypes([type], target.checked)}
                />
              ))}
            </div>
          </Fieldset>
        );
      })}
    </div>
  );
}

type SettingsFormProps = { organizationId: string; settings: WebhookSettings };

/** A form for the endpoint URL, the event types and the success criterion of webhooks. */
export function SettingsForm({ organizationId, settings }: SettingsFormProps) {
  const router = useRouter();
  const form = useForm<SettingsValues>({
    defaultValues: settingsValues(settings),
    resolver: useRequestResolver(webhookSettingsInput, (values) => values),
  });
  const { errors } = form.formState;
  const send = async (values: SettingsValues) => {
    form.reset(settingsValues(await saveSettings(organizationId, values)));
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
