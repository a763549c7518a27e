import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { BadgeState } from "@/components/console/issued-badges/badge-state";
import { ReplaceForm } from "@/components/console/issued-badges/replace-form";
import { recipientName } from "@/components/console/issued-badges/table-columns";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/list/empty-state";
import { PageHeader } from "@/components/ui/page/page-header";
import { clock } from "@/lib/kernel/clock";
import { toIsoDate } from "@/lib/kernel/dates";
import { loadIssuableTemplates } from "../../../../../form-templates";
import { loadBadge, type BadgeParams } from "../badge";

export const metadata: Metadata = { title: "Replace badge" };

type Props = { params: Promise<BadgeParams> };

export default async function ReplacePage({ params }: Props) {
  const { organization: slug, badge_id: id } = await params;
  const { member, badge, canChange } = await loadBadge(slug, id);
  if (!canChange) notFound();
  const home = `/console/${slug}`;
  const choices = await loadIssuableTemplates(member.caller, badge.badge_template.id);
  const { badge_template: template } = badge;
  const page = `${home}/issued_badges/${badge.id}`;
  return (
    <>
      <PageHeader
        title="Replace badge"
        back={{ href: page, label: recipientName(badge) }}
        description={
          <span className="flex flex-wrap items-center gap-3">
            {template.name} for {recipientName(badge)}
            <BadgeState badge={badge} />
          </span>
        }
      />
      {badge.state === "replaced" ? (
        <EmptyState
          title="This badge has already been replaced"
          action={
            <ButtonLink href={`${home}/issued_badges/${badge.replacement_badge_id ?? badge.id}`}>
              View newer badge
            </ButtonLink>
          }
        >
          You can only replace the newest version of a badge.
        </EmptyState>
      ) : (
        <ReplaceForm
          organizationId={member.caller.organizationId}
          home={home}
          today={toIsoDate(clock.now())}
          badge={badge}
          {...choices}
        />
      )}
    </>
  );
}
