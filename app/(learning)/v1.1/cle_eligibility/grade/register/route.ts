import { route } from "@/lib/http/endpoints/endpoint";
import { learningList } from "@/lib/http/endpoints/learning-endpoint";
import { Grades, NewGrade } from "@/lib/learning/grades/schema";
import { presentGrades } from "@/lib/learning/grades/serializer";
import { registerGrade } from "@/lib/learning/grades/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: learningList({
    summary: "Record the grade of a student, or replace it",
    parameters: NewGrade,
    run: registerGrade,
    present: presentGrades,
    response: Grades,
  }),
});
