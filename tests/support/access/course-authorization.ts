import type { Preparation } from "./preparation";
import { nextSerial } from "../builders";
import { createConnectedIntegration, createTestLearningApp } from "../learning/learning";
import { addGradable, requirements, createCourseWithRule } from "../learning/learning-course";

const PATH = "/organizations/[organization_id]/learning_integrations";
const ONE = `${PATH}/[learning_integration_id]`;

const integration: Preparation = async (organization) => {
  const { id } = await createConnectedIntegration(await createTestLearningApp(organization));
  return { ids: { learning_integration_id: String(id) } };
};

/** Creates an integration with a badge that has a rule, which none of its students meets. */
const createRuledCourse: Preparation = async (organization) => {
  const { course, badge } = await createCourseWithRule(await createTestLearningApp(organization));
  return { ids: { learning_integration_id: String(course.id), badge_template_id: badge.id } };
};

const previewed: Preparation = async (organization) => {
  const course = await createConnectedIntegration(await createTestLearningApp(organization));
  const asked = requirements([await addGradable(course), "gte", 60]);
  return { ids: { learning_integration_id: String(course.id) }, body: { rules: [{ requirements: asked }] } };
};

/** What each operation on integrations is sent: a part of the table of all operations. */
export const COURSE_PREPARATIONS: Record<string, Preparation> = {
  [`GET ${PATH}`]: async () => ({}),
  [`POST ${PATH}`]: async (organization) => ({
    body: {
      app_id: (await createTestLearningApp(organization)).id,
      name: "Course",
      course_id: `course-${nextSerial()}`,
    },
  }),
  [`GET ${ONE}`]: integration,
  [`PUT ${ONE}`]: async (organization) => ({
    ...(await integration(organization)),
    body: { name: "Changed." },
  }),
  [`DELETE ${ONE}`]: integration,
  [`GET ${ONE}/students`]: integration,
  [`GET ${ONE}/gradables`]: integration,
  [`GET ${ONE}/grades`]: integration,
  [`GET ${ONE}/logs`]: integration,
  [`GET ${ONE}/rules`]: integration,
  [`GET ${ONE}/rules/[badge_template_id]`]: createRuledCourse,
  [`PUT ${ONE}/rules/[badge_template_id]`]: async (organization) => ({
    ...(await createRuledCourse(organization)),
    body: { rules: [] },
  }),
  [`POST ${ONE}/rules/[badge_template_id]/evaluate`]: createRuledCourse,
  [`POST ${ONE}/rule_preview`]: previewed,
};
