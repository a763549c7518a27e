import { route } from "@/lib/http/endpoints/endpoint";
import { learningAction } from "@/lib/http/endpoints/learning-endpoint";
import { ClaimParameters, LaunchPage } from "@/lib/learning/learner-page/schema";
import { presentLaunchPage as present } from "@/lib/learning/learner-page/serializer";
import { claimInLaunch as run } from "@/lib/learning/learner-page/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: learningAction({
    summary: "Claim the badge of a rule as the learner",
    tokens: ["learner"],
    place: "own",
    parameters: ClaimParameters,
    run,
    present,
    response: LaunchPage,
  }),
});
