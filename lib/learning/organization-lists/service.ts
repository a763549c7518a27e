import type { Caller } from "@/lib/access/callers/caller";
import type { Integration } from "@/lib/learning/requests/caller";
import { parseFilter } from "@/lib/kernel/list/filter";
import { listKeys } from "@/lib/kernel/list/keys";
import { parsePage, type Page } from "@/lib/kernel/list/page";
import { parseSort } from "@/lib/kernel/list/sort";
import { asIntegrationCaller } from "@/lib/learning/integrations/organization-service";
import {
  findGradablePage,
  findGradePage,
  findLogPage,
  findStudentPage,
  gradableFilters,
  gradableSorts,
  gradeFilters,
  gradeSorts,
  logFilters,
  logSorts,
  studentFilters,
  studentSorts,
} from "./queries";
import type { GradableRow, GradeRow, LogRow, StudentRow } from "./serializer";

type Asked = { params: Record<string, string>; query: URLSearchParams };

const within = ({ organizationId, id }: Integration) => ({ organizationId, integrationId: id });

export const studentKeys = listKeys(studentFilters, studentSorts);
export const gradableKeys = listKeys(gradableFilters, gradableSorts);
export const gradeKeys = listKeys(gradeFilters, gradeSorts);
export const logKeys = listKeys(logFilters, logSorts);

/** The students of an integration by last name unless sorted; 404 for an integration that is not the organization's. */
export async function listIntegrationStudents(caller: Caller, asked: Asked): Promise<Page<StudentRow>> {
  const { integration } = await asIntegrationCaller(caller, asked);
  const where = { ...within(integration), AND: parseFilter(asked.query, studentFilters) };
  const order = parseSort(asked.query.get("sort"), studentSorts, [{ last: "asc" }]);
  return findStudentPage(where, order, parsePage(asked.query));
}

/** The gradables of an integration in the order added unless sorted; 404 as for students. */
export async function listIntegrationGradables(caller: Caller, asked: Asked): Promise<Page<GradableRow>> {
  const { integration } = await asIntegrationCaller(caller, asked);
  const where = { ...within(integration), AND: parseFilter(asked.query, gradableFilters) };
  const order = parseSort(asked.query.get("sort"), gradableSorts, [{ id: "asc" }]);
  return findGradablePage(where, order, parsePage(asked.query));
}

/** The grades of an integration, the last completed first unless sorted; 404 as for students. */
export async function listIntegrationGrades(caller: Caller, asked: Asked): Promise<Page<GradeRow>> {
  const { integration } = await asIntegrationCaller(caller, asked);
  const where = { ...within(integration), AND: parseFilter(asked.query, gradeFilters) };
  const order = parseSort(asked.query.get("sort"), gradeSorts, [{ completedAt: "desc" }]);
  return findGradePage(where, order, parsePage(asked.query));
}

/** What was done in an integration, newest first unless sorted; 404 as for students. */
export async function listIntegrationLogs(caller: Caller, asked: Asked): Promise<Page<LogRow>> {
  const { integration } = await asIntegrationCaller(caller, asked);
  const where = { ...within(integration), AND: parseFilter(asked.query, logFilters) };
  const order = parseSort(asked.query.get("sort"), logSorts, [{ createdAt: "desc" }]);
  return findLogPage(where, order, parsePage(asked.query));
}
