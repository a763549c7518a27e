import { create, route } from "@/lib/http/endpoints/endpoint";
import { moveTestClock } from "@/lib/console/test-mode/clock";
import { TestClock, TestClockInput } from "@/lib/console/test-mode/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    summary: "Move the time of a test organization forward",
    scope: "memberships",
    status: 200,
    body: TestClockInput,
    run: moveTestClock,
    present: (clock) => clock,
    response: TestClock,
  }),
});
