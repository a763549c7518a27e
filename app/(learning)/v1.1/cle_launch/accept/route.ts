import { route } from "@/lib/http/endpoints/endpoint";
import { learningAction } from "@/lib/http/endpoints/learning-endpoint";
import { AcceptParameters, LaunchPage } from "@/lib/learning/learner-page/schema";
import { presentLaunchPage as present } from "@/lib/learning/learner-page/serializer";
import { acceptInLaunch as run } from "@/lib/learning/learner-page/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: learningAction({
    summary: "Accept a badge as the learner",
    tokens: ["learner"],
    place: "own",
    parameters: AcceptParameters,
    run,
    present,
    response: LaunchPage,
  }),
});
