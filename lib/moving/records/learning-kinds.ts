import { own, type Kind } from "./kind";

const APPS = "SELECT id FROM learning_apps WHERE organization_id = $1";

/** What hangs on a course. That of a deleted course is being deleted by a job. */
const courseData = {
  ...own,
  where: `t.organization_id = $1
    AND t.integration_id IN (SELECT id FROM learning_integrations WHERE organization_id = $1)`,
} as const;
const course = { ...courseData, numbers: "kept", staysDeleted: true } as const;

const integration = { integration_id: { kind: "learning_integration" } } as const;
const student = { student_id: { kind: "learning_student" } } as const;
const template = { badge_template_id: { kind: "badge_template" } } as const;

/**
 * The kinds of the learning edition. An LMS stores the numbers of courses, students, gradables, grades and rules, so they are
 * kept where they are free.
 */
export const learningKinds: Kind[] = [
  {
    ...own,
    name: "learning_app",
    model: "LearningApp",
    table: "learning_apps",
    references: { owner_id: { kind: "person" } },
    staysDeleted: true,
  },
  {
    ...own,
    name: "learning_identity",
    model: "LearningIdentity",
    table: "learning_identities",
    where: `t.app_id IN (${APPS})`,
    organizationColumn: null,
    match: ["app_id", "lti_user_id"],
    references: { app_id: { kind: "learning_app" }, user_id: { kind: "person" } },
    staysDeleted: true,
  },
  {
    ...own,
    name: "learning_integration",
    model: "LearningIntegration",
    table: "learning_integrations",
    match: ["app_id", "course_id"],
    references: { app_id: { kind: "learning_app" } },
    numbers: "kept",
    // The data of a deleted course has its number until it is deleted.
    numberTable: "learning_course_data",
    staysDeleted: true,
  },
  {
    ...course,
    name: "learning_student",
    model: "LearningStudent",
    table: "learning_students",
    match: ["integration_id", "extern_id"],
    references: integration,
  },
  {
    ...course,
    name: "learning_gradable",
    model: "LearningGradable",
    table: "learning_gradables",
    match: ["integration_id", "extern_id"],
    references: { ...integration, creator_id: { kind: "person" } },
  },
  {
    ...course,
    name: "learning_grade",
    model: "LearningGrade",
    table: "learning_grades",
    match: ["gradable_id", "student_id"],
    references: { ...integration, ...student, gradable_id: { kind: "learning_gradable" } },
  },
  {
    ...course,
    name: "learning_rule",
    model: "LearningRule",
    table: "learning_rules",
    references: { ...integration, ...template },
  },
  {
    ...courseData,
    name: "learning_award",
    model: "LearningAward",
    table: "learning_awards",
    key: ["integration_id", "student_id", "badge_template_id"],
    references: { ...integration, ...student, ...template, badge_id: { kind: "issued_badge" } },
  },
];
