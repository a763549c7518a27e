import { getCachedFile } from "@/lib/platform/files/file-cache";
import { takeDrawing } from "@/lib/credentials/public-pages/drawing-limit";
import { getDrawnBadge, getPublicBadgeStamp } from "@/lib/credentials/public-pages/service";
import { drawCard } from "./drawing";

/** Part of the cache key. Increase it when the drawing changes. */
const DRAWING_VERSION = 1;

/**
 * Returns the link preview of a public badge. It is drawn once for each change of the badge. Throws 404 for a private
 * badge, 410 for a revoked one, and 429 when too many were drawn for this client address.
 */
export async function getBadgeCard(
  id: string,
  clientAddress: string,
): Promise<{ png: Buffer; stamp: string }> {
  const stamp = await getPublicBadgeStamp(id);
  const png = await getCachedFile(`card ${DRAWING_VERSION} ${id} ${stamp}`, async () => {
    await takeDrawing(clientAddress);
    return drawCard(await getDrawnBadge(id));
  });
  return { png, stamp };
}
