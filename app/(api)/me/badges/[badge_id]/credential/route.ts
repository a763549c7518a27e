import {
  CARRIER_TYPES,
  getOwnCredential,
  presentOwnCredential as present,
  readCarrier,
} from "@/lib/credentials/signed-credentials/carriers";
import { route } from "@/lib/http/endpoints/endpoint";
import { earnerOnly } from "@/lib/http/endpoints/endpoint-spec";
import { fileDownload } from "@/lib/http/endpoints/file-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: fileDownload({
    ...earnerOnly,
    summary: "Get the signed credential of an accepted badge of the signed-in person",
    query: {
      format: "`json`, `jwt`, or an image that contains the credential: `png`, `svg`. Default: `json`.",
    },
    ids: ["badge_id"],
    media: CARRIER_TYPES,
    readQuery: readCarrier,
    run: getOwnCredential,
    present,
  }),
});
