import { notFound } from "next/navigation";
import { ApiError } from "@/lib/kernel/errors";

/**
 * Returns the row. When the service throws 404, calls `redirectElsewhere`, which may redirect, and shows Next's 404 page
 * if it does not.
 */
export async function orNotFound<Row>(
  row: Promise<Row>,
  redirectElsewhere: () => Promise<void> = () => Promise.resolve(),
): Promise<Row> {
  try {
    return await row;
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
    await redirectElsewhere();
    notFound();
  }
}

/** Reads the `page` parameter of an address: 1 when missing. */
export const readPageNumber = ({ page }: Record<string, string | string[] | undefined>): number =>
  page === undefined ? 1 : Number(page);
