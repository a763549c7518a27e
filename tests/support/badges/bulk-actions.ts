import { jobs } from "@/lib/operations/jobs/list";
import { runMessage } from "../delivery/run-message";
import { badgeBody, createTemplate, type TestOrganization } from "../builders";
import { sql } from "../platform/database";

type Changes = Record<string, unknown>;

export const PATH = "/badge_bulk_actions";

/** Issues badges of a new template through the API, without mails. */
export async function issueBadges(organization: TestOrganization, count: number) {
  const template = await createTemplate(organization);
  const badges = Array.from({ length: count }, () =>
    badgeBody(template.id, { suppress_badge_notification_email: true }),
  );
  const { data } = await organization.client.post("/badges/batch", { badges });
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read what they assert
  const ids: string[] = data.map((result: any) => result.badge.id);
  return { template, ids, filter: `badge_template_id::${template.id}` };
}

/** Starts a bulk action through the API. No worker has processed it yet. */
export async function startBulkAction(organization: TestOrganization, body: Changes) {
  const answer = await organization.client.post(PATH, body);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.data));
  return answer.data as { id: string };
}

/** Executes one step of a bulk action, as the runner does. Returns true if another step is due. */
export async function runBulkStep(id: string): Promise<boolean> {
  const [message] = await sql(
    "SELECT id FROM outbox_messages WHERE subject_id = $1 AND kind = 'badge_bulk_action'",
    [id],
  );
  return message !== undefined && (await runMessage(jobs.badge_bulk_action, String(message.id))) !== null;
}

/** Executes all steps of a bulk action. */
export async function runAllBulkSteps(id: string): Promise<void> {
  for (let steps = 0; await runBulkStep(id); steps += 1) {
    if (steps > 100) throw new Error("The bulk action has no end.");
  }
}
