"use client";

import { onDemand } from "@/components/on-demand";
import { Form } from "@/components/ui/form/form";
import { readField } from "@/components/ui/form/form-data";
import { TextField } from "@/components/ui/form/text-field";
import { saveDomain } from "./hooks";

const domainInput = onDemand(
  async () => (await import("@/lib/organizations/domains/schema")).OrganizationDomainInput,
);

/** The form for the domain to verify. */
export function DomainForm({ organizationId }: { organizationId: string }) {
  return (
    <div className="max-w-xl">
      <Form
        fields={["name"]}
        schema={domainInput}
        read={(form) => ({ name: readField(form, "name") })}
        send={(body) => saveDomain(organizationId, body)}
        done={() => null}
        action="Add domain"
      >
        {(problems) => (
          <TextField
            name="name"
            label="Domain"
            hint="A domain or subdomain whose DNS or website you can change."
            problems={problems}
            inputMode="url"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            maxLength={253}
            placeholder="example.org"
          />
        )}
      </Form>
    </div>
  );
}
