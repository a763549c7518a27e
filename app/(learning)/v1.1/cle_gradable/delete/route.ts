import { route } from "@/lib/http/endpoints/endpoint";
import { learningAction } from "@/lib/http/endpoints/learning-endpoint";
import { DeletedGradables } from "@/lib/learning/gradables/schema";
import { presentDeletedGradables } from "@/lib/learning/gradables/serializer";
import { deleteGradables } from "@/lib/learning/gradables/service";
import { DeletionParameters } from "@/lib/learning/items/schema";

const remove = learningAction({
  summary: "Delete gradables with their grades",
  parameters: DeletionParameters,
  run: deleteGradables,
  present: presentDeletedGradables,
  response: DeletedGradables,
  moreInfo: ({ warnings: more }) => more,
});

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({ POST: remove, DELETE: remove });
