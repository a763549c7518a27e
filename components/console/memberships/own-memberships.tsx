"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/overlay/dialog";
import { Tag } from "@/components/ui/tag";
import type { OwnMembership } from "@/lib/accounts/memberships/schema";
import { useLeaveOrganization } from "./hooks";
import { ROLE_TEXTS } from "./role-words";

/** The organizations of the signed-in person with their role in each, and a button to leave. */
export function OwnMemberships({ memberships }: { memberships: OwnMembership[] }) {
  const [organizationToLeave, setOrganizationToLeave] = useState<OwnMembership["organization"] | null>(null);
  const { mutate, isPending } = useLeaveOrganization();
  return (
    <>
      <ul className="divide-y divide-line border-y border-line text-sm">
        {memberships.map(({ organization, role }) => (
          <li key={organization.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
            <a
              href={`/console/${organization.vanity_slug}`}
              className="inline-flex min-h-6 items-center font-medium wrap-anywhere text-ink no-underline hover:text-accent hover:underline"
            >
              {organization.name}
            </a>
            <Tag>{ROLE_TEXTS[role].name}</Tag>
            <Button
              variant="quiet"
              size="small"
              className="ms-auto"
              aria-label={`Leave ${organization.name}`}
              onClick={() => setOrganizationToLeave(organization)}
            >
              Leave…
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={organizationToLeave !== null}
        onOpenChange={() => setOrganizationToLeave(null)}
        title={`Leave ${organizationToLeave?.name ?? "the organization"}?`}
        description="You lose access immediately, and pending invitations that you sent are withdrawn. To come back you need a new invitation."
        confirm="Leave organization"
        danger
        busy={isPending}
        onConfirm={() =>
          organizationToLeave &&
          mutate(organizationToLeave.id, {
            onSuccess: () => window.location.assign("/console"),
            onSettled: () => setOrganizationToLeave(null),
          })
        }
      />
    </>
  );
}
