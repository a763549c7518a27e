import { route } from "@/lib/http/endpoints/endpoint";
import { learningAction } from "@/lib/http/endpoints/learning-endpoint";
import { DeletedCount, LogPeriod } from "@/lib/learning/logs/schema";
import { presentDeletedCount } from "@/lib/learning/logs/serializer";
import { deleteLogs } from "@/lib/learning/logs/service";

const remove = learningAction({
  summary: "Delete the log entries of an integration",
  parameters: LogPeriod,
  run: deleteLogs,
  present: presentDeletedCount,
  response: DeletedCount,
});

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({ POST: remove, DELETE: remove });
