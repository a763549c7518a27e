import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { MoveActions } from "@/components/console/service-moves/move-actions";
import { MoveState } from "@/components/console/service-moves/move-columns";
import { MoveProgress } from "@/components/console/service-moves/move-progress";
import {
  FoundLists,
  MoveNotice,
  NotTaken,
  WrittenTable,
} from "@/components/console/service-moves/move-result";
import { Section } from "@/components/ui/facts";
import { PageHeader } from "@/components/ui/page/page-header";
import { isUuid } from "@/lib/kernel/ids";
import { presentServiceMove } from "@/lib/moving/service-moves/serializer";
import { getServiceMove } from "@/lib/moving/service-moves/service";
import { orNotFound, requireConsoleMember } from "../../../../../console-caller";

export const metadata: Metadata = { title: "Move from another service" };

type Props = { params: Promise<{ organization: string; service_move_id: string }> };

export default async function ServiceMovePage({ params }: Props) {
  const { organization: slug, service_move_id: id } = await params;
  const { caller } = await requireConsoleMember(slug, { scope: "memberships", access: "write" });
  const { organizationId } = caller;
  const page = `/console/${slug}/settings/service_moves`;
  if (!isUuid(id)) notFound();
  const move = presentServiceMove(await orNotFound(getServiceMove(caller, id)));
  const { report } = move;
  return (
    <>
      <PageHeader
        back={{ href: page, label: "Move in" }}
        title={move.inspection.name}
        description={move.base_url}
        actions={<MoveState state={move.state} />}
      />
      <div className="flex max-w-3xl flex-col gap-10">
        <div className="flex flex-col gap-4">
          <MoveNotice move={move} />
          {move.state === "running" ? (
            <MoveProgress organizationId={organizationId} found={move} />
          ) : (
            <MoveActions organizationId={organizationId} move={move} page={page} />
          )}
        </div>
        {report ? (
          <Section title="Result">
            <WrittenTable kinds={report.kinds} />
            <NotTaken report={report} />
          </Section>
        ) : null}
        <Section title="Found at the other service">
          <FoundLists inspection={move.inspection} />
        </Section>
      </div>
    </>
  );
}
