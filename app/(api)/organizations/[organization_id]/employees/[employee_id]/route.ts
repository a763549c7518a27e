import { get, remove, route, update } from "@/lib/http/endpoints/endpoint";
import { Employee, EmployeeChange } from "@/lib/workforce/employees/schema";
import { presentEmployee as present } from "@/lib/workforce/employees/serializer";
import { deleteEmployee, getEmployee, updateEmployee } from "@/lib/workforce/employees/service";

const scope = "workforce";
const params = { employee_id: "text" } as const;
const response = Employee;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: get({ summary: "Get an employee", scope, params, run: getEmployee, present, response }),
  PUT: update({
    summary: "Change an employee",
    scope,
    params,
    body: EmployeeChange,
    run: updateEmployee,
    present,
    response,
  }),
  DELETE: remove({ summary: "Delete an employee", scope, params, run: deleteEmployee }),
});
