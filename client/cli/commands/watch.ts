import type { Command } from "../command.ts";
import { connect } from "../connect.ts";
import { POSITION_HELP, POSITION_OPTIONS } from "../event-position.ts";
import { describeSubject, followEvents } from "../follow-events.ts";
import { printJson, printLine } from "../terminal.ts";

export const watch: Command = {
  name: "watch",
  summary: "Print events as they happen",
  help: `Usage: badges watch [options]

Prints events as they happen, until you press Ctrl-C. After an interruption of the connection it continues where it
was: no event is left out or printed twice.

Options:
${POSITION_HELP}

Examples:
  badges watch
  badges watch --type badge.created --json --resume >> events.jsonl`,
  options: POSITION_OPTIONS,
  async run(values, signal) {
    const client = await connect();
    await followEvents(
      client,
      values,
      { purpose: "watch", started: "Waiting for events.", signal },
      (event) => {
        if (values.json === true) printJson(event);
        else printLine(`${event.occurred_at}  ${event.event_type}  ${describeSubject(event)}  ${event.id}`);
        return Promise.resolve();
      },
    );
    return 0;
  },
};
