import type { StudentCount } from "./schema";

export const presentStudentCount = (count: number): StudentCount => ({ student_count: count });
