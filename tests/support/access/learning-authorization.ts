import { digest, createSecret } from "@/lib/kernel/secrets";
import { basicHeaders } from "../http/client";
import { sql } from "../platform/database";
import { signedFields } from "../learning/learning-lti";
import {
  createConnectedIntegration,
  createTestLearningApp,
  createTestLearningToken,
  type TestApp,
  type TestIntegration,
} from "../learning/learning";
import { createPerson } from "../accounts/members";
import {
  addGradable,
  addStudent,
  createLearningBadge,
  createRule,
  requirements,
} from "../learning/learning-course";
import { createGradable, createStudent, studentBody } from "../learning/roster";

/**
 * All kinds of callers of an operation of the learning edition. Whatever their token is, they name the same
 * integration.
 */
export const LEARNING_CALLERS = [
  "owner",
  "integration",
  "learner",
  "another integration",
  "another app",
  "another organization",
  "anonymous",
  "bad",
  "expired",
  "former owner",
  "organization token",
] as const;
export type LearningCallerName = (typeof LEARNING_CALLERS)[number];

type Sent = { parameters: Record<string, unknown>; headers: Record<string, string> };

const withAccessToken = (access_token: string): Sent => ({ parameters: { access_token }, headers: {} });

export type Setting = {
  integration: TestIntegration;
  beside: TestIntegration;
  sibling: TestApp;
  foreign: TestIntegration;
};

/** Creates an integration, a second one in the same app, a second app, and an integration of another organization. */
export async function createSetting(): Promise<Setting> {
  const integration = await createConnectedIntegration();
  const { app } = integration;
  return {
    integration,
    beside: await createConnectedIntegration(app),
    sibling: await createTestLearningApp(app.organization),
    foreign: await createConnectedIntegration(),
  };
}

const learners = new WeakMap<TestIntegration, ReturnType<typeof createPerson>>();

/** Returns the person who launches an integration as its learner. */
function getLearner(integration: TestIntegration): ReturnType<typeof createPerson> {
  const known = learners.get(integration) ?? createPerson();
  learners.set(integration, known);
  return known;
}

const CREDENTIALS: Record<LearningCallerName, (setting: Setting) => Promise<Sent>> = {
  owner: async ({ integration }) => withAccessToken(integration.app.token),
  integration: async ({ integration }) => withAccessToken(integration.token),
  learner: async ({ integration }) => {
    const { app, id } = integration;
    return withAccessToken(
      await createTestLearningToken(app, "learner", [id], (await getLearner(integration)).id),
    );
  },
  "another integration": async ({ beside }) => withAccessToken(beside.token),
  "another app": async ({ sibling }) => withAccessToken(sibling.token),
  "another organization": async ({ foreign }) => withAccessToken(foreign.app.token),
  anonymous: async () => ({ parameters: {}, headers: {} }),
  bad: async () => withAccessToken(createSecret("blt")),
  expired: async ({ integration: { app, id } }) => {
    const token = await createTestLearningToken(app, "integration", [id]);
    await sql(
      "UPDATE learning_tokens SET created_at = now() - interval '4 years', expires_at = now() WHERE digest = $1",
      [digest(token)],
    );
    return withAccessToken(token);
  },
  // The token of a person who does not own the app, whatever they were when it was created.
  "former owner": async ({ integration: { app } }) => {
    const { id } = await createPerson();
    return withAccessToken(await createTestLearningToken(app, "owner", [], id));
  },
  "organization token": async ({ integration: { organization } }) => ({
    parameters: { access_token: organization.authorization_token },
    headers: basicHeaders(organization.authorization_token),
  }),
};

/** Returns a caller's credential. */
export const createCredential = (caller: LearningCallerName, setting: Setting): Promise<Sent> =>
  CREDENTIALS[caller](setting);

/** Creates the parameters with which an operation succeeds in an integration, anew for each request. */
export type LearningPreparation = (integration: TestIntegration) => Promise<Record<string, unknown>>;

const prepareNothing: LearningPreparation = async () => ({});
let courses = 0;

const course: LearningPreparation = async ({ course_id }) => ({
  course_id,
  integration_account_id: undefined,
});

/** A signed request without a token: any further parameter would have to be signed too. */
const signed =
  (path: string): LearningPreparation =>
  async (integration) => ({
    ...signedFields(integration.app, path, { user_id: "7", integration_id: String(integration.id) }),
    integration_account_id: undefined,
  });

const student: LearningPreparation = async (integration) => ({
  extern_id: (await createStudent(integration)).extern_id,
});

const gradable: LearningPreparation = async (integration) => ({
  extern_id: (await createGradable(integration)).extern_id,
});

