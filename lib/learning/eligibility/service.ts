import { setTimeout as sleep } from "node:timers/promises";
import { withAuditEntry } from "@/lib/access/audit/service";
import { issueBatch } from "@/lib/badges/issued/batch";
import type { Author } from "@/lib/access/callers/caller";
import type { Integration, IntegrationCaller } from "@/lib/learning/requests/caller";
import { clock } from "@/lib/kernel/clock";
import { isDatabaseBusy, isDatabaseUnavailable } from "@/lib/kernel/database-errors";
import { ApiError } from "@/lib/kernel/errors";
import { invalidParameters } from "@/lib/learning/requests/errors";
import type { Found, Paging } from "@/lib/learning/requests/paging";
import { writeLogs, type LogEntry } from "@/lib/learning/logs/service";
import { badgeOfRule, holdRules } from "@/lib/learning/rules/service";
import type { StudentRow } from "@/lib/learning/students/serializer";
import { findEligiblePage, insertAwards, lockCandidates, type Candidate } from "./queries";
import type { RuleParameter } from "./schema";

const invalidRule = (message = "The integration has no such rule.") =>
  invalidParameters({ invalid_param_rule_id: message });

async function templateOf(integration: Integration, ruleId: number): Promise<string> {
  const id = await badgeOfRule(integration, ruleId);
  if (id === null) throw invalidRule();
  return id;
}

/** Lists the students who meet all requirements of a rule, with or without its badge, in the order added. */
export async function listEligibleStudents(
  { integration }: IntegrationCaller,
  { parameters, paging }: { parameters: RuleParameter; paging: Paging },
): Promise<Found<StudentRow>> {
  await templateOf(integration, parameters.rule_id);
  return findEligiblePage(integration, parameters.rule_id, paging);
}

/** Badges issued in one transaction: few enough that others do not wait long for its locks. */
const BATCH = 1_000;
/**
 * PostgreSQL grants shared locks in the order of requests: without a pause, a change of the template would wait for all
 * batches.
 */
const PAUSE_MS = 10;
/** The most students of one transaction that the log names because no badge could be issued to them. */
const MOST_NAMED = 100;

const badgeFor = (badge_template_id: string, { first, last, email }: Candidate, issued_at: string) => ({
  badge_template_id,
  recipient_email: email,
  issued_to_first_name: first,
  issued_to_last_name: last,
  issued_at,
});

type Scope = {
  ruleId: number;
  badgeTemplateId: string;
  after: number;
  studentId: number | null;
  /** The most students to handle; 1,000 when not given. */
  most?: number;
};
/** `last` is the id after which the next batch starts; null when there are no more students. */
export type Outcome = { issued: number; last: number | null };
type Given = {
  awards: { student_id: number; badge_id: string }[];
  refused: { externId: string; error: ApiError }[];
};

/** Issues a badge to each of these students, in the same way as any badge. */
async function issueTo(author: Author, badgeTemplateId: string, students: Candidate[]): Promise<Given> {
  const given: Given = { awards: [], refused: [] };
  if (students.length === 0) return given;
  const issuedAt = clock.now().toISOString();
  const badges = students.map((student) => badgeFor(badgeTemplateId, student, issuedAt));
  const results = await issueBatch(author, { badges });
  for (const [index, { id, externId }] of students.entries()) {
    const result = results[index];
    if (result instanceof ApiError) given.refused.push({ externId, error: result });
    else if (result) given.awards.push({ student_id: id, badge_id: result.id });
  }
  return given;
}

/** Builds the log entries for the students. A badge that the student already has is not a failure. */
function entriesOf({ ruleId, badgeTemplateId }: Scope, { awards, refused }: Given): LogEntry[] {
  const failures = refused
    .filter(({ error }) => error.code !== "duplicate_badge")
    .slice(0, MOST_NAMED)
    .map(({ externId, error }): LogEntry => ({
      action: "create",
      type: "badge",
      errorId: "invalid_item",
      data: { extern_id: externId, rule_id: ruleId, message: error.message },
    }));
  const data = { rule_id: ruleId, badge_template_id: badgeTemplateId, student_count: awards.length };
  return awards.length > 0 ? [{ action: "create", type: "badge", data }, ...failures] : failures;
}

/**
 * Issues a rule's badge to the next eligible students and stores the awards, in one transaction. 400 when the template
 * is deleted or not active. Evaluations of one badge run one after another, so each sees what the earlier one issued.
 */
export function evaluateBatch(author: Author, integration: Integration, scope: Scope): Promise<Outcome> {
  const { ruleId, badgeTemplateId, after, studentId, most = BATCH } = scope;
  return withAuditEntry(author, "learning_rule.evaluate", String(ruleId), async () => {
    const held = await holdRules(integration, badgeTemplateId);
    if (held?.state !== "active") throw invalidRule(`The badge template is ${held?.state ?? "deleted"}.`);
    const evaluation = { ruleId, badgeTemplateId, allowsDuplicates: held.allowDuplicateBadges };
    const { students, last } = await lockCandidates(integration, evaluation, { after, studentId, most });
    const given = await issueTo(author, badgeTemplateId, students);
    await insertAwards(integration, badgeTemplateId, given.awards);
    await writeLogs(integration, entriesOf(scope, given));
    return { issued: given.awards.length, last };
  });
}

/**
 * Issues the badge of a rule to one student who meets all its requirements; false when they do not, or already got it.
 * 400 as for an evaluation.
 */
export async function claimRule(
  author: Author,
  integration: Integration,
  { ruleId, studentId }: { ruleId: number; studentId: number },
): Promise<boolean> {
  const badgeTemplateId = await templateOf(integration, ruleId);
  const { issued } = await evaluateBatch(author, integration, {
    ruleId,
    badgeTemplateId,
    after: 0,
    studentId,
  });
  return issued === 1;
}

/**
 * Issues the badge of a rule to every student who meets all its requirements and did not get it before, with event and
 * mail like any badge. Returns how many were issued. Each batch of 1,000 is a transaction, and repeating the request
 * continues where an earlier one ended. If the template is archived, the rule is deleted, a lock takes too long or the
 * database is lost in between, the result is what was issued until then. 400 `invalid_param_rule_id` when the rule does
 * not belong to the integration or its template is not active.
 */
export async function evaluateRule(
  caller: IntegrationCaller,
  { parameters }: { parameters: RuleParameter },
): Promise<number> {
  const { integration } = caller;
  const ruleId = parameters.rule_id;
  const badgeTemplateId = await templateOf(integration, ruleId);
  const batch = (after: number) =>
    evaluateBatch(caller, integration, { ruleId, badgeTemplateId, after, studentId: null });
  let { issued: total, last } = await batch(0);
  while (last !== null) {
    await sleep(PAUSE_MS);
    const next: Outcome = await batch(last).catch((error: unknown) => {
      if (error instanceof ApiError || isDatabaseBusy(error) || isDatabaseUnavailable(error))
        return { issued: 0, last: null };
      throw error;
    });
    total += next.issued;
    last = next.last;
  }
  return total;
}
