import { z } from "zod";
import { FILE_BODY_LIMIT } from "@/lib/http/endpoints/body";
import { create, route } from "@/lib/http/endpoints/endpoint";
import { issueBatch } from "@/lib/badges/issued/batch";
import { BatchInput, BatchResult } from "@/lib/badges/issued/schema";
import { presentBatch as present } from "@/lib/badges/issued/serializer";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    summary: "Issue up to 1,000 badges",
    scope: "issued_badges",
    status: 200,
    bodyLimit: FILE_BODY_LIMIT,
    body: BatchInput,
    run: issueBatch,
    present,
    response: z.array(BatchResult),
  }),
});
