"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useController, useForm } from "react-hook-form";
import { PERMISSIONS } from "@/components/console/developer/permission-tags";
import { ScopeFields } from "@/components/console/developer/scope-fields";
import { useRequestResolver } from "@/components/ui/form/request-resolver";
import { onDemand } from "@/components/on-demand";
import { Button } from "@/components/ui/button";
import { Checkbox, Fieldset } from "@/components/ui/form/choice";
import { Dialog } from "@/components/ui/overlay/dialog";
import { Field, Input } from "@/components/ui/form/field";
import { DynamicForm } from "@/components/ui/form/dynamic-form";
import { useShownSecret } from "@/components/ui/use-shown-secret";
import type { Scope } from "@/lib/access/callers/choices";
import { createToken } from "./hooks";
import { TokenSecret } from "./token-secret";

const authorizationTokenInput = onDemand(
  async () => (await import("@/lib/applications/authorization-tokens/schema")).AuthorizationTokenInput,
);

type Values = {
  description: string;
  read_enabled: boolean;
  write_enabled: boolean;
  delete_enabled: boolean;
  scopes: Scope[] | null;
};

const EMPTY: Values = {
  description: "",
  read_enabled: true,
  write_enabled: false,
  delete_enabled: false,
  scopes: null,
};

type NewTokenProps = {
  organizationId: string;
  listUrl: string;
  /** The permissions of the person. A token cannot have more. */
  access: { read: boolean; write: boolean; delete: boolean };
};

type TokenFormProps = Omit<NewTokenProps, "listUrl"> & { onCreated: (token: string) => void };

function TokenForm({ organizationId, access, onCreated }: TokenFormProps) {
  const form = useForm<Values>({
    defaultValues: EMPTY,
    resolver: useRequestResolver(authorizationTokenInput, (values) => values),
  });
  const { errors } = form.formState;
  const { field: scopes } = useController({ control: form.control, name: "scopes" });
  const send = async (values: Values) => onCreated((await createToken(organizationId, values)).token);
  return (
    <DynamicForm form={form} send={send} action="Create token">
      <Field
        label="Description"
        hint="For example, the name of the program that uses it."
        error={errors.description?.message}
      >
        {(ids) => <Input {...ids} {...form.register("description")} maxLength={255} />}
      </Field>
      <Fieldset legend="Permissions" hint="A token cannot have more permissions than you have.">
        <div className="flex flex-col gap-3">
          {PERMISSIONS.map(({ kind, label, hint }) => (
            <Checkbox
              key={kind}
              {...form.register(`${kind}_enabled`)}
              label={label}
              hint={hint}
              disabled={!access[kind]}
            />
          ))}
        </div>
      </Fieldset>
      <ScopeFields value={scopes.value} onChange={scopes.onChange} isInvalid={errors.scopes !== undefined} />
      <p className="text-[0.8125rem] text-ink-faint">Expires after 180 days unless you rotate it.</p>
    </DynamicForm>
  );
}

/** Creates a token in a dialog and shows it there. */
export function NewToken({ listUrl, ...rest }: NewTokenProps) {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const { secret, show, forget } = useShownSecret<string>();
  const changeOpen = (next: boolean) => {
    setOpen(next);
    // Only now, because the first token replaces the empty state of the list, and with it this dialog.
    if (!next && secret !== null) router.refresh();
    forget();
  };
  return (
    <>
      <Button onClick={() => changeOpen(true)}>New token</Button>
      <Dialog open={open} onOpenChange={changeOpen} title={secret ? "Token created" : "New token"}>
        {secret ? <TokenSecret token={secret} listUrl={listUrl} /> : <TokenForm {...rest} onCreated={show} />}
      </Dialog>
    </>
  );
}
