import { postQuery, route } from "@/lib/http/endpoints/endpoint";
import { LaunchCheck, LaunchCheckInput } from "@/lib/learning/launch-debugger/schema";
import { presentLaunchCheck as present } from "@/lib/learning/launch-debugger/serializer";
import { checkLaunch } from "@/lib/learning/launch-debugger/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: postQuery({
    summary: "Check why a signed request is refused, without storing anything",
    scope: "memberships",
    body: LaunchCheckInput,
    ids: ["learning_app_id"],
    run: checkLaunch,
    present,
    response: LaunchCheck,
  }),
});
