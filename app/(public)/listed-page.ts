import { notFound } from "next/navigation";
import { ApiError } from "@/lib/kernel/errors";

/** What a page shows; Next's 404 when a service knows none. */
export async function orNotFound<Row>(row: Promise<Row>): Promise<Row> {
  try {
    return await row;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) notFound();
    throw error;
  }
}

/** `page` of an address: 1 when it says none. */
export const pageOf = ({ page }: Record<string, string | string[] | undefined>): number =>
  page === undefined ? 1 : Number(page);
