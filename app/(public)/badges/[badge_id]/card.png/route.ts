import { generatedFileResponse } from "@/app/(public)/generated-file";
import { getBadgeCard } from "@/lib/credentials/cards/service";

export const dynamic = "force-dynamic";

type Context = { params: Promise<{ badge_id: string }> };

/** The preview picture for links to the page of a public badge. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { badge_id: id } = await params;
  const generate = async (visitor: string) => {
    const { png, stamp } = await getBadgeCard(id, visitor);
    return { bytes: png, stamp };
  };
  return generatedFileResponse(request, { type: "image/png", name: null, generate });
}
