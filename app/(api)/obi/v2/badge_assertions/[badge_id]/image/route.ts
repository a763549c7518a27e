import { picture } from "@/lib/http/document-endpoint";
import { route } from "@/lib/http/endpoint";
import { bakedImageUrl } from "@/lib/open-badges/addresses";
import { bakedImage, getBakedImage } from "@/lib/open-badges/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: picture({
    summary: "Get the art of a badge with its assertion baked in",
    run: getBakedImage,
    movedTo: ({ newestId }) => newestId && bakedImageUrl(newestId),
    present: bakedImage,
  }),
});
