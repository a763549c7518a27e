import { readText } from "@/lib/http/endpoints/body";
import { publicUrl } from "@/lib/kernel/env";
import { ApiError } from "@/lib/kernel/errors";

const FORM_LIMIT = 8_192;

/** The page of a badge's link; `more` begins with `&`. */
export const acceptPage = (id: string, token: string, more = ""): string =>
  publicUrl(`/accept/${encodeURIComponent(id)}?token=${encodeURIComponent(token)}${more}`);

/** The fields of a form of ours; null for what is none, however long. */
export async function readForm(request: Request): Promise<Record<string, string> | null> {
  try {
    return Object.fromEntries(new URLSearchParams(await readText(request, FORM_LIMIT)));
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

/** On to a page, by GET; the address may carry the token, so nothing keeps it. */
export const leadTo = (location: string, headers: Record<string, string> = {}): Response =>
  new Response(null, {
    status: 303,
    headers: {
      ...headers,
      Location: location,
      "Cache-Control": "no-store",
      "Referrer-Policy": "no-referrer",
    },
  });
