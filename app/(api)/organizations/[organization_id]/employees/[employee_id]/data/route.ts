import { get, route } from "@/lib/http/endpoints/endpoint";
import { EmployeeData } from "@/lib/workforce/employees/schema";
import { presentEmployeeData as present } from "@/lib/workforce/employees/serializer";
import { getEmployeeData } from "@/lib/workforce/employees/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: get({
    summary: "Get an employee with their badges",
    scope: "workforce",
    requiresProof: true,
    ids: ["employee_id"],
    run: getEmployeeData,
    present,
    response: EmployeeData,
  }),
});
