"use client";

import { useRouter } from "next/navigation";
import { useForm } from "react-hook-form";
import { useRequestResolver } from "@/components/ui/request-resolver";
import { onDemand } from "@/components/on-demand";
import { Field, Input } from "@/components/ui/field";
import { DynamicForm } from "@/components/ui/dynamic-form";
import { useSaveDomain } from "./hooks";

const domainInput = onDemand(
  async () => (await import("@/lib/organizations/domains/schema")).OrganizationDomainInput,
);

/** The form for the domain to verify. */
export function DomainForm({ organizationId }: { organizationId: string }) {
  const router = useRouter();
  const form = useForm<{ name: string }>({
    defaultValues: { name: "" },
    resolver: useRequestResolver(domainInput, (values) => values),
  });
  const { mutateAsync } = useSaveDomain(organizationId);
  const send = async (values: { name: string }) => {
    await mutateAsync(values);
    router.refresh();
  };
  return (
    <div className="max-w-xl">
      <DynamicForm form={form} send={send} action="Add domain">
        <Field
          label="Domain"
          hint="A domain or subdomain whose DNS or website you can change."
          error={form.formState.errors.name?.message}
        >
          {(ids) => (
            <Input
              {...ids}
              {...form.register("name")}
              inputMode="url"
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
              maxLength={253}
              placeholder="example.org"
            />
          )}
        </Field>
      </DynamicForm>
    </div>
  );
}
