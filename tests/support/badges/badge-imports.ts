import { jobs } from "@/lib/platform/jobs/list";
import { runOne } from "../delivery/run-message";
import { makeTemplate, serial, type TestOrganization } from "../builders";
import { sql } from "../platform/database";

type Changes = Record<string, unknown>;

export const PATH = "/badge_imports";

/** The bytes of a table as a request carries them. */
export const asFile = (text: string, encoding: BufferEncoding = "utf8"): string =>
  Buffer.from(text, encoding).toString("base64");

/** Lines of a table under the headings that most files have. */
export const table = (...lines: string[]): string =>
  asFile(["email,first name,last name,issued on", ...lines].join("\n"));

/** A line for somebody new. */
export const line = (changes: { email?: string; date?: string } = {}): string =>
  [changes.email ?? `recipient-${serial()}@example.org`, "Ada", "Okafor", changes.date ?? "2026-04-01"].join(
    ",",
  );

export const importBody = (templateId: string, changes: Changes = {}) => ({
  badge_template_id: templateId,
  file_name: "people.csv",
  file: table(line()),
  ...changes,
});

/** An import that was checked, over the interface. */
export async function makeImport(organization: TestOrganization, changes: Changes = {}) {
  const templateId =
    (changes.badge_template_id as string | undefined) ?? (await makeTemplate(organization)).id;
  const answer = await organization.client.post(PATH, importBody(templateId, changes));
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.data));
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read what they assert
  return answer.data as any;
}

/** An import that runs; no worker does anything for it yet. */
export async function startImport(organization: TestOrganization, changes: Changes = {}) {
  const made = await makeImport(organization, changes);
  const answer = await organization.client.post(`${PATH}/${made.id}/start`, {});
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.data));
  return answer.data as { id: string };
}

const messagesOf = async (importId: string): Promise<string[]> => {
  const rows = await sql("SELECT id FROM outbox_messages WHERE subject_id = $1 AND kind = 'badge_import'", [
    importId,
  ]);
  return rows.map(({ id }) => String(id));
};

/** How many messages the queue got for an import: one for each run. */
export const countRuns = async (importId: string): Promise<number> => (await messagesOf(importId)).length;

/** Takes one step of a run as a runner does; true when it wants to be woken again. */
export async function takeStep(importId: string): Promise<boolean> {
  const [id] = await messagesOf(importId);
  return id !== undefined && (await runOne(jobs.badge_import, id)) !== null;
}

/** Takes all steps of a run. */
export async function runToEnd(importId: string): Promise<void> {
  for (let steps = 0; await takeStep(importId); steps += 1) {
    if (steps > 100) throw new Error("The run has no end.");
  }
}

/** The addresses of badges that a template has issued, in their order. */
export async function recipientsOf(templateId: string): Promise<string[]> {
  const rows = await sql(
    "SELECT recipient_email FROM issued_badges WHERE badge_template_id = $1 AND state = 'pending' ORDER BY recipient_email",
    [templateId],
  );
  return rows.map((row) => String(row.recipient_email));
}
