import { ConnectedApplication, ConnectInput } from "@/lib/applications/connected-applications/schema";
import { presentConnection as present } from "@/lib/applications/connected-applications/serializer";
import {
  connectApplication,
  listConnectedApplications,
} from "@/lib/applications/connected-applications/service";
import { create, list, route } from "@/lib/http/endpoints/endpoint";
import { earnerOnly } from "@/lib/http/endpoints/endpoint-spec";

const response = ConnectedApplication;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({
    ...earnerOnly,
    summary: "List the applications that see the public badges of the signed-in person",
    run: listConnectedApplications,
    present,
    response,
  }),
  POST: create({
    ...earnerOnly,
    summary: "Let an application see the public badges of the signed-in person",
    requiresProof: true,
    body: ConnectInput,
    run: connectApplication,
    present,
    response,
  }),
});
