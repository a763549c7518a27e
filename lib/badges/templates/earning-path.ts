import type { Caller } from "@/lib/access/callers/caller";
import { byName, findSummaryPage, ownedBySql, requiresTemplateSql } from "./queries";
import type { SummaryRow } from "./summary";

const MAX_NEXT_TEMPLATES = 50;

/** Lists the organization's templates that require a badge of this template, the first 50 by name. */
export async function listNextTemplates(
  { organizationId }: Caller,
  templateId: string,
): Promise<SummaryRow[]> {
  const { rows } = await findSummaryPage({
    where: [ownedBySql([organizationId]), requiresTemplateSql(templateId)],
    order: byName,
    page: { page: 1, per: MAX_NEXT_TEMPLATES },
  });
  return rows;
}
