import { BadgeArtPreview, BadgeArtPreviewInput } from "@/lib/badge-art/schema";
import { presentPreview as present } from "@/lib/badge-art/serializer";
import { previewArt } from "@/lib/badge-art/service";
import { ask, route } from "@/lib/http/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: ask({
    summary: "See what a badge design looks like",
    scope: "badge_templates",
    body: BadgeArtPreviewInput,
    run: previewArt,
    present,
    response: BadgeArtPreview,
  }),
});
