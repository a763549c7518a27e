"use client";

import { useRouter } from "next/navigation";
import { useForm } from "react-hook-form";
import { toast } from "@/components/ui/toast";
import { useRequestResolver } from "@/components/ui/form";
import { onDemand } from "@/components/on-demand";
import { Field, Input, Select } from "@/components/ui/field";
import { FormFrame } from "@/components/ui/form-frame";
import type { Me } from "@/lib/identity/accounts/schema";
import { useSaveMe } from "./hooks";

// Required here: the API reads an empty first name as "not given" and would silently leave it unchanged.
const requiredNameInput = onDemand(async () =>
  (await import("@/lib/identity/accounts/schema")).MeInput.required({ first_name: true }),
);

type Values = { first_name: string; last_name: string; locale: string };
type NameFormProps = { me: Pick<Me, "first_name" | "last_name" | "locale">; locales: string[] };

const languageName = (locale: string): string =>
  new Intl.DisplayNames(["en"], { type: "language" }).of(locale) ?? locale;

/** The name of the person and the language of e-mails to them. */
export function NameForm({ me, locales }: NameFormProps) {
  const router = useRouter();
  const form = useForm<Values>({
    defaultValues: { first_name: me.first_name, last_name: me.last_name, locale: me.locale },
    resolver: useRequestResolver(requiredNameInput, (values) => values),
  });
  const { mutateAsync } = useSaveMe();
  const { errors } = form.formState;
  const send = async (values: Values) => {
    const { first_name, last_name, locale } = await mutateAsync(values);
    form.reset({ first_name, last_name, locale });
    toast.success("Saved.");
    router.refresh();
  };
  return (
    <FormFrame form={form} send={send} action="Save">
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="First name" error={errors.first_name?.message}>
          {(ids) => (
            <Input {...ids} {...form.register("first_name")} autoComplete="given-name" maxLength={255} />
          )}
        </Field>
        <Field label="Last name" error={errors.last_name?.message}>
          {(ids) => (
            <Input {...ids} {...form.register("last_name")} autoComplete="family-name" maxLength={255} />
          )}
        </Field>
      </div>
      <Field label="E-mail language" error={errors.locale?.message}>
        {(ids) => (
          <Select {...ids} {...form.register("locale")}>
            {locales.map((locale) => (
              <option key={locale} value={locale}>
                {languageName(locale)}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </FormFrame>
  );
}
