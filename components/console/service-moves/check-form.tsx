"use client";

import { useRouter } from "next/navigation";
import { onDemand } from "@/components/on-demand";
import { Form } from "@/components/ui/form/form";
import { readField } from "@/components/ui/form/form-data";
import { TextField } from "@/components/ui/form/text-field";
import { checkService } from "./hooks";

const moveInput = onDemand(async () => (await import("@/lib/moving/service-moves/schema")).ServiceMoveInput);

/** Sends no empty id: it means that the token reads one organization only. */
function readService(form: FormData) {
  const id = readField(form, "source_organization_id");
  return {
    base_url: readField(form, "base_url"),
    token: readField(form, "token"),
    ...(id ? { source_organization_id: id } : {}),
  };
}

/** The form for the other service. It leads to the page of the move, where it is started. */
export function CheckForm({ organizationId, page }: { organizationId: string; page: string }) {
  const router = useRouter();
  return (
    <div className="max-w-xl">
      <Form
        fields={["base_url", "token", "source_organization_id"]}
        schema={moveInput}
        read={readService}
        send={(body) => checkService(organizationId, body)}
        done={({ id }) => {
          router.push(`${page}/${id}`);
          return null;
        }}
        action="Check the service"
      >
        {(problems) => (
          <>
            <TextField
              name="base_url"
              label="Address of the service"
              hint="The address of its interface, as its documentation names it."
              problems={problems}
              type="url"
              placeholder="https://api.badges.example"
              autoComplete="off"
            />
            <TextField
              name="token"
              label="Authorization token"
              hint="A token of your organization there. It is stored encrypted until the move ends, and for at most seven days."
              problems={problems}
              type="password"
              autoComplete="off"
              spellCheck={false}
            />
            <TextField
              name="source_organization_id"
              label="Organization ID there"
              hint="Only if the token reads several organizations."
              problems={problems}
              isOptional
              autoComplete="off"
              spellCheck={false}
            />
          </>
        )}
      </Form>
    </div>
  );
}
