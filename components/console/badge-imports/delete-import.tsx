"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "@/components/ui/overlay/toast";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/overlay/dialog";
import type { BadgeImport } from "@/lib/badges/imports/schema";
import { useDeleteImport } from "./hooks";

type DeleteImportProps = { organizationId: string; home: string; found: BadgeImport };

/** Deletes an import after confirmation. */
export function DeleteImport({ organizationId, home, found }: DeleteImportProps) {
  const router = useRouter();
  const [isConfirming, setConfirming] = useState(false);
  const { mutate, isPending } = useDeleteImport(organizationId, found.id);
  const remove = () =>
    mutate(undefined, {
      onSuccess: () => {
        toast.success("File deleted.");
        router.push(`${home}/issue/file`);
        router.refresh();
      },
      onError: () => setConfirming(false),
    });
  return (
    <>
      <Button variant="danger" onClick={() => setConfirming(true)}>
        {" "}
        Delete file…{" "}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title={`Delete ${found.file_name}?`}
        description="This permanently deletes its rows and results. Issued badges are not affected."
        confirm="Delete file"
        danger
        busy={isPending}
        onConfirm={remove}
      />
    </>
  );
}
