import { notFound } from "next/navigation";
import { ApiError } from "@/lib/kernel/errors";

/** Returns the row. Shows Next's 404 page when the service throws 404. */
export async function orNotFound<Row>(row: Promise<Row>): Promise<Row> {
  try {
    return await row;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) notFound();
    throw error;
  }
}

/** Reads the `page` parameter of an address: 1 when missing. */
export const readPageNumber = ({ page }: Record<string, string | string[] | undefined>): number =>
  page === undefined ? 1 : Number(page);
