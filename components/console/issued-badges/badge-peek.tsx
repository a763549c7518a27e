"use client";

import { useRouter } from "next/navigation";
import { PeekContent } from "@/components/ui/overlay/peek-content";
import type { IssuedBadge } from "@/lib/badges/issued/schema";
import { BadgeActions } from "./badge-actions";
import { BadgeDetail } from "./badge-detail";
import { BadgeState } from "./badge-state";
import { useBadge } from "./hooks";
import { recipientName } from "./table-columns";

type BadgePeekProps = {
  organizationId: string;
  home: string;
  id: string;
  may: { change: boolean; remove: boolean };
  close: () => void;
};

/** An issued badge in the side panel of its table. */
export function BadgePeek({ organizationId, home, id, may, close }: BadgePeekProps) {
  const router = useRouter();
  const query = useBadge(organizationId, id);
  const handleDeleted = () => {
    close();
    router.refresh();
  };
  // Badges that another organization issued on behalf of this one are only shown.
  const canChange = ({ created_by: issuer }: IssuedBadge) => may.change && issuer.id === organizationId;
  return (
    <PeekContent
      query={query}
      title={recipientName}
      description={(badge) => (
        <>
          {badge.badge_template.name}
          <BadgeState badge={badge} />
        </>
      )}
      actions={(badge) =>
        canChange(badge) ? (
          <BadgeActions
            organizationId={organizationId}
            home={home}
            badge={badge}
            canDelete={may.remove}
            onDeleted={handleDeleted}
          />
        ) : null
      }
    >
      {(badge) => <BadgeDetail badge={badge} home={home} history={null} />}
    </PeekContent>
  );
}
