import { create, get, route } from "@/lib/http/endpoints/endpoint";
import { EmptyInput } from "@/lib/kernel/fields";
import { TestOrganization } from "@/lib/console/test-mode/schema";
import { presentTestOrganization as present } from "@/lib/console/test-mode/serializer";
import { getTestOrganization, openTestOrganization } from "@/lib/console/test-mode/service";

const scope = "memberships";
const response = TestOrganization;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: get({ summary: "Get the test organization", scope, run: getTestOrganization, present, response }),
  POST: create({
    summary: "Open the test organization; the first call creates it",
    scope,
    status: 200,
    body: EmptyInput,
    run: openTestOrganization,
    present,
    response,
  }),
});
