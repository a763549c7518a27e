import { route } from "@/lib/http/endpoints/endpoint";
import { learningAction } from "@/lib/http/endpoints/learning-endpoint";
import { DeclineParameters, LaunchPage } from "@/lib/learning/learner-page/schema";
import { presentLaunchPage as present } from "@/lib/learning/learner-page/serializer";
import { declineInLaunch as run } from "@/lib/learning/learner-page/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: learningAction({
    summary: "Decline a badge as the learner",
    tokens: ["learner"],
    place: "own",
    parameters: DeclineParameters,
    run,
    present,
    response: LaunchPage,
  }),
});
