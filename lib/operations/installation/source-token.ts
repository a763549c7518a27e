import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { MoveError } from "@/lib/moving/imports/schema";

/**
 * Returns the token of another service: that of the option, `-` for the standard input, the content of a file, or the
 * environment variable MOVE_IN_TOKEN. Throws `MoveError` when there is none.
 */
export async function readSourceToken(option: string | undefined, file: string | undefined): Promise<string> {
  const read = (): Promise<string> | string => {
    if (file !== undefined) return readFile(file, "utf8");
    return option === "-" ? text(process.stdin) : (option ?? process.env.MOVE_IN_TOKEN ?? "");
  };
  const token = (await read()).trim();
  if (token === "") throw new MoveError("There is no token: give --token -, --token-file or MOVE_IN_TOKEN.");
  return token;
}
