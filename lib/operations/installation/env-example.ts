import { listVariables, type Variable } from "@/lib/kernel/env";

const HEADING = `# Variables of the service; docs/operating.md explains them. Uncomment what you set. Defaults follow the equals sign,
# and an empty value counts as absent. The service reads the environment of its process. To start it with a file:
#   set -a; . ./.env; set +a; npm start
`;

/** Quotes a value for a shell. */
const quoteForShell = (value: string): string => (/^[\w.:/-]*$/.test(value) ? value : `'${value}'`);

const formatVariable = ({ name, meaning, fallback }: Variable): string =>
  `\n# ${meaning}\n# ${name}=${quoteForShell(fallback)}\n`;

/** Builds the text of `.env.example`: every variable of the schema, commented out. */
export const buildEnvExample = (): string => HEADING + listVariables().map(formatVariable).join("");
