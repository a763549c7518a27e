import type { z } from "zod";
import { handlerOf, parseAll, type LearningHandler, type LearningSpec } from "./learning-endpoint";
import type { Sent } from "./learning-parameters";
import { learningAnswer } from "./learning-respond";
import { checkWire } from "./wire-check";

/**
 * POST that answers a token to whoever proves who they are in the request itself, which shows none: by a password, a
 * signature or a code. `run` gets the request as it was sent, beside its parameters.
 */
export function learningSignIn<Schema extends z.ZodObject, Row extends { userId: string }, Wire>(definition: {
  summary: string;
  proof: NonNullable<LearningSpec["proof"]>;
  parameters: Schema;
  run: (sent: Omit<Sent, "parameters"> & { parameters: z.output<Schema> }) => Promise<Row>;
  present: (row: Row) => Wire;
  response: z.ZodType<Wire>;
}): LearningHandler {
  const { summary, proof, parameters: schema, run, present, response } = definition;
  const spec = { summary, proof, parameters: schema, response, verb: run.name };
  return handlerOf({ ...spec, tokens: [], place: null, isList: false }, async (sent, owner) => {
    const { parameters } = parseAll(sent.parameters, { parameters: schema });
    const row = await run({ ...sent, parameters: parameters as z.output<Schema> });
    owner.id = row.userId;
    const data = present(row);
    checkWire(response, data);
    return learningAnswer(data, owner, {});
  });
}
