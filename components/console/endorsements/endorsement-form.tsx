"use client";

import { useRouter } from "next/navigation";
import { useForm } from "react-hook-form";
import { apiWrite, organizationPath } from "@/components/api";
import { onDemand } from "@/components/on-demand";
import { DynamicForm } from "@/components/ui/form/dynamic-form";
import { Field, Input, Textarea } from "@/components/ui/form/field";
import { useRequestResolver } from "@/components/ui/form/request-resolver";
import { toast } from "@/components/ui/overlay/toast";
import { MAX_COMMENT_LENGTH } from "@/lib/credentials/endorsements/choices";
import type { Endorsement } from "@/lib/credentials/endorsements/schema";

const endorsementInput = onDemand(
  async () => (await import("@/lib/credentials/endorsements/schema")).EndorsementInput,
);

type EndorsementValues = { badge_template_id: string; comment: string };

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/** Returns the ID that a URL of a badge's page ends with, or the text itself. */
const parseBadge = (text: string): string => UUID.exec(text)?.[0] ?? text.trim();

const endorsementBody = ({ badge_template_id: badge, comment }: EndorsementValues) => ({
  badge_template_id: parseBadge(badge),
  comment,
});

/** A form that offers to endorse a badge of another organization. */
export function EndorsementForm({ organizationId, home }: { organizationId: string; home: string }) {
  const router = useRouter();
  const form = useForm<EndorsementValues>({
    defaultValues: { badge_template_id: "", comment: "" },
    resolver: useRequestResolver<EndorsementValues>(endorsementInput, endorsementBody),
  });
  const send = async (values: EndorsementValues) => {
    const path = organizationPath(organizationId, "endorsements");
    const { owner } = await apiWrite<Endorsement>("POST", path, endorsementBody(values));
    toast.success(`${owner.name} can now accept your endorsement.`);
    router.push(`${home}/badge_templates/endorsements`);
    router.refresh();
  };
  const { errors } = form.formState;
  return (
    <div className="max-w-2xl">
      <DynamicForm form={form} send={send} action="Offer endorsement">
        <Field
          label="Badge"
          hint="Enter the URL of the badge’s page under its issuer (…/org/…/badges/…), or the ID of the badge template."
          error={errors.badge_template_id?.message}
        >
          {(ids) => <Input {...ids} {...form.register("badge_template_id")} required autoComplete="off" />}
        </Field>
        <Field
          label="Comment"
          hint="Shown on the pages of the badge. It cannot be changed later."
          error={errors.comment?.message}
        >
          {(ids) => (
            <Textarea {...ids} {...form.register("comment")} required maxLength={MAX_COMMENT_LENGTH} />
          )}
        </Field>
      </DynamicForm>
    </div>
  );
}
