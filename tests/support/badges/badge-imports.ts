import { clock } from "@/lib/kernel/clock";
import { jobs } from "@/lib/operations/jobs/list";
import { runMessage } from "../delivery/run-message";
import { createTemplate, nextSerial, type TestOrganization } from "../builders";
import { sql } from "../platform/database";

type Changes = Record<string, unknown>;

export const PATH = "/badge_imports";

/** The content of a table as a request carries it. */
export const encodeFile = (text: string, encoding: BufferEncoding = "utf8"): string =>
  Buffer.from(text, encoding).toString("base64");

/** A table with these lines under the most common headings. */
export const table = (...lines: string[]): string =>
  encodeFile(["email,first name,last name,issued on", ...lines].join("\n"));

/** A line for a new recipient. */
export const line = (changes: { email?: string; date?: string } = {}): string =>
  [
    changes.email ?? `recipient-${nextSerial()}@example.org`,
    "Ada",
    "Okafor",
    changes.date ?? "2026-04-01",
  ].join(",");

export const importBody = (templateId: string, changes: Changes = {}) => ({
  badge_template_id: templateId,
  file_name: "people.csv",
  file: table(line()),
  ...changes,
});

/** Creates an import through the API; its file has been checked. */
export async function createCheckedImport(organization: TestOrganization, changes: Changes = {}) {
  const templateId =
    (changes.badge_template_id as string | undefined) ?? (await createTemplate(organization)).id;
  const answer = await organization.client.post(PATH, importBody(templateId, changes));
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.data));
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read what they assert
  return answer.data as any;
}

/** Creates an import that has started. No worker has processed it yet. */
export async function createStartedImport(organization: TestOrganization, changes: Changes = {}) {
  const created = await createCheckedImport(organization, changes);
  const answer = await organization.client.post(`${PATH}/${created.id}/start`, {});
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.data));
  return answer.data as { id: string };
}

const listImportMessages = async (importId: string): Promise<string[]> => {
  const rows = await sql("SELECT id FROM outbox_messages WHERE subject_id = $1 AND kind = 'badge_import'", [
    importId,
  ]);
  return rows.map(({ id }) => String(id));
};

/** Counts the messages in the queue for an import: one for each run. */
export const countRuns = async (importId: string): Promise<number> =>
  (await listImportMessages(importId)).length;

/** Executes one step of a run, as the runner does. Returns true if another step is due. */
export async function runImportStep(importId: string): Promise<boolean> {
  const [id] = await listImportMessages(importId);
  return id !== undefined && (await runMessage(jobs.badge_import, id)) !== null;
}

/** Executes all steps of a run. */
export async function runAllImportSteps(importId: string): Promise<void> {
  for (let steps = 0; await runImportStep(importId); steps += 1) {
    if (steps > 100) throw new Error("The run has no end.");
  }
}

/** Executes what is due of the messages of an import, by the clock of the service. */
export async function runDueImportMessages(importId: string): Promise<void> {
  for (const id of await listImportMessages(importId)) {
    let next = await runMessage(jobs.badge_import, id);
    for (let steps = 0; next && next.nextAttemptAt <= clock.now(); steps += 1) {
      if (steps > 100) throw new Error("The run has no end.");
      next = await runMessage(jobs.badge_import, id);
    }
  }
}

/** Lists the recipients of the pending badges of a template, sorted by address. */
export async function listRecipients(templateId: string): Promise<string[]> {
  const rows = await sql(
    "SELECT recipient_email FROM issued_badges WHERE badge_template_id = $1 AND state = 'pending' ORDER BY recipient_email",
    [templateId],
  );
  return rows.map((row) => String(row.recipient_email));
}
