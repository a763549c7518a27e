import { employeeFilterQuery, listEmployeeExternalBadges } from "@/lib/external-badges/employee-badges";
import { EmployeeExternalBadge } from "@/lib/external-badges/schema";
import { presentEmployeeExternalBadge } from "@/lib/external-badges/serializer";
import { list, route } from "@/lib/http/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({
    summary: "List badges of other services that connected employees hold",
    scope: "workforce",
    query: employeeFilterQuery,
    run: listEmployeeExternalBadges,
    present: presentEmployeeExternalBadge,
    response: EmployeeExternalBadge,
  }),
});
