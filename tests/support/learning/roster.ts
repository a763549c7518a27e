import { nextSerial } from "../builders";
import { sql } from "../platform/database";
import type { LearningAnswer, TestIntegration } from "./learning";

/** A table as a file of a multipart body. */
export const file = (text: string): Blob => new Blob([text], { type: "text/csv" });

/** A list of objects in the form syntax of the specification: `students[n][extern_id]`. */
export const numberedFields = (
  name: string,
  items: Record<string, unknown>[],
  first = 0,
): Record<string, unknown> =>
  Object.fromEntries(
    items.flatMap((item, index) =>
      Object.entries(item).map(([key, value]) => [`${name}[${index + first}][${key}]`, value]),
    ),
  );

export const studentBody = (changes: Record<string, unknown> = {}) => {
  const id = `student-${nextSerial()}`;
  return { extern_id: id, first: "Ada", last: "Okafor", email: `${id}@example.org`, ...changes };
};

export type TestStudent = ReturnType<typeof studentBody> & { id: number; integration_id: number };

/** Registers a student of an integration through the API. */
export async function createStudent(
  { client }: TestIntegration,
  changes: Record<string, unknown> = {},
): Promise<TestStudent> {
  const { data, text } = await client.post("/v1.1/cle_students/create", studentBody(changes));
  if (!data) throw new Error(text);
  return data[0] as TestStudent;
}

const GRADABLE_HEAD = "extern_id,name,callback,min_pass_requirement";

/** A table of gradables as a file. */
export const gradables = (...rows: string[]): Blob => file([GRADABLE_HEAD, ...rows].join("\n"));

/** Adds a gradable to an integration through the API. */
export async function createGradable(
  { client }: TestIntegration,
  { callback = "points", minimum = "60", externId = `test-${nextSerial()}` } = {},
): Promise<{ id: number; extern_id: string; name: string }> {
  const grades = gradables(`${externId},Test,${callback},${minimum}`);
  const { data, text } = await client.postMultipart("/v1.1/cle_gradable/create", { grades });
  if (!data) throw new Error(text);
  return data[externId];
}

export const listExternIds = ({ data }: Pick<LearningAnswer, "data">): string[] =>
  (data as { extern_id: string }[]).map(({ extern_id: id }) => id);

/** Returns the log of an integration, newest last, without ids and times. */
export const readIntegrationLog = ({ id }: { id: number }) =>
  sql(`SELECT action, type, error_id, data FROM learning_logs WHERE integration_id = $1 ORDER BY id`, [id]);
