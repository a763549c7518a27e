import type { Preparation } from "./authorization";
import { serial } from "./builders";
import { connectedIntegration, makeLearningApp } from "./learning";

const PATH = "/organizations/[organization_id]/learning_integrations";
const ONE = `${PATH}/[learning_integration_id]`;

const integration: Preparation = async (organization) => {
  const { id } = await connectedIntegration(await makeLearningApp(organization));
  return { ids: { learning_integration_id: String(id) } };
};

/** What the operations on integrations are sent; part of the table of all operations. */
export const COURSE_PREPARATIONS: Record<string, Preparation> = {
  [`GET ${PATH}`]: async () => ({}),
  [`POST ${PATH}`]: async (organization) => ({
    body: {
      app_id: (await makeLearningApp(organization)).id,
      name: "Course",
      course_id: `course-${serial()}`,
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
};
