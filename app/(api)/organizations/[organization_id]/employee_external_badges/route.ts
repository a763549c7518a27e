import {
  employeeFilterQuery,
  listEmployeeExternalBadges,
} from "@/lib/credentials/external-badges/employee-badges";
import { EmployeeExternalBadge } from "@/lib/credentials/external-badges/schema";
import { presentEmployeeExternalBadge } from "@/lib/credentials/external-badges/serializer";
import { list, route } from "@/lib/http/endpoints/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({
    summary: "List badges of connected employees from other services",
    scope: "workforce",
    query: employeeFilterQuery,
    run: listEmployeeExternalBadges,
    present: presentEmployeeExternalBadge,
    response: EmployeeExternalBadge,
  }),
});
