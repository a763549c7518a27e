import { get, route } from "@/lib/http/endpoint";
import { EmployeeData } from "@/lib/employees/schema";
import { presentEmployeeData as present } from "@/lib/employees/serializer";
import { getEmployeeData } from "@/lib/employees/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: get({
    summary: "Get an employee with their badges",
    scope: "workforce",
    params: { employee_id: "text" },
    run: getEmployeeData,
    present,
    response: EmployeeData,
  }),
});
