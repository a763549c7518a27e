import { route } from "@/lib/http/endpoints/endpoint";
import { learningAction, NoParameters } from "@/lib/http/endpoints/learning-endpoint";
import { LaunchPage } from "@/lib/learning/launch/schema";
import { presentLaunchPage as present } from "@/lib/learning/launch/serializer";
import { getLaunch as run } from "@/lib/learning/launch/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: learningAction({
    summary: "Get the badges and progress of a learner",
    tokens: ["learner"],
    place: "own",
    parameters: NoParameters,
    run,
    present,
    response: LaunchPage,
  }),
});
