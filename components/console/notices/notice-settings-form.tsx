"use client";

import { apiMe } from "@/components/api";
import { onDemand } from "@/components/on-demand";
import { Checkbox, FormSection } from "@/components/ui/form/choice";
import { Form } from "@/components/ui/form/form";
import type { NoticeSettings } from "@/lib/organizations/notices/schema";
import { KIND_WORDS } from "./notice-words";

const settingsInput = onDemand(
  async () => (await import("@/lib/organizations/notices/schema")).NoticeSettingsInput,
);

type Setting = NoticeSettings["settings"][number];

const fieldName = ({ organization, kind }: Setting, channel: "mail" | "console"): string =>
  `${organization?.id ?? "account"} ${kind} ${channel}`;

/** One kind of notice, with a checkbox for each way to get it. */
function KindChoice({ setting }: { setting: Setting }) {
  const { label, hint } = KIND_WORDS[setting.kind];
  return (
    <fieldset className="flex min-w-0 flex-wrap items-start justify-between gap-x-8 gap-y-2 border-b border-line py-4 last:border-b-0">
      <legend className="sr-only">{label}</legend>
      <div className="min-w-0 flex-1 basis-56">
        <p aria-hidden="true" className="text-sm font-medium">
          {label}
        </p>
        <p className="mt-0.5 text-[0.8125rem] text-ink-faint">{hint}</p>
      </div>
      <div className="flex gap-6">
        <Checkbox name={fieldName(setting, "mail")} defaultChecked={setting.mail} label="E-mail" />
        <Checkbox name={fieldName(setting, "console")} defaultChecked={setting.console} label="Console" />
      </div>
    </fieldset>
  );
}

/** The settings by organization, in their order; those of the account come last. */
const groupSettings = (settings: Setting[]): { title: string; id: string; settings: Setting[] }[] =>
  [...new Map(settings.map(({ organization }) => [organization?.id ?? "account", organization]))].map(
    ([id, organization]) => ({
      id,
      title: organization?.name ?? "Your account",
      settings: settings.filter((setting) => (setting.organization?.id ?? "account") === id),
    }),
  );

/** Which notices a person gets, and how. */
export function NoticeSettingsForm({ settings }: NoticeSettings) {
  return (
    <div className="max-w-2xl">
      <Form
        fields={[]}
        schema={settingsInput}
        read={(form) => ({
          settings: settings.map((setting) => ({
            organization_id: setting.organization?.id ?? null,
            kind: setting.kind,
            mail: form.get(fieldName(setting, "mail")) !== null,
            console: form.get(fieldName(setting, "console")) !== null,
          })),
        })}
        send={(body) => apiMe<NoticeSettings>("PUT", "/notice_settings", body)}
        done={() => "Notice settings saved."}
        action="Save"
      >
        {() =>
          groupSettings(settings).map((group) => (
            <FormSection key={group.id} title={group.title}>
              {group.settings.map((setting) => (
                <KindChoice key={setting.kind} setting={setting} />
              ))}
            </FormSection>
          ))
        }
      </Form>
    </div>
  );
}
