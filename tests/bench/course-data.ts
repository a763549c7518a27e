import type pg from "pg";

export type Course = { organizationId: string; integrationId: number; students: number };

/** The requirements of the benchmark's rule. 19 of 20 students meet each, independently of one another. */
export const REQUIREMENTS = [
  {
    callback: "points",
    minimum: "60",
    operator: "gte",
    value: "60",
    met: ["88.5", 88.5],
    missed: ["12", 12],
  },
  { callback: "points", minimum: "50", operator: "gt", value: "50", met: ["71", 71], missed: ["50", 50] },
  {
    callback: "letterGrade",
    minimum: "D",
    operator: "gte",
    value: "B",
    met: ["A-", 3.667],
    missed: ["C", 2],
  },
  {
    callback: "complete",
    minimum: "Completed",
    operator: "eq",
    value: "Completed",
    met: ["Completed", 1],
    missed: ["Incomplete", 0],
  },
  {
    callback: "pass",
    minimum: "Pass",
    operator: "gte",
    value: "Pass",
    met: ["Pass", 1],
    missed: ["Fail", 0],
  },
] as const;

const GRADABLES = `
  INSERT INTO learning_gradables (organization_id, integration_id, extern_id, name, callback, min_pass_requirement, creator_id)
  SELECT $1::uuid, $2::int, 'gradable-' || number, 'Gradable ' || number, (item ->> 'callback')::gradable_callback, item ->> 'minimum',
    (SELECT owner_id FROM learning_apps WHERE organization_id = $1 LIMIT 1)
  FROM jsonb_array_elements($3::jsonb) WITH ORDINALITY AS one(item, number) ORDER BY number RETURNING id`;

const STUDENTS = `
  INSERT INTO learning_students (organization_id, integration_id, extern_id, first, last, email)
  SELECT $1::uuid, $2::int, 'student-' || i, 'Ada', 'Okafor ' || i, 'student-' || i || '@course-' || $2::int || '.example.org'
  FROM generate_series(1, $3::int) AS i`;

const GRADES = `
  INSERT INTO learning_grades (organization_id, integration_id, gradable_id, student_id, score, rank, completed_at)
  SELECT $1::uuid, $2::int, gradable.id, student.id, grade ->> 0, (grade ->> 1)::numeric, now() - student.id * interval '1 minute'
  FROM jsonb_array_elements($3::jsonb) WITH ORDINALITY AS one(item, number)
  JOIN unnest($4::int[]) WITH ORDINALITY AS gradable(id, number) USING (number)
  CROSS JOIN learning_students AS student
  CROSS JOIN LATERAL (SELECT item -> CASE WHEN hashint4(student.id * 7 + number::int) % 20 = 0 THEN 'missed' ELSE 'met' END AS grade) AS drawn
  WHERE student.integration_id = $2`;

/** Fills an integration with students, the rule's gradables, and a grade of each student in each: three statements. */
export async function fillCourse(client: pg.Client, course: Course): Promise<number[]> {
  const place = [course.organizationId, course.integrationId];
  const items = JSON.stringify(REQUIREMENTS);
  const { rows } = await client.query<{ id: number }>(GRADABLES, [...place, items]);
  const gradables = rows.map(({ id }) => id);
  await client.query(STUDENTS, [...place, course.students]);
  await client.query(GRADES, [...place, items, gradables]);
  return gradables;
}
