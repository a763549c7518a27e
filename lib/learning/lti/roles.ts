/** The roles of people in a course that this service distinguishes. */
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

/** Parses the last word of a role claim; null for a role that has no meaning here (Member, Observer, None). */
function parseRoleWord(word: string): Role | null {
  if (/administrator|^sysadmin$|^accountadmin$/.test(word)) return "administrator";
  if (INSTRUCTORS.has(word)) return "instructor";
  return LEARNERS.has(word) ? "learner" : null;
}

type RoleClaim = { isOfCourse: boolean; role: Role | null };

/**
 * Parses one role claim: a plain word, `urn:lti:role:ims/lis/Instructor` with or without a finer role after a slash,
 * the same with `instrole` or `sysrole`, or a URL that ends in `#Instructor`.
 */
function parseRoleClaim(claim: string): RoleClaim {
  const text = claim.trim().toLowerCase();
  const urn = /^urn:lti:(role|instrole|sysrole):(?:ims\/lis\/)?([^/]*)/.exec(text);
  const [scope, word] = urn ? [urn[1], urn[2] ?? ""] : [undefined, text.replace(/^.*#/, "")];
  const isOfCourse = urn ? scope === "role" : !/\/(institution|system)\//.test(text);
  return { isOfCourse, role: parseRoleWord(word) };
}

/**
 * Combines the comma-separated `roles` of a launch into one role. An administrator anywhere is an administrator here
 * (specification, "IFrame flow"). Otherwise roles in the course count before roles in the institution: a faculty member
 * who takes a course is a learner in it. Within each, instructor counts before learner. Without a known role the person
 * is a learner, the role with the fewest rights.
 */
export function parseRole(roles: string): Role {
  const claims = roles.split(",").map(parseRoleClaim);
  const hasRole = (role: Role, ofCourse: boolean) =>
    claims.some((claim) => claim.role === role && claim.isOfCourse === ofCourse);
  if (hasRole("administrator", true) || hasRole("administrator", false)) return "administrator";
  if (hasRole("instructor", true)) return "instructor";
  return !hasRole("learner", true) && hasRole("instructor", false) ? "instructor" : "learner";
}
