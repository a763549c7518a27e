import { publicDocument } from "@/lib/http/endpoints/document-endpoint";
import { route } from "@/lib/http/endpoints/endpoint";
import { getEmbeddableBadge, OEmbed, presentOEmbed } from "@/lib/credentials/public-pages/oembed";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: publicDocument({
    summary: "Get the code that shows a public badge in a page of another service (oEmbed)",
    query: {
      url: "The address of the badge's page.",
      maxwidth: "Most pixels of its width.",
      maxheight: "Most pixels of its height.",
      format: "json, which is the default. Any other: 501.",
    },
    ids: [],
    run: getEmbeddableBadge,
    present: presentOEmbed,
    response: OEmbed,
    types: ["application/json"],
  }),
});
