"use client";

import { useState } from "react";
import { useForm, useWatch, type Control, type FieldErrors, type UseFormRegister } from "react-hook-form";
import { useRequestResolver } from "@/components/ui/form/request-resolver";
import { useFormSubmit } from "@/components/ui/form/use-form-submit";
import { onDemand } from "@/components/on-demand";
import { Button } from "@/components/ui/button";
import { Fieldset, Radio } from "@/components/ui/form/choice";
import { Field, Input, Select, Textarea } from "@/components/ui/form/field";
import { FormBody } from "@/components/ui/form/form-body";
import { Notice } from "@/components/ui/notice";
import type { LaunchCheck } from "@/lib/learning/launch-debugger/schema";
import { checkLaunch } from "./app-hooks";
import { LaunchCheckResult } from "./launch-check-result";
import type { AppChoice } from "./new-integration";

const launchCheckInput = onDemand(
  async () => (await import("@/lib/learning/launch-debugger/schema")).LaunchCheckInput,
);

type CheckValues = {
  app_id: string;
  format: "fields" | "raw";
  raw: string;
  method: string;
  url: string;
  authorization: string;
  body: string;
};

type LaunchDebuggerProps = { organizationId: string; apps: AppChoice[]; chosen: string; launchUrl: string };

const checkBody = ({ format, raw, method, url, authorization, body }: CheckValues) =>
  format === "raw" ? { raw } : { method, url, authorization, body };

const MONO = "font-mono text-[0.8125rem]";

type FieldsProps = { register: UseFormRegister<CheckValues>; errors: FieldErrors<CheckValues> };

const RawField = ({ register, errors }: FieldsProps) => (
  <Field
    label="Request"
    hint="Paste the request line, the headers, an empty line and the body, exactly as sent."
    error={errors.raw?.message ?? errors.url?.message}
  >
    {(ids) => (
      <Textarea
        {...ids}
        {...register("raw")}
        rows={12}
        spellCheck={false}
        className={MONO}
        placeholder={"POST /auth/lti HTTP/1.1\nHost: badges.example.org\n\noauth_consumer_key=…"}
      />
    )}
  </Field>
);

const RequestFields = ({ register, errors }: FieldsProps) => (
  <>
    <div className="grid gap-5 sm:grid-cols-[8rem_minmax(0,1fr)]">
      <Field label="Method" error={errors.method?.message}>
        {(ids) => (
          <Select {...ids} {...register("method")}>
            <option>POST</option>
            <option>GET</option>
          </Select>
        )}
      </Field>
      <Field label="URL" error={errors.url?.message}>
        {(ids) => <Input {...ids} {...register("url")} spellCheck={false} className={MONO} />}
      </Field>
    </div>
    <Field
      label="Body"
      hint="Paste it exactly as sent: URL-encoded name=value pairs joined with &."
      error={errors.body?.message}
    >
      {(ids) => <Textarea {...ids} {...register("body")} rows={7} spellCheck={false} className={MONO} />}
    </Field>
    <Field
      label="Authorization header"
      optional
      hint="Only if the OAuth parameters are sent in this header."
      error={errors.authorization?.message}
    >
      {(ids) => (
        <Textarea {...ids} {...register("authorization")} rows={2} spellCheck={false} className={MONO} />
      )}
    </Field>
  </>
);

function PastedRequest({ control, ...fieldsProps }: FieldsProps & { control: Control<CheckValues> }) {
  const format = useWatch({ control, name: "format" });
  return (
    <>
      <Fieldset legend="What to paste">
        <div className="flex flex-wrap gap-x-6 gap-y-2">
          <Radio {...fieldsProps.register("format")} value="fields" label="URL and body" />
          <Radio {...fieldsProps.register("format")} value="raw" label="Full request" />
        </div>
      </Fieldset>
      {format === "raw" ? <RawField {...fieldsProps} /> : <RequestFields {...fieldsProps} />}
    </>
  );
}

/** Checks a pasted signed request and shows what is wrong with it. */
export function LaunchDebugger({ organizationId, apps, chosen, launchUrl }: LaunchDebuggerProps) {
  const [result, setResult] = useState<LaunchCheck | null>(null);
  const form = useForm<CheckValues>({
    defaultValues: {
      app_id: chosen,
      format: "fields",
      raw: "",
      method: "POST",
      url: launchUrl,
      authorization: "",
      body: "",
    },
    resolver: useRequestResolver(launchCheckInput, checkBody),
  });
  const { errors, isSubmitting } = form.formState;
  const submit = useFormSubmit(form)(async (values) => {
    try {
      setResult(await checkLaunch(organizationId, values.app_id, checkBody(values)));
    } catch (failure) {
      setResult(null);
      throw failure;
    }
  });
  return (
    <div className="grid gap-x-14 gap-y-10 xl:grid-cols-2">
      <form noValidate onSubmit={(event) => void submit(event)}>
        <FormBody className="flex flex-col gap-5">
          {errors.root?.message ? (
            <Notice tone="negative" announce>
              {errors.root.message}
            </Notice>
          ) : null}
          <Field label="App">
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
          <PastedRequest control={form.control} register={form.register} errors={errors} />
          <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
            <p className="text-[0.8125rem] text-ink-faint">
              Nothing is stored and the nonce stays unused, so you can check a request as often as you like.
            </p>
            <Button type="submit" busy={isSubmitting}>
              {isSubmitting ? "Checking…" : "Check request"}
            </Button>
          </div>
        </FormBody>
      </form>
      <LaunchCheckResult result={result} />
    </div>
  );
}
