import { get, remove, route, update } from "@/lib/http/endpoints/endpoint";
import { Employee, EmployeeChange } from "@/lib/workforce/employees/schema";
import { presentEmployee as present } from "@/lib/workforce/employees/serializer";
import { deleteEmployee, getEmployee, updateEmployee } from "@/lib/workforce/employees/service";

const ids = ["employee_id"] as const;
const scope = "workforce";
const response = Employee;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: get({ summary: "Get an employee", scope, ids, run: getEmployee, present, response }),
  PUT: update({
    summary: "Change an employee",
    scope,
    body: EmployeeChange,
    ids,
    run: updateEmployee,
    present,
    response,
  }),
  DELETE: remove({ summary: "Delete an employee", scope, ids, run: deleteEmployee }),
});
