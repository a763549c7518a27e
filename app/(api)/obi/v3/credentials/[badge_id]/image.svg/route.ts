import { publicPicture } from "@/lib/http/endpoints/document-endpoint";
import { route } from "@/lib/http/endpoints/endpoint";
import { credentialImageUrl } from "@/lib/credentials/open-badges/addresses";
import { findPublicBadgeStamp } from "@/lib/credentials/public-pages/service";
import { buildCredentialSvg, getCredentialSvg } from "@/lib/credentials/signed-credentials/carriers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: publicPicture({
    summary: "Get the image of a badge as an SVG with its signed credential inside",
    ids: ["badge_id"],
    run: getCredentialSvg,
    readVersion: findPublicBadgeStamp,
    movedTo: ({ newestId }) => newestId && credentialImageUrl(newestId, "svg"),
    present: buildCredentialSvg,
    type: "image/svg+xml",
  }),
});
