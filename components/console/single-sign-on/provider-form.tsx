"use client";

import { useRef, type ChangeEvent } from "react";
import { onDemand } from "@/components/on-demand";
import { Field, Input, Select, Textarea } from "@/components/ui/form/field";
import { Form } from "@/components/ui/form/form";
import { readField, readFieldOrNull } from "@/components/ui/form/form-data";
import { TextField } from "@/components/ui/form/text-field";
import type { IdentityProvider } from "@/lib/organizations/identity-providers/schema";
import { SIGN_IN_BINDINGS } from "@/lib/organizations/identity-providers/choices";
import { BINDING_LABELS } from "./binding-labels";
import { writeProvider } from "./hooks";

const providerInput = onDemand(
  async () => (await import("@/lib/organizations/identity-providers/schema")).IdentityProviderInput,
);

const FIELDS = ["metadata", "entity_id", "sign_in_url", "sign_in_binding", "certificates", "email_attribute"];

/** Splits a text with several certificates in PEM after each one. */
const splitCertificates = (text: string): string[] =>
  text
    .split(/(?<=-----END CERTIFICATE-----)/)
    .map((part) => part.trim())
    .filter((part) => part !== "");

/** The metadata replaces what is in the other fields, which the page has shown before. */
const readProvider = (form: FormData) => {
  const metadata = readField(form, "metadata");
  const email_attribute = readFieldOrNull(form, "email_attribute");
  if (metadata) return { metadata, email_attribute };
  return {
    entity_id: readField(form, "entity_id"),
    sign_in_url: readField(form, "sign_in_url"),
    sign_in_binding: readField(form, "sign_in_binding"),
    certificates: splitCertificates(readField(form, "certificates")),
    email_attribute,
  };
};

/** The metadata, pasted or from a file. */
function MetadataField({ error }: { error: string | undefined }) {
  const text = useRef<HTMLTextAreaElement>(null);
  const fill = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (file && text.current) text.current.value = await file.text();
  };
  return (
    <>
      <Field
        label="Metadata"
        hint="The XML that your provider offers. It names the provider, its address and its certificates."
        error={error}
      >
        {(control) => (
          <Textarea
            {...control}
            ref={text}
            name="metadata"
            rows={5}
            spellCheck={false}
            placeholder="<EntityDescriptor …>"
            className="font-mono text-[0.8125rem]"
          />
        )}
      </Field>
      <Field label="Or choose the metadata file" optional>
        {(control) => (
          <Input
            {...control}
            type="file"
            accept=".xml,text/xml,application/xml,application/samlmetadata+xml"
            onChange={(event) => void fill(event)}
            className="py-1.5"
          />
        )}
      </Field>
    </>
  );
}

type FieldsProps = { provider: IdentityProvider | null; problems: Record<string, string> };

/** What the metadata says, for providers without metadata and for a change of one value. */
const SingleFields = ({ provider, problems }: FieldsProps) => (
  <>
    <TextField
      name="entity_id"
      label="Entity ID of the provider"
      problems={problems}
      defaultValue={provider?.entity_id}
      autoComplete="off"
      spellCheck={false}
    />
    <TextField
      name="sign_in_url"
      label="Sign-in address"
      problems={problems}
      defaultValue={provider?.sign_in_url}
      type="url"
      placeholder="https://"
      autoComplete="off"
    />
    <Field label="How requests are sent" error={problems.sign_in_binding}>
      {(control) => (
        <Select {...control} name="sign_in_binding" defaultValue={provider?.sign_in_binding}>
          {SIGN_IN_BINDINGS.map((binding) => (
            <option key={binding} value={binding}>
              {BINDING_LABELS[binding]}
            </option>
          ))}
        </Select>
      )}
    </Field>
    <Field
      label="Certificates"
      hint="In PEM, up to five. Before your provider changes its certificate, add the new one below the old one."
      error={problems.certificates}
    >
      {(control) => (
        <Textarea
          {...control}
          name="certificates"
          rows={8}
          spellCheck={false}
          defaultValue={provider?.certificates.map(({ pem }) => pem).join("")}
          placeholder="-----BEGIN CERTIFICATE-----"
          className="font-mono text-[0.8125rem]"
        />
      )}
    </Field>
  </>
);

type ProviderFormProps = { organizationId: string; provider: IdentityProvider | null };

/** The form for the identity provider itself. A change of it has to be tried again. */
export function ProviderForm({ organizationId, provider }: ProviderFormProps) {
  return (
    <Form
      fields={FIELDS}
      schema={providerInput}
      read={readProvider}
      send={(body) => writeProvider(organizationId, body)}
      done={() => (provider ? "Provider saved." : "Provider added.")}
      action={provider ? "Save provider" : "Add provider"}
    >
      {(problems) => (
        <>
          <MetadataField error={problems.metadata} />
          <details
            className="rounded-xl border border-line p-5"
            open={
              provider !== null || ["entity_id", "sign_in_url", "certificates"].some((name) => problems[name])
            }
          >
            <summary className="cursor-pointer text-sm font-medium">
              Enter the values without metadata
            </summary>
            <div className="mt-5 flex flex-col gap-5">
              <SingleFields provider={provider} problems={problems} />
            </div>
          </details>
          <TextField
            name="email_attribute"
            label="Attribute of the e-mail address"
            hint="Only if the name ID is not the address."
            problems={problems}
            isOptional
            defaultValue={provider?.email_attribute ?? ""}
            placeholder="mail"
            autoComplete="off"
            spellCheck={false}
          />
        </>
      )}
    </Form>
  );
}
