import { z } from "zod";
import { FILE_BODY_LIMIT } from "@/lib/http/endpoints/body";
import { route } from "@/lib/http/endpoints/endpoint";
import { learningList } from "@/lib/http/endpoints/learning-endpoint";
import { LearningStudent, NewStudents } from "@/lib/learning/students/schema";
import { presentStudents } from "@/lib/learning/students/serializer";
import { createStudents } from "@/lib/learning/students/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: learningList({
    summary: "Create one or more students and list them",
    bodyLimit: FILE_BODY_LIMIT,
    parameters: NewStudents,
    run: createStudents,
    present: presentStudents,
    response: z.array(LearningStudent),
  }),
});
