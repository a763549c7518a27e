import { publicPicture } from "@/lib/http/endpoints/document-endpoint";
import { route } from "@/lib/http/endpoints/endpoint";
import { bakedImageUrl } from "@/lib/credentials/open-badges/addresses";
import { buildBakedImage, getBakedImage } from "@/lib/credentials/open-badges/service";
import { findPublicBadgeStamp } from "@/lib/credentials/public-pages/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: publicPicture({
    summary: "Get the image of a badge with its assertion baked in",
    ids: ["badge_id"],
    run: getBakedImage,
    readVersion: findPublicBadgeStamp,
    movedTo: ({ newestId }) => newestId && bakedImageUrl(newestId),
    present: buildBakedImage,
  }),
});
