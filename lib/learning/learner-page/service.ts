import { withAuditEntry } from "@/lib/access/audit/service";
import { acceptOrRejectLaunchedBadge } from "@/lib/badges/issued/earner";
import type { IntegrationCaller } from "@/lib/learning/requests/caller";
import { ApiError, notFound } from "@/lib/kernel/errors";
import { invalidParameters } from "@/lib/learning/requests/errors";
import { claimRuleBadge } from "@/lib/learning/eligibility/service";
import { findStudent } from "@/lib/learning/students/service";
import {
  findAwards,
  findCourse,
  findDirectBadges,
  findAlreadyIssuedTemplateIds,
  findRules,
  findScores,
  isAwarded,
  isIssuedDirectly,
} from "./queries";
import type { AcceptParameters, ClaimParameters, DeclineParameters } from "./schema";
import type { LaunchPageRow } from "./serializer";

/**
 * Returns what a learner sees of a course: the badges of its rules, whether a rule or the organization itself issued
 * them, and their progress with each rule. Other badges of their account are not included.
 */
export async function getLaunch({ integration, userId, actor }: IntegrationCaller): Promise<LaunchPageRow> {
  const [course, student, rules] = await Promise.all([
    findCourse(integration, actor.id),
    findStudent(integration, userId),
    findRules(integration),
  ]);
  if (!course) throw notFound();
  if (!student)
    return {
      course,
      learnerName: null,
      awards: [],
      directBadges: [],
      rules,
      scores: [],
      alreadyIssuedTemplateIds: new Set(),
    };
  const gradableIds = [
    ...new Set(rules.flatMap(({ requirements }) => requirements.map(({ gradable }) => gradable.id))),
  ];
  const templateIds = [...new Set(rules.map(({ badgeTemplate }) => badgeTemplate.id))];
  const [awards, directBadges, scores, alreadyIssuedTemplateIds] = await Promise.all([
    findAwards(integration, student.id),
    findDirectBadges(integration, { email: student.email, userId }),
    findScores(integration, student.id, gradableIds),
    findAlreadyIssuedTemplateIds(student.email, templateIds),
  ]);
  return {
    course,
    learnerName: student.first,
    awards,
    directBadges,
    rules,
    scores,
    alreadyIssuedTemplateIds: alreadyIssuedTemplateIds,
  };
}

const unknownBadgeError = () =>
  invalidParameters({ invalid_param_badge_id: "There is no such badge of this learner." });

/** Throws 400 unless the learner's page in this course shows the badge. */
async function requireShown({ integration, userId }: IntegrationCaller, badgeId: string): Promise<void> {
  const student = await findStudent(integration, userId);
  if (!student) throw unknownBadgeError();
  const isShown =
    (await isAwarded(integration, student.id, badgeId)) ||
    (await isIssuedDirectly(integration, { email: student.email, userId }, badgeId));
  if (!isShown) throw unknownBadgeError();
}

type BadgeResponse = Parameters<typeof acceptOrRejectLaunchedBadge>[1];

/**
 * Accepts or rejects a badge. A badge that another account accepted in the meantime, or that is no longer pending,
 * gives the same error as an unknown one.
 */
async function respondToBadge(
  caller: IntegrationCaller,
  badgeId: string,
  response: BadgeResponse,
): Promise<LaunchPageRow> {
  await requireShown(caller, badgeId);
  await withAuditEntry(caller, `badge.${response.to === "accepted" ? "accept" : "reject"}`, badgeId, () =>
    acceptOrRejectLaunchedBadge({ userId: caller.userId, badgeId }, response),
  ).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) throw unknownBadgeError();
    if (error instanceof ApiError) throw invalidParameters({ invalid_param_badge_id: error.message });
    throw error;
  });
  return getLaunch(caller);
}

/** Accepts a pending badge of the course for the learner. 400 `invalid_param_badge_id` for any other badge. */
export const acceptInLaunch = (
  caller: IntegrationCaller,
  { parameters }: { parameters: AcceptParameters },
): Promise<LaunchPageRow> => {
  const isPublic = parameters.private === undefined ? undefined : !parameters.private;
  return respondToBadge(caller, parameters.badge_id, { to: "accepted", isPublic });
};

/**
 * Rejects a pending badge of the course for the learner, permanently. 400 `invalid_param_badge_id` for any other badge.
 */
export const declineInLaunch = (
  caller: IntegrationCaller,
  { parameters }: { parameters: DeclineParameters },
): Promise<LaunchPageRow> => respondToBadge(caller, parameters.badge_id, { to: "rejected" });

/**
 * Issues the badge of a rule to a learner who meets it and does not have it yet. 400 `invalid_param_rule_id` when they
 * do not meet it, or were given the badge before.
 */
export async function claimInLaunch(
  caller: IntegrationCaller,
  { parameters }: { parameters: ClaimParameters },
): Promise<LaunchPageRow> {
  const { integration, userId } = caller;
  const student = await findStudent(integration, userId);
  const target = { ruleId: parameters.rule_id, studentId: student?.id ?? 0 };
  const isIssued = student !== null && (await claimRuleBadge(caller, integration, target));
  if (!isIssued) {
    throw invalidParameters({
      invalid_param_rule_id:
        "This badge cannot be claimed. Not all requirements are met, or it was already issued.",
    });
  }
  return getLaunch(caller);
}
