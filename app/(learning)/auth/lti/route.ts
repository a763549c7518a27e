import { route } from "@/lib/http/endpoints/endpoint";
import { ltiLaunch } from "@/lib/http/endpoints/learning-sign-in";
import { launchFromLms } from "@/lib/learning/connections/launch-from-lms";
import { SignedParameters } from "@/lib/learning/connections/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: ltiLaunch({
    summary: "Launch from an LMS in the browser",
    parameters: SignedParameters,
    run: launchFromLms,
  }),
});
