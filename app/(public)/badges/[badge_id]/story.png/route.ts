import { getLocale } from "next-intl/server";
import { generatedFileResponse } from "@/app/(public)/generated-file";
import { getBadgeStory } from "@/lib/credentials/cards/service";

export const dynamic = "force-dynamic";

type Context = { params: Promise<{ badge_id: string }> };

/** The image of a public badge for stories, in the reader's language. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const [{ badge_id: id }, locale] = await Promise.all([params, getLocale()]);
  const generate = async (visitor: string) => {
    const { png, stamp } = await getBadgeStory(id, locale, visitor);
    return { bytes: png, stamp: `${stamp}-${locale}` };
  };
  return generatedFileResponse(request, { type: "image/png", name: `${id}.png`, generate });
}
