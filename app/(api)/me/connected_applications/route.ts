import { ConnectedApplication, ConnectInput } from "@/lib/connected-applications/schema";
import { presentConnection as present } from "@/lib/connected-applications/serializer";
import { connectApplication, listConnectedApplications } from "@/lib/connected-applications/service";
import { create, list, route } from "@/lib/http/endpoint";
import { earner } from "@/lib/http/exchange";

const response = ConnectedApplication;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({
    ...earner,
    summary: "List the applications that see the public badges of the signed-in person",
    run: listConnectedApplications,
    present,
    response,
  }),
  POST: create({
    ...earner,
    summary: "Let an application see the public badges of the signed-in person",
    body: ConnectInput,
    run: connectApplication,
    present,
    response,
  }),
});
