"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "@/components/ui/overlay/toast";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/overlay/dialog";
import { useDeleteRecommendation } from "./hooks";

type DeleteRecommendationProps = { organizationId: string; home: string; id: string; title: string };

/** Deletes a recommendation after a confirmation, then returns to the list. */
export function DeleteRecommendation({ organizationId, home, id, title }: DeleteRecommendationProps) {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const { mutate, isPending } = useDeleteRecommendation(organizationId, id);
  const deleteRecommendation = () =>
    mutate(undefined, {
      onSuccess: () => {
        toast.success("Recommendation deleted.");
        router.push(`${home}/recommendations`);
        router.refresh();
      },
      onSettled: () => setOpen(false),
    });
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        Delete recommendation…
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Delete this recommendation?"
        description={`“${title}” is removed from all templates that show it. You cannot undo this.`}
        confirm="Delete recommendation"
        danger
        busy={isPending}
        onConfirm={deleteRecommendation}
      />
    </>
  );
}
