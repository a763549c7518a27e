import { BadgeArtPreview, BadgeArtPreviewInput } from "@/lib/art/design/schema";
import { presentPreview as present } from "@/lib/art/design/serializer";
import { previewArt } from "@/lib/art/design/service";
import { postQuery, route } from "@/lib/http/endpoints/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: postQuery({
    summary: "Preview a badge design",
    scope: "badge_templates",
    body: BadgeArtPreviewInput,
    run: previewArt,
    present,
    response: BadgeArtPreview,
  }),
});
