import { route } from "@/lib/http/endpoints/endpoint";
import { learningAction, NoParameters } from "@/lib/http/endpoints/learning-endpoint";
import { Disconnection } from "@/lib/learning/connections/schema";
import { presentDisconnection } from "@/lib/learning/connections/serializer";
import { deauthenticate } from "@/lib/learning/connections/service";

const remove = learningAction({
  summary: "Permanently delete the integration with all its data",
  parameters: NoParameters,
  run: deauthenticate,
  present: presentDisconnection,
  response: Disconnection,
});

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({ POST: remove, DELETE: remove });
