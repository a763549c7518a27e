import { create, list, route } from "@/lib/http/endpoints/endpoint";
import { Employee, EmployeeInput } from "@/lib/workforce/employees/schema";
import { presentEmployee as present } from "@/lib/workforce/employees/serializer";
import {
  createEmployee,
  employeeFilterQuery as query,
  employeeListKeys as keys,
} from "@/lib/workforce/employees/service";
import { listEmployees } from "@/lib/workforce/employees/service";

const scope = "workforce";
const response = Employee;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({ summary: "List employees", scope, keys, query, run: listEmployees, present, response }),
  POST: create({
    summary: "Create an employee",
    scope,
    body: EmployeeInput,
    run: createEmployee,
    present,
    response,
  }),
});
