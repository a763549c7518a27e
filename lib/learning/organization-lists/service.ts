import type { ListInput } from "@/lib/kernel/list/list-input";
import type { Caller } from "@/lib/access/callers/caller";
import type { IntegrationKey } from "@/lib/learning/requests/caller";
import { parseFilter } from "@/lib/kernel/list/filter";
import { listKeys } from "@/lib/kernel/list/keys";
import type { Page } from "@/lib/kernel/list/page";
import { parseSort } from "@/lib/kernel/list/sort";
import { readFromIntegration } from "@/lib/learning/integrations/organization-service";
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

const integrationWhere = ({ organizationId, id }: IntegrationKey) => ({ organizationId, integrationId: id });

export const studentListKeys = listKeys(studentFilters, studentSorts);
export const gradableListKeys = listKeys(gradableFilters, gradableSorts);
export const gradeListKeys = listKeys(gradeFilters, gradeSorts);
export const logListKeys = listKeys(logFilters, logSorts);

/**
 * Lists the students of an integration, by last name by default. 404 when the integration is not the organization's.
 */
export const listIntegrationStudents = (
  caller: Caller,
  integrationId: number,
  input: ListInput,
): Promise<Page<StudentRow>> =>
  readFromIntegration(caller, integrationId, async (integration) => {
    const where = parseFilter(input.filter, studentFilters);
    const order = parseSort(input.sort, studentSorts, [studentSorts.last("asc")]);
    return findStudentPage(integration, where, order, input.page);
  });

/** Lists the gradables of an integration, in the order added by default. 404 as for students. */
export const listIntegrationGradables = (
  caller: Caller,
  integrationId: number,
  input: ListInput,
): Promise<Page<GradableRow>> =>
  readFromIntegration(caller, integrationId, async (integration) => {
    const where = { ...integrationWhere(integration), AND: parseFilter(input.filter, gradableFilters) };
    const order = parseSort(input.sort, gradableSorts, [{ id: "asc" }]);
    return findGradablePage(where, order, input.page);
  });

/** Lists the grades of an integration, the last completed first by default. 404 as for students. */
export const listIntegrationGrades = (
  caller: Caller,
  integrationId: number,
  input: ListInput,
): Promise<Page<GradeRow>> =>
  readFromIntegration(caller, integrationId, async (integration) => {
    const where = parseFilter(input.filter, gradeFilters);
    const order = parseSort(input.sort, gradeSorts, [gradeSorts.completed_at("desc")]);
    return findGradePage(integration, where, order, input.page);
  });

/** Lists the log of an integration, newest first by default. 404 as for students. */
export const listIntegrationLogs = (
  caller: Caller,
  integrationId: number,
  input: ListInput,
): Promise<Page<LogRow>> =>
  readFromIntegration(caller, integrationId, async (integration) => {
    const where = { ...integrationWhere(integration), AND: parseFilter(input.filter, logFilters) };
    const order = parseSort(input.sort, logSorts, [{ createdAt: "desc" }]);
    return findLogPage(where, order, input.page);
  });
