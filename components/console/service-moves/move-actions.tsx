"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/overlay/dialog";
import { toast } from "@/components/ui/overlay/toast";
import type { ServiceMove } from "@/lib/moving/service-moves/schema";
import { useDeleteMove, useStartMove } from "./hooks";

type ActionProps = { organizationId: string; move: ServiceMove };

const canStart = ({ state, has_token }: ServiceMove): boolean =>
  has_token && (state === "ready" || state === "stopped");

function StartButton({ organizationId, move }: ActionProps) {
  const router = useRouter();
  const [isConfirming, setConfirming] = useState(false);
  const start = useStartMove(organizationId, move.id);
  const startNow = () =>
    start.mutate(undefined, {
      onSuccess: () => router.refresh(),
      onSettled: () => setConfirming(false),
    });
  if (move.state === "stopped")
    return (
      <Button busy={start.isPending} onClick={startNow}>
        Continue
      </Button>
    );
  return (
    <>
      <Button onClick={() => setConfirming(true)}>Start the move…</Button>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title="Start the move?"
        description="Badge templates, issued badges, employees and recommendations are copied into your organization. No one is mailed. Accepted badges wait for their earners to accept them here."
        confirm="Start the move"
        busy={start.isPending}
        onConfirm={startNow}
      />
    </>
  );
}

/** Starts or continues a move, or deletes it. `page`: the address of the list. */
export function MoveActions({ organizationId, move, page }: ActionProps & { page: string }) {
  const router = useRouter();
  const [isConfirming, setConfirming] = useState(false);
  const remove = useDeleteMove(organizationId, move.id);
  const removeNow = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        toast.success("Move deleted.");
        router.push(page);
      },
      onSettled: () => setConfirming(false),
    });
  return (
    <div className="flex flex-wrap gap-3">
      {canStart(move) ? <StartButton organizationId={organizationId} move={move} /> : null}
      <Button variant="danger" onClick={() => setConfirming(true)}>
        Delete…
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title="Delete this move?"
        description="Its report and its token are deleted. What it wrote stays."
        confirm="Delete the move"
        danger
        busy={remove.isPending}
        onConfirm={removeNow}
      />
    </div>
  );
}
