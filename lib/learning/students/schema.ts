import { z } from "zod";
import { normalizeEmailAddress } from "@/lib/kernel/email-address";
import { emailAddress } from "@/lib/kernel/fields";
import {
  fileParameter,
  textParameter,
  textListParameter,
  UploadedFile,
} from "@/lib/learning/requests/parameters";
import { deletedItems, externId } from "@/lib/learning/items/schema";

/** Specification, "Learning-edition resources". */
export const LearningStudent = z
  .strictObject({
    id: z.int(),
    extern_id: z.string().meta({ description: "The ID that the LMS gives the student." }),
    first: z.string(),
    last: z.string(),
    email: z.string(),
    integration_id: z.int(),
  })
  .meta({ id: "LearningStudent" });
export type LearningStudent = z.infer<typeof LearningStudent>;

/** A student must match one value of each list that is given. */
export const StudentFilters = z.object({
  extern_id: textListParameter().optional(),
  first: textListParameter().optional(),
  last: textListParameter().optional(),
  email: textListParameter()
    .transform((emails) => emails.map(normalizeEmailAddress))
    .optional(),
});
export type StudentFilters = z.infer<typeof StudentFilters>;

/** The columns of a table of students, with the other names that they may have. */
export const STUDENT_COLUMNS = {
  extern_id: ["id"],
  first: ["firstname"],
  last: ["lastname"],
  email: [],
} as const;

export const StudentInput = z.object({
  extern_id: externId(),
  first: textParameter(),
  last: textParameter(),
  email: emailAddress(),
});
export type StudentInput = z.infer<typeof StudentInput>;

// Errors of a student are reported by extern id, both in a list and alone, so the values are validated later.
const studentCell = () => z.union([z.string(), z.number()]).optional();

const MAX_LIST_LENGTH = 50_000;
const tableFile = fileParameter();

/** Returns the elements of a list, which a form may number in any way; null when the value is not a list. */
const toList = (value: unknown): unknown[] | null =>
  typeof value === "object" && value !== null && !(value instanceof UploadedFile)
    ? Object.values(value as Record<string, unknown>)
    : null;

const describeFile = (error: z.ZodError | undefined): string =>
  `must be a list, or a file. ${error?.issues[0]?.message ?? ""}`.trimEnd();

const studentList = z.unknown().transform((value, context): unknown[] | string => {
  const list = toList(value);
  if (list && list.length > 0 && list.length <= MAX_LIST_LENGTH) return list;
  const file = list ? undefined : tableFile.safeParse(value);
  if (file?.success) return file.data;
  context.addIssue(
    list
      ? { code: "custom", message: `must be 1 to ${MAX_LIST_LENGTH} students` }
      : {
          code: "custom",
          message: describeFile(file?.error),
          params: { error: "invalid_csv" },
        },
  );
  return z.NEVER;
});

const requireStudent: z.core.CheckFn<Record<string, unknown>> = ({ value, issues }) => {
  if (value.students !== undefined) return;
  for (const name of Object.keys(STUDENT_COLUMNS)) {
    if (value[name] === undefined) {
      issues.push({ code: "custom", path: [name], input: undefined, message: "is required" });
    }
  }
};

/** One student, or `students`: several as `students[n][extern_id]`, or a table with these columns. */
export const NewStudents = z
  .object({
    extern_id: studentCell(),
    first: studentCell(),
    last: studentCell(),
    email: studentCell(),
    students: studentList.optional().meta({
      description:
        "Several at once: `students[n][extern_id]` and so on, or a CSV file with the columns `extern_id` or `id`, `first` or `firstname`, `last` or `lastname`, and `email`, plain or in base64.",
    }),
  })
  .check(requireStudent);
export type NewStudents = z.infer<typeof NewStudents>;

export const DeletedStudents = deletedItems(
  z.strictObject({ extern_id: z.string(), email: z.string() }),
).meta({
  id: "DeletedStudents",
});
export type DeletedStudents = z.infer<typeof DeletedStudents>;
