import { withAuditEntry } from "@/lib/access/audit/service";
import { issueMeasuredBatch } from "@/lib/badges/issued/batch";
import type { Author } from "@/lib/access/callers/caller";
import type { Integration, IntegrationCaller } from "@/lib/learning/requests/caller";
import { clock } from "@/lib/kernel/clock";
import { isDatabaseBusy, isDatabaseUnavailable } from "@/lib/kernel/database-errors";
import { ApiError } from "@/lib/kernel/errors";
import { invalidParameters } from "@/lib/learning/requests/errors";
import type { PagedRows, Paging } from "@/lib/learning/requests/paging";
import { writeLogs, type LogEntry } from "@/lib/learning/logs/service";
import { findRuleTemplateId, lockBadgeRules } from "@/lib/learning/rules/service";
import type { StudentRow } from "@/lib/learning/students/serializer";
import { findEligiblePage, insertAwards, lockEligibleStudents, type EligibleStudent } from "./queries";
import { buildResults } from "./results";
import type { RuleParameter } from "./schema";

const invalidRuleError = (message = "The integration has no such rule.") =>
  invalidParameters({ invalid_param_rule_id: message });

async function requireRuleTemplateId(integration: Integration, ruleId: number): Promise<string> {
  const id = await findRuleTemplateId(integration, ruleId);
  if (id === null) throw invalidRuleError();
  return id;
}

/** Lists the students who meet all requirements of a rule, with or without its badge, in the order added. */
export async function listEligibleStudents(
  { integration }: IntegrationCaller,
  { parameters, paging }: { parameters: RuleParameter; paging: Paging },
): Promise<PagedRows<StudentRow>> {
  await requireRuleTemplateId(integration, parameters.rule_id);
  return findEligiblePage(integration, parameters.rule_id, paging);
}

/** Badges issued in one transaction: few enough that others do not wait long for its locks. */
const BATCH_SIZE = 1_000;
/**
 * PostgreSQL grants shared locks in the order of requests: without a pause, a change of the template would wait for all
 * batches.
 */
const PAUSE_MS = 10;
/** The most students of one transaction that the log names because no badge could be issued to them. */
const MAX_FAILURES_LOGGED = 100;

const buildBadgeInput = (
  badge_template_id: string,
  { first, last, email }: EligibleStudent,
  issued_at: string,
) => ({
  badge_template_id,
  recipient_email: email,
  issued_to_first_name: first,
  issued_to_last_name: last,
  issued_at,
});

type EvaluationScope = {
  ruleId: number;
  badgeTemplateId: string;
  after: number;
  studentId: number | null;
  /** The most students to handle; 1,000 when not given. */
  limit?: number;
};
/** `last` is the id after which the next batch starts; null when there are no more students. */
export type BatchOutcome = { issued: number; last: number | null };
type IssueOutcome = {
  awards: { student_id: number; badge_id: string }[];
  refused: { externId: string; error: ApiError }[];
};

/** Issues a badge to each of these students, in the same way as any badge. */
async function issueToStudents(
  author: Author,
  badgeTemplateId: string,
  students: EligibleStudent[],
): Promise<IssueOutcome> {
  const outcome: IssueOutcome = { awards: [], refused: [] };
  if (students.length === 0) return outcome;
  const issuedAt = clock.now().toISOString();
  const items = students.map((student) => ({
    badge: buildBadgeInput(badgeTemplateId, student, issuedAt),
    results: buildResults(student.measured),
  }));
  const results = await issueMeasuredBatch(author, items);
  for (const [index, { id, externId }] of students.entries()) {
    const result = results[index];
    if (result instanceof ApiError) outcome.refused.push({ externId, error: result });
    else if (result) outcome.awards.push({ student_id: id, badge_id: result.id });
  }
  return outcome;
}

/** Builds the log entries for the students. A badge that the student already has is not a failure. */
function buildLogEntries(
  { ruleId, badgeTemplateId }: EvaluationScope,
  { awards, refused }: IssueOutcome,
): LogEntry[] {
  const failures = refused
    .filter(({ error }) => error.code !== "duplicate_badge")
    .slice(0, MAX_FAILURES_LOGGED)
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
 * Issues a rule's badge to the next eligible students, with what the rule measured if its badges contain that, and stores
 * the awards, in one transaction. 400 when the template
 * is deleted or not active. Evaluations of one badge run one after another, so each sees what the earlier one issued.
 */
export function evaluateBatch(
  author: Author,
  integration: Integration,
  scope: EvaluationScope,
): Promise<BatchOutcome> {
  const { ruleId, badgeTemplateId, after, studentId, limit = BATCH_SIZE } = scope;
  return withAuditEntry(author, "learning_rule.evaluate", String(ruleId), async () => {
    const template = await lockBadgeRules(integration, badgeTemplateId);
    if (template?.state !== "active")
      throw invalidRuleError(`The badge template is ${template?.state ?? "deleted"}.`);
    const evaluation = { ruleId, badgeTemplateId, allowsDuplicates: template.allowDuplicateBadges };
    const { students, last } = await lockEligibleStudents(integration, evaluation, {
      after,
      studentId,
      limit,
    });
    const outcome = await issueToStudents(author, badgeTemplateId, students);
    await insertAwards(integration, badgeTemplateId, outcome.awards);
    await writeLogs(integration, buildLogEntries(scope, outcome));
    return { issued: outcome.awards.length, last };
  });
}

/**
 * Issues the badge of a rule to one student who meets all its requirements; false when they do not, or already got it.
 * 400 as for an evaluation.
 */
export async function claimRuleBadge(
  author: Author,
  integration: Integration,
  { ruleId, studentId }: { ruleId: number; studentId: number },
): Promise<boolean> {
  const badgeTemplateId = await requireRuleTemplateId(integration, ruleId);
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
  const badgeTemplateId = await requireRuleTemplateId(integration, ruleId);
  const batch = (after: number) =>
    evaluateBatch(caller, integration, { ruleId, badgeTemplateId, after, studentId: null });
  let { issued: total, last } = await batch(0);
  while (last !== null) {
    await clock.wait(PAUSE_MS);
    const next: BatchOutcome = await batch(last).catch((error: unknown) => {
      if (error instanceof ApiError || isDatabaseBusy(error) || isDatabaseUnavailable(error))
        return { issued: 0, last: null };
      throw error;
    });
    total += next.issued;
    last = next.last;
  }
  return total;
}
