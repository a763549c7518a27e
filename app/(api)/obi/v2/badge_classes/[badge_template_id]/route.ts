import { publicDocument } from "@/lib/http/endpoints/document-endpoint";
import { route } from "@/lib/http/endpoints/endpoint";
import { BadgeClass } from "@/lib/credentials/open-badges/schema";
import { presentBadgeClass } from "@/lib/credentials/open-badges/serializer";
import { getBadgeClass } from "@/lib/credentials/open-badges/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: publicDocument({
    summary: "Get a badge template as a badge class of Open Badges 2.0",
    query: {
      issuer_id:
        "An organization that issued badges of the template in its own name. Default: the owner of the template.",
    },
    ids: ["badge_template_id"],
    run: getBadgeClass,
    present: presentBadgeClass,
    response: BadgeClass,
  }),
});
