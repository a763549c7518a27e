import { signFields } from "./lti";

/** What a learning system does through the API of the learning edition, against a running product. */

type App = { api_key: string; app_secret: string; owner_email: string; owner_password: string };
type Student = { first: string; last: string; score: number };

type Course = { name: string; courseId: string; students: Student[] };

async function send(origin: string, path: string, parameters: Record<string, string>) {
  const response = await fetch(origin + path, { method: "POST", body: new URLSearchParams(parameters) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return (JSON.parse(text) as { data: any }).data; // oxlint-disable-line typescript/no-explicit-any
}

/** Builds the signed form with which a learning system requests a token of the integration. */
export function connectForm(origin: string, app: App, integrationId: string): URLSearchParams {
  const url = `${origin}/v1.1/cle_auth/connect`;
  const fields = {
    user_id: "server",
    integration_id: integrationId,
    oauth_consumer_key: app.api_key,
    oauth_timestamp: String(Math.floor(Date.now() / 1000)),
  };
  return new URLSearchParams([...signFields(fields, { url, secret: app.app_secret })]);
}

async function connect(origin: string, app: App, integrationId: string): Promise<string> {
  const form = Object.fromEntries(connectForm(origin, app, integrationId));
  return (await send(origin, "/v1.1/cle_auth/connect", form)).token as string;
}

/**
 * Creates an integration for a course, connects to it, and sends its exam (points, passed with 60), its students and
 * their scores. Returns the integration's id.
 */
export async function connectCourse(origin: string, app: App, course: Course): Promise<string> {
  const owner = { email: app.owner_email, password: app.owner_password };
  const { token } = await send(origin, "/v1.1/authenticate", owner);
  const created = { access_token: token as string, name: course.name, course_id: course.courseId };
  const [id = ""] = Object.keys(await send(origin, "/v1.1/cle_integrations/create", created));
  const common = { access_token: await connect(origin, app, id), integration_account_id: id };
  const exam = "extern_id,name,callback,min_pass_requirement\nexam,Final exam,points,60\n";
  await send(origin, "/v1.1/cle_gradable/create", {
    ...common,
    grades: Buffer.from(exam).toString("base64"),
  });
  for (const { first, last, score } of course.students) {
    const student_id = first.toLowerCase();
    const email = `${student_id}@students.example`;
    await send(origin, "/v1.1/cle_students/create", { ...common, extern_id: student_id, first, last, email });
    const grade = { ...common, gradable_id: "exam", student_id, score: String(score) };
    await send(origin, "/v1.1/cle_eligibility/grade/register", grade);
  }
  return id;
}
