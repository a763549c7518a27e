/** Who somebody is in a course, as far as this service cares. */
export type Role = "administrator" | "instructor" | "learner";

const INSTRUCTORS = new Set([
  "instructor",
  "teachingassistant",
  "contentdeveloper",
  "manager",
  "faculty",
  "staff",
]);
const LEARNERS = new Set(["learner", "student"]);

/** The role that the last word of a claim means; null for one that says nothing here (Member, Observer, None). */
function meaning(word: string): Role | null {
  if (/administrator|^sysadmin$|^accountadmin$/.test(word)) return "administrator";
  if (INSTRUCTORS.has(word)) return "instructor";
  return LEARNERS.has(word) ? "learner" : null;
}

type Claim = { isOfCourse: boolean; role: Role | null };

/**
 * One claim: a plain word, `urn:lti:role:ims/lis/Instructor` with or without a finer role behind a slash, the same
 * with `instrole` or `sysrole`, or an address that ends in `#Instructor`.
 */
function readClaim(claim: string): Claim {
  const text = claim.trim().toLowerCase();
  const urn = /^urn:lti:(role|instrole|sysrole):(?:ims\/lis\/)?([^/]*)/.exec(text);
  const [scope, word] = urn ? [urn[1], urn[2] ?? ""] : [undefined, text.replace(/^.*#/, "")];
  const isOfCourse = urn ? scope === "role" : !/\/(institution|system)\//.test(text);
  return { isOfCourse, role: meaning(word) };
}

/**
 * The one role that the comma-separated `roles` of a launch amount to. An administrator anywhere is one here
 * (specification, "IFrame flow"). Otherwise the course decides before the institution: a member of the faculty who
 * takes a course is its learner. Within either, teaching counts for more than learning; whoever claims nothing that is
 * known is a learner, who may do least.
 */
export function roleOf(roles: string): Role {
  const claims = roles.split(",").map(readClaim);
  const has = (role: Role, ofCourse: boolean) =>
    claims.some((claim) => claim.role === role && claim.isOfCourse === ofCourse);
  if (has("administrator", true) || has("administrator", false)) return "administrator";
  if (has("instructor", true)) return "instructor";
  return !has("learner", true) && has("instructor", false) ? "instructor" : "learner";
}
