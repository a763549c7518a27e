const OPTION = "--socket=";

/** The argument that lets a server process listen on this socket instead of its port. */
export const buildSocketOption = (socket: string): string => OPTION + socket;

/** Reads the socket from the arguments of a process; null if it listens on its port. */
export const readSocketOption = (args: string[]): string | null =>
  args.find((argument) => argument.startsWith(OPTION))?.slice(OPTION.length) ?? null;
