import { z } from "zod";
import { readText } from "@/lib/http/body";
import { badgePage, type BadgeRow } from "@/lib/issued-badges/serializer";
import { acceptBadge, rejectBadge } from "@/lib/issued-badges/service";
import { publicUrl } from "@/lib/kernel/env";
import { ApiError } from "@/lib/kernel/errors";

const FORM_LIMIT = 4_096;

const Answer = z.object({
  token: z.string().max(200),
  answer: z.enum(["accept", "accept_privately", "decline"]),
});
type Answer = z.infer<typeof Answer>;

function give(id: string, { token, answer }: Answer): Promise<BadgeRow> {
  const params = { badge_id: id };
  switch (answer) {
    case "accept":
      return acceptBadge({ params, body: { token, private: false } });
    case "accept_privately":
      return acceptBadge({ params, body: { token, private: true } });
    case "decline":
      return rejectBadge({ params, body: { token } });
  }
}

const acceptPage = (id: string, token: string, more: string): string =>
  publicUrl(`/accept/${encodeURIComponent(id)}?token=${encodeURIComponent(token)}${more}`);

/** The fields of our own form; null for anything else, however long. */
async function readAnswer(request: Request): Promise<Answer | null> {
  try {
    const form = new URLSearchParams(await readText(request, FORM_LIMIT));
    return Answer.safeParse(Object.fromEntries(form)).data ?? null;
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

/**
 * Gives the answer of a form and returns where to go: to the public page after a public acceptance, otherwise back to
 * the page of the link, which says how the badge stands. Null when the form or its link is not right.
 */
export async function answerByForm(id: string, request: Request): Promise<string | null> {
  const data = await readAnswer(request);
  if (!data) return null;
  try {
    await give(id, data);
    return data.answer === "accept" ? badgePage(id) : acceptPage(id, data.token, "&answered=1");
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    // Answered, revoked or replaced meanwhile.
    if (error instanceof ApiError && error.status === 422) return acceptPage(id, data.token, "");
    throw error;
  }
}
