import { keptFile } from "@/lib/platform/files/kept-files";
import { takeDrawing } from "@/lib/credentials/public-pages/drawing-limit";
import { getDrawnBadge, publicStamp } from "@/lib/credentials/public-pages/service";
import { drawCard } from "./drawing";

/** Raised when cards are drawn in another way. */
const VERSION = 1;

/**
 * The picture of a public badge for links to it, drawn once for each change; 404 for a private one, 410 for a revoked one,
 * 429 for a visitor (the client's address) for whom too many were drawn.
 */
export async function getBadgeCard(id: string, visitor: string): Promise<{ png: Buffer; stamp: string }> {
  const stamp = await publicStamp(id);
  const png = await keptFile(`card ${VERSION} ${id} ${stamp}`, async () => {
    await takeDrawing(visitor);
    return drawCard(await getDrawnBadge(id));
  });
  return { png, stamp };
}
