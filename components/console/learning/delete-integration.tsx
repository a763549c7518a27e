"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "@/components/ui/overlay/toast";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/overlay/dialog";
import type { LearningIntegrationItem } from "@/lib/learning/integrations/schema";
import { useDeleteIntegration } from "./integration-hooks";

type DeleteIntegrationProps = { organizationId: string; home: string; integration: LearningIntegrationItem };

/** Deletes an integration after a confirmation, then returns to the list. */
export function DeleteIntegration({ organizationId, home, integration }: DeleteIntegrationProps) {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const { mutate, isPending } = useDeleteIntegration(organizationId, integration.id);
  const deleteIntegration = () =>
    mutate(undefined, {
      onSuccess: () => {
        toast.success(`${integration.name} deleted.`);
        router.push(`${home}/learning/integrations`);
        router.refresh();
      },
      onSettled: () => setOpen(false),
    });
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        Delete integration…
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={`Delete ${integration.name}?`}
        description="This deletes its students, gradables, grades, rules, log and tokens. Badges already issued stay. You cannot undo this."
        confirm="Delete integration"
        danger
        busy={isPending}
        onConfirm={deleteIntegration}
      />
    </>
  );
}
