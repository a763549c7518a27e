import { route } from "@/lib/http/endpoints/endpoint";
import { learningAction, NoParameters } from "@/lib/http/endpoints/learning-endpoint";
import { LaunchPage } from "@/lib/learning/learner-page/schema";
import { presentLaunchPage as present } from "@/lib/learning/learner-page/serializer";
import { getLaunch as run } from "@/lib/learning/learner-page/service";

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