const ruledBadge: LearningPreparation = async (integration) => ({
  badge_id: (await createLearningBadge(integration)).number,
});

const ruleChange: LearningPreparation = async (integration) => {
  const asked = requirements([await addGradable(integration), "gte", "60"]);
  return { ...(await ruledBadge(integration)), rules: [{ id: "new", requirements: asked }] };
};

const rule: LearningPreparation = async (integration) => {
  const [badge, asked] = [await createLearningBadge(integration), await addGradable(integration)];
  return { rule_id: await createRule(integration, badge, [asked, "gte", "60"]) };
};

/** A rule of the integration that its learner meets. */
const metRule: LearningPreparation = async (integration) => {
  const [badge, asked] = [await createLearningBadge(integration), await addGradable(integration)];
  await addStudent(integration, { email: (await getLearner(integration)).email }, [[asked, "90"]]);
  return { rule_id: await createRule(integration, badge, [asked, "gte", "60"]) };
};

/** A badge that such a rule issued to the learner. */
const awarded: LearningPreparation = async (integration) => {
  await integration.client.post("/v1.1/cle_eligibility/evaluate/rule", await metRule(integration));
  const [row] = await sql("SELECT badge_id FROM learning_awards WHERE integration_id = $1", [integration.id]);
  return { badge_id: row?.badge_id };
};

/**
 * What each operation is sent, by operation id. Contains every operation of the learning edition, as the matrix does.
 */
export const LEARNING_PREPARATIONS: Record<string, LearningPreparation> = {
  "POST /v1.1/authenticate": async ({ organization: { admin_email, admin_password }, app }) => ({
    email: admin_email,
    password: admin_password,
    api_key: app.apiKey,
  }),
  "POST /v1.1/cle_auth/authenticate": signed("/v1.1/cle_auth/authenticate"),
  "POST /v1.1/cle_auth/authorize": async ({ app, id }) => ({
    oauth_consumer_key: app.apiKey,
    integration_ids: String(id),
  }),
  "POST /v1.1/cle_auth/connect": signed("/v1.1/cle_auth/connect"),
  "DELETE /v1.1/cle_auth/deauthenticate": prepareNothing,
  "POST /v1.1/cle_auth/deauthenticate": prepareNothing,
  "POST /v1.1/cle_auth/exchange": async ({ app, client }) => ({
    code: (await client.post("/v1.1/cle_auth/authorize", { oauth_consumer_key: app.apiKey })).data.code,
  }),
  "POST /v1.1/cle_auth/reconnect": async ({ organization }) => ({ organization_id: organization.id }),
  "GET /v1.1/cle_integrations": prepareNothing,
  "POST /v1.1/cle_integrations/create": async () => ({ name: "Course", course_id: `made-${(courses += 1)}` }),
  "DELETE /v1.1/cle_integrations/delete": course,
  "POST /v1.1/cle_integrations/delete": course,
  "GET /v1.1/cle_logs": prepareNothing,
  "DELETE /v1.1/cle_logs/delete": prepareNothing,
  "POST /v1.1/cle_logs/delete": prepareNothing,
  "GET /v1.1/cle_students": prepareNothing,
  "POST /v1.1/cle_students/create": async () => studentBody(),
  "DELETE /v1.1/cle_students/delete": student,
  "POST /v1.1/cle_students/delete": student,
  "GET /v1.1/cle_gradable": prepareNothing,
  "POST /v1.1/cle_gradable/create": async () => ({
    grades: "extern_id,name,callback,min_pass_requirement\n1,Test,points,60",
  }),
  "DELETE /v1.1/cle_gradable/delete": gradable,
  "POST /v1.1/cle_gradable/delete": gradable,
  "GET /v1.1/cle_eligibility/grade": prepareNothing,
  "POST /v1.1/cle_eligibility/grade/register": async (integration) => ({
    student_id: (await createStudent(integration)).extern_id,
    gradable_id: (await createGradable(integration)).extern_id,
    score: "95",
  }),
  "GET /v1.1/cle_rules": ruledBadge,
  "GET /v1.1/cle_rules/desc": ruledBadge,
  "POST /v1.1/cle_rules/update": ruleChange,
  "PUT /v1.1/cle_rules/update": ruleChange,
  "PATCH /v1.1/cle_rules/update": ruleChange,
  "GET /v1.1/cle_launch": prepareNothing,
  "POST /v1.1/cle_launch/accept": awarded,
  "POST /v1.1/cle_launch/decline": awarded,
  "POST /v1.1/cle_launch/claim": metRule,
  "GET /v1.1/cle_eligibility/students": rule,
  "POST /v1.1/cle_eligibility/evaluate/rule": rule,
};
