import { route } from "@/lib/http/endpoints/endpoint";
import { learningAction } from "@/lib/http/endpoints/learning-endpoint";
import { LearningConnection, ReconnectParameters } from "@/lib/learning/connections/schema";
import { presentConnection } from "@/lib/learning/connections/serializer";
import { reconnect } from "@/lib/learning/connections/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: learningAction({
    summary: "Get what a token is connected to",
    place: "app",
    parameters: ReconnectParameters,
    run: reconnect,
    present: presentConnection,
    response: LearningConnection,
  }),
});
