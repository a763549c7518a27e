import { issueBadges, startBulkAction } from "../badges/bulk-actions";
import type { TestOrganization } from "../builders";
import { sql } from "../platform/database";
import type { Preparation } from "./preparation";

/** The body of a new bulk action. One that runs, from another caller's turn, is ended first. */
const resendBody = async (organization: TestOrganization) => {
  await sql("UPDATE badge_bulk_actions SET state = 'cancelled' WHERE organization_id = $1", [
    organization.id,
  ]);
  const { filter } = await issueBadges(organization, 1);
  return { action: "resend", filter, badges_count: 1 };
};

const running: Preparation = async (organization) => ({
  ids: { badge_bulk_action_id: (await startBulkAction(organization, await resendBody(organization))).id },
});

/** What each operation for bulk actions is sent, by operation id. */
export const BULK_ACTION_PREPARATIONS: Record<string, Preparation> = {
  "POST /organizations/[organization_id]/badge_bulk_actions": async (organization) => ({
    body: await resendBody(organization),
  }),
  "GET /organizations/[organization_id]/badge_bulk_actions/[badge_bulk_action_id]": running,
  "GET /organizations/[organization_id]/badge_bulk_actions/[badge_bulk_action_id]/badges": running,
  "POST /organizations/[organization_id]/badge_bulk_actions/[badge_bulk_action_id]/cancel": running,
};
