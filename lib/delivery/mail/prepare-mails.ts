import type { ClaimedMessage } from "@/lib/kernel/outbox/claim";
import type { Outcome } from "@/lib/kernel/outbox/outcomes";
import { findTestOrganizationIds } from "@/lib/organizations/profile/mode";
import { z } from "zod";
import type { ParsedMessage, Subjects } from "./define-mail";
import type { MailResult, MailTask } from "./mail-task";
import { MAILS } from "./mails";

const Payload = z.object({ template: z.enum(Object.keys(MAILS) as (keyof typeof MAILS)[]) });

function parseMessage(message: ClaimedMessage): ParsedMessage | undefined {
  const { data } = Payload.safeParse(message.payload);
  return data && MAILS[data.template].parse(message);
}

/** Loads the subjects of all messages, with one query for each way to load them. */
async function loadSubjects(messages: ParsedMessage[]): Promise<Subjects> {
  const loads = [...new Set(messages.map(({ load }) => load))];
  const found = new Map(
    await Promise.all(
      loads.map(async (load) => {
        const ids = messages.filter((one) => one.load === load).map(({ subjectId }) => subjectId);
        const subjects = await load(ids);
        return [load, new Map(subjects.map((subject) => [subject.id, subject]))] as const;
      }),
    ),
  );
  return {
    // What a function has loaded is of its type.
    get: <Subject extends { id: string }>(load: (ids: string[]) => Promise<Subject[]>, id: string) =>
      found.get(load)?.get(id) as Subject | undefined,
  };
}

const toResult = (message: ClaimedMessage, outcome: Outcome): MailResult => ({
  message,
  outcome,
  detail: undefined,
});

/** Finds which organizations of these messages are test organizations, with one query. */
const findTests = (messages: ClaimedMessage[]): Promise<Set<string>> =>
  findTestOrganizationIds(messages.flatMap(({ organizationId }) => organizationId ?? []));

/** Returns the mail or the outcome of each of these messages, in their order. */
export async function prepareMails(messages: ClaimedMessage[]): Promise<(MailTask | MailResult)[]> {
  const parsed = messages.map((message) => ({ message, mail: parseMessage(message) }));
  const [subjects, tests] = await Promise.all([
    loadSubjects(parsed.flatMap(({ mail }) => mail ?? [])),
    findTests(messages),
  ]);
  return parsed.map(({ message, mail }) => {
    if (!mail) return toResult(message, { state: "failed", reason: "unknown template" });
    const prepared = mail.prepare(subjects);
    // The badge was accepted, the invitation withdrawn, the address confirmed.
    if (!prepared) return toResult(message, { state: "done", reason: "not_needed" });
    if ("failure" in prepared) return toResult(message, { state: "failed", reason: prepared.failure });
    return { message, isTest: tests.has(message.organizationId ?? ""), ...prepared };
  });
}
