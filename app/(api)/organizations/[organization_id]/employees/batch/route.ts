import { TABLE_BODY_LIMIT } from "@/lib/http/endpoints/body";
import { create, route } from "@/lib/http/endpoints/endpoint";
import { EmployeeBatch, EmployeeBatchInput } from "@/lib/workforce/batches/schema";
import { presentBatch as present } from "@/lib/workforce/batches/serializer";
import { createEmployees } from "@/lib/workforce/batches/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    summary: "Create up to 5,000 employees",
    scope: "workforce",
    status: 200,
    bodyLimit: TABLE_BODY_LIMIT,
    body: EmployeeBatchInput,
    run: createEmployees,
    present,
    response: EmployeeBatch,
  }),
});
