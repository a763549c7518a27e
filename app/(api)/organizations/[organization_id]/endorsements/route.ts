import { Endorsement, EndorsementInput } from "@/lib/credentials/endorsements/schema";
import { presentEndorsement as present } from "@/lib/credentials/endorsements/serializer";
import {
  endorsementListKeys,
  listEndorsements,
  offerEndorsement,
  prepareOffer,
} from "@/lib/credentials/endorsements/service";
import { create, list, route } from "@/lib/http/endpoints/endpoint";

const scope = "badge_templates";
const response = Endorsement;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({
    summary: "List endorsements, given and received",
    scope,
    keys: endorsementListKeys,
    run: listEndorsements,
    present,
    response,
  }),
  POST: create({
    summary: "Offer to endorse a badge of another organization",
    scope,
    body: EndorsementInput,
    prepare: prepareOffer,
    run: offerEndorsement,
    present,
    response,
  }),
});
