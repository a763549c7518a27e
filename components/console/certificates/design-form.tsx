"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { apiWrite } from "@/components/api";
import { onDemand } from "@/components/on-demand";
import { DynamicForm } from "@/components/ui/dynamic-form";
import { Field, Input } from "@/components/ui/field";
import { useRequestResolver } from "@/components/ui/request-resolver";
import { toast } from "@/components/ui/toast";
import type { CertificateDesign, CertificatePreviewInput } from "@/lib/art/certificate-designs/schema";
import {
  designPath,
  PreviewPanel,
  useCertificatePreview,
  type CertificateSubject,
} from "./certificate-preview";
import { ContentFields } from "./content-fields";
import { designBody, designFormValues, type DesignFormState, type DesignValues } from "./design-values";
import { PageFields } from "./page-fields";
import { SignatureFields } from "./signature-fields";

const designInput = onDemand(
  async () => (await import("@/lib/art/certificate-designs/schema")).CertificateDesignInput,
);

const FULL_HEX_COLOR = /^#[0-9a-f]{6}$/i;

type ColorFieldProps = { form: DesignFormState; brand: string; warning: string | undefined };

function ColorField({ form, brand, warning }: ColorFieldProps) {
  const color = useWatch({ control: form.control, name: "color" });
  const hint = warning ? (
    <span className="text-caution">
      {color} {warning}
    </span>
  ) : (
    "Leave blank for the colour of your organization."
  );
  return (
    <Field label="Colour" optional hint={hint} error={form.formState.errors.color?.message}>
      {(ids) => (
        <div className="flex gap-2">
          <input
            type="color"
            aria-label="Pick the colour"
            value={FULL_HEX_COLOR.test(color) ? color : brand}
            onChange={({ target }) => form.setValue("color", target.value, { shouldDirty: true })}
            className="h-10 w-14 shrink-0 rounded-lg border border-edge bg-canvas p-1"
          />
          <Input
            {...ids}
            {...form.register("color")}
            maxLength={7}
            placeholder={brand}
            className="font-mono"
          />
        </div>
      )}
    </Field>
  );
}

type DesignFormProps = {
  subject: CertificateSubject;
  design: CertificateDesign;
  /** The organization's colour. */
  brand: string;
  hasLogo: boolean;
};

/** The form of how certificates look, with a preview that the server draws. */
export function DesignForm({ subject, design, brand, hasLogo }: DesignFormProps) {
  const router = useRouter();
  const [sample, setSample] = useState<CertificatePreviewInput["sample"]>("organization");
  const form = useForm<DesignValues>({
    defaultValues: designFormValues(design),
    resolver: useRequestResolver(designInput, designBody),
  });
  const values = { ...designFormValues(design), ...useWatch({ control: form.control }) } as DesignValues;
  const { signatures, color, ...rest } = designBody(values);
  // What is half typed is not drawn yet.
  const drawn = {
    ...rest,
    color: color !== null && FULL_HEX_COLOR.test(color) ? color : null,
    signatures: signatures.map((one) => ({ ...one, name: one.name.trim() || "…" })),
  };
  const preview = useCertificatePreview(subject, drawn, sample);
  const { mutateAsync } = useMutation({
    mutationFn: (body: unknown) => apiWrite<CertificateDesign>("PUT", designPath(subject), body),
    meta: { inForm: true },
  });
  const send = async (given: DesignValues) => {
    form.reset(designFormValues(await mutateAsync(designBody(given))));
    toast.success("Saved.");
    router.refresh();
  };
  return (
    <div className="grid items-start gap-10 xl:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
      <DynamicForm form={form} send={send} action="Save design">
        <PageFields form={form} />
        <ColorField form={form} brand={brand} warning={preview.data?.warnings[0]?.message} />
        <ContentFields form={form} hasLogo={hasLogo} />
        <SignatureFields form={form} />
      </DynamicForm>
      <div className="xl:sticky xl:top-8">
        <PreviewPanel
          subject={subject}
          image={preview.data?.image}
          failure={preview.error?.message}
          sample={sample}
          onSample={setSample}
        />
      </div>
    </div>
  );
}
