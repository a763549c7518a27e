import { z } from "zod";
import { FILE_LIMIT } from "@/lib/http/body";
import { create, route } from "@/lib/http/endpoint";
import { issueBatch } from "@/lib/issued-badges/batch";
import { BatchInput, BatchResult } from "@/lib/issued-badges/schema";
import { presentBatch as present } from "@/lib/issued-badges/serializer";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    summary: "Issue up to 1,000 badges",
    scope: "issued_badges",
    status: 200,
    bodyLimit: FILE_LIMIT,
    body: BatchInput,
    run: issueBatch,
    present,
    response: z.array(BatchResult),
  }),
});
