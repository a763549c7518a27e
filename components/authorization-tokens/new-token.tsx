"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { showFailure, wireResolver } from "@/components/form";
import { Button } from "@/components/ui/button";
import { Checkbox, Fieldset } from "@/components/ui/choice";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input } from "@/components/ui/field";
import { FormBody } from "@/components/ui/form-body";
import { Notice } from "@/components/ui/notice";
import { AuthorizationTokenInput } from "@/lib/authorization-tokens/schema";
import { useCreateToken } from "./hooks";
import { TokenSecret } from "./token-secret";

type Values = { description: string; read_enabled: boolean; write_enabled: boolean; delete_enabled: boolean };

const EMPTY: Values = { description: "", read_enabled: true, write_enabled: false, delete_enabled: false };

type NewTokenProps = {
  organizationId: string;
  listUrl: string;
  /** What the person may do: a token never may more. */
  access: { read: boolean; write: boolean; delete: boolean };
};

const PERMISSIONS = [
  { name: "read_enabled", kind: "read", label: "Read", hint: "GET: lists, badges, templates, events" },
  { name: "write_enabled", kind: "write", label: "Write", hint: "POST and PUT: issue, make, change" },
  { name: "delete_enabled", kind: "delete", label: "Delete", hint: "DELETE: remove for good" },
] as const;

function TokenForm({
  organizationId,
  access,
  onCreated,
}: Omit<NewTokenProps, "listUrl"> & { onCreated: (token: string) => void }) {
  const form = useForm<Values>({
    defaultValues: EMPTY,
    resolver: wireResolver(AuthorizationTokenInput, (values) => values),
  });
  const { mutateAsync, isPending } = useCreateToken(organizationId);
  const { errors } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      onCreated((await mutateAsync(values)).token);
    } catch (failure) {
      showFailure(form, failure);
    }
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <FormBody className="flex flex-col gap-5">
        {errors.root?.message ? (
          <Notice tone="negative" announce>
            {errors.root.message}
          </Notice>
        ) : null}
        <Field
          label="Description"
          hint="Which program uses it, and where."
          error={errors.description?.message}
        >
          {(ids) => <Input {...ids} {...form.register("description")} maxLength={255} />}
        </Field>
        <Fieldset legend="Permissions">
          <div className="flex flex-col gap-3">
            {PERMISSIONS.map(({ name, kind, label, hint }) => (
              <Checkbox
                key={name}
                {...form.register(name)}
                label={label}
                hint={hint}
                disabled={!access[kind]}
              />
            ))}
          </div>
        </Fieldset>
        <p className="text-[0.8125rem] text-ink-faint">
          It ends after 180 days, unless it is rotated before.
        </p>
        <div className="flex justify-end">
          <Button type="submit" busy={isPending}>
            Make token
          </Button>
        </div>
      </FormBody>
    </form>
  );
}

/** Makes a token in a dialog, and shows it there. */
export function NewToken({ listUrl, ...rest }: NewTokenProps) {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [token, setToken] = useState<string | null>(null);
  const change = (next: boolean) => {
    setOpen(next);
    if (!next) return;
    setToken(null);
  };
  const created = (secret: string) => {
    setToken(secret);
    router.refresh();
  };
  return (
    <>
      <Button onClick={() => change(true)}>New token</Button>
      <Dialog open={open} onOpenChange={change} title={token ? "The token is ready" : "New token"}>
        {token ? (
          <TokenSecret token={token} listUrl={listUrl} />
        ) : (
          <TokenForm {...rest} onCreated={created} />
        )}
      </Dialog>
    </>
  );
}
