import { route } from "@/lib/http/endpoints/endpoint";
import { learningAction } from "@/lib/http/endpoints/learning-endpoint";
import { DeletionParameters } from "@/lib/learning/items/schema";
import { DeletedStudents } from "@/lib/learning/students/schema";
import { presentDeletedStudents } from "@/lib/learning/students/serializer";
import { deleteStudents } from "@/lib/learning/students/service";

const remove = learningAction({
  summary: "Delete students with their grades",
  parameters: DeletionParameters,
  run: deleteStudents,
  present: presentDeletedStudents,
  response: DeletedStudents,
  moreInfo: ({ warnings: more }) => more,
});

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({ POST: remove, DELETE: remove });
