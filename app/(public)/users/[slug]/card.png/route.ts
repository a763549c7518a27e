import { generatedFileResponse } from "@/app/(public)/generated-file";
import { getProfileCard } from "@/lib/credentials/cards/service";
import { findMovedProfile } from "@/lib/credentials/public-pages/service";
import { publicUrl } from "@/lib/kernel/env";
import { decodeSegment } from "@/lib/kernel/path-segment";

export const dynamic = "force-dynamic";

type Context = { params: Promise<{ slug: string }> };

/** The preview picture for links to a public profile. An earlier address leads to the picture at the current one. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const slug = decodeSegment((await params).slug);
  const generate = async (visitor: string) => {
    const { png, stamp } = await getProfileCard(slug, visitor);
    return { bytes: png, stamp };
  };
  const response = await generatedFileResponse(request, { type: "image/png", name: null, generate });
  const moved = response.status === 404 ? await findMovedProfile(slug) : null;
  if (moved === null) return response;
  const headers = { Location: publicUrl(`/users/${moved}/card.png`), "Cache-Control": "no-store" };
  return new Response(null, { status: 308, headers });
}
