import { z } from "zod";
import { route } from "@/lib/http/endpoints/endpoint";
import { learningList } from "@/lib/http/endpoints/learning-endpoint";
import { LearningLog, LogPeriod } from "@/lib/learning/logs/schema";
import { presentLogs } from "@/lib/learning/logs/serializer";
import { listLogs } from "@/lib/learning/logs/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: learningList({
    summary: "List the log entries of an integration",
    parameters: LogPeriod,
    run: listLogs,
    present: presentLogs,
    response: z.array(LearningLog),
  }),
});
