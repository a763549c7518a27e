import { readBodyText } from "@/lib/http/endpoints/body";
import { isSameOriginForm } from "@/lib/http/endpoints/incoming";
import { ApiError } from "@/lib/kernel/errors";

const FORM_LIMIT = 16_384;

/** Reads the fields of a form; empty if it comes from another site, is too long, or is not a form. */
export async function readFormFields(request: Request): Promise<Record<string, string>> {
  if (!isSameOriginForm(request)) return {};
  try {
    return Object.fromEntries(new URLSearchParams(await readBodyText(request, FORM_LIMIT)));
  } catch (error) {
    if (error instanceof ApiError) return {};
    throw error;
  }
}

/** Returns the API error that the work throws; null after success. */
export async function catchApiError(work: () => Promise<unknown>): Promise<ApiError | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/** Redirects to a page after a form was sent. */
export const seeOther = (location: string): Response =>
  new Response(null, {
    status: 303,
    headers: { Location: location, "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" },
  });
