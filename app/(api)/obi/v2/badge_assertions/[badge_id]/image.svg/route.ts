import { publicPicture } from "@/lib/http/endpoints/document-endpoint";
import { route } from "@/lib/http/endpoints/endpoint";
import { bakedSvgUrl } from "@/lib/credentials/open-badges/addresses";
import { buildBakedSvg, getBakedSvg } from "@/lib/credentials/open-badges/service";
import { findPublicBadgeStamp } from "@/lib/credentials/public-pages/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: publicPicture({
    summary: "Get the image of a badge as an SVG with its assertion inside",
    ids: ["badge_id"],
    run: getBakedSvg,
    readVersion: findPublicBadgeStamp,
    movedTo: ({ newestId }) => newestId && bakedSvgUrl(newestId),
    present: buildBakedSvg,
    type: "image/svg+xml",
  }),
});
