import { publicPicture } from "@/lib/http/endpoints/document-endpoint";
import { route } from "@/lib/http/endpoints/endpoint";
import { credentialImageUrl } from "@/lib/credentials/open-badges/addresses";
import { findPublicBadgeStamp } from "@/lib/credentials/public-pages/service";
import { buildCredentialPng, getCredentialPng } from "@/lib/credentials/signed-credentials/carriers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: publicPicture({
    summary: "Get the image of a badge as a PNG with its signed credential inside",
    ids: ["badge_id"],
    run: getCredentialPng,
    readVersion: findPublicBadgeStamp,
    movedTo: ({ newestId }) => newestId && credentialImageUrl(newestId, "png"),
    present: buildCredentialPng,
  }),
});
