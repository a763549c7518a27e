import { parseArgs, type ParseArgsConfig } from "node:util";
import { z } from "zod";
import { setUpLearningApp } from "@/lib/installation/learning";
import { prepareInstallation } from "@/lib/installation/prepare";
import { setUpOrganization } from "@/lib/installation/service";
import { disconnect } from "@/lib/kernel/db";
import { emailAddress, name, uuid } from "@/lib/kernel/fields";

const HELP = `Usage: npm run -s admin -- COMMAND [OPTION…]

organization create --name NAME --admin-email ADDRESS
  Makes an organization with its administrator, an authorization token with all permissions, and the OAuth
  application Default (data services on, so that webhooks go out as soon as webhook_url is set). Workforce is
  enabled. An account that has the address already gets the new password.
  With --json prints {"organization_id", "admin_email", "admin_password", "authorization_token", "client_id",
  "client_secret"}.

learning-app create --organization ID --name NAME [--enterprise] [--owner-email ADDRESS]
  Makes an app of the learning edition: the key and secret that an LMS signs its requests with, and an owner whose
  e-mail and password POST /v1.1/authenticate takes. The owner is a member of the organization; without an address
  one is made up, and an account that has the address already gets the new password. Enterprise apps may launch
  pages inside the LMS.
  With --json prints {"api_key", "app_secret", "owner_email", "owner_password"}.

  --json  print one line of JSON and nothing else
  --help  this text

Passwords and secrets are printed this once. Works beside a running installation and on a stopped one:
DATABASE_URL and ENCRYPTION_KEY as for the server, or the embedded database of DATA_DIR (default .data).
`;

const options = {
  name: { type: "string" },
  "admin-email": { type: "string" },
  organization: { type: "string" },
  enterprise: { type: "boolean", default: false },
  "owner-email": { type: "string" },
  json: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const satisfies ParseArgsConfig["options"];

type Work = () => Promise<Record<string, string>>;

const organizationCreate = z
  .object({ name: name(), "admin-email": emailAddress() })
  .transform((given): Work => async () => {
    const { made } = await setUpOrganization({ name: given.name, adminEmail: given["admin-email"] });
    return made;
  });

const learningAppCreate = z
  .object({
    organization: uuid(),
    name: name(),
    enterprise: z.boolean(),
    "owner-email": emailAddress().optional(),
  })
  .transform(
    ({ organization: organizationId, name: title, enterprise, "owner-email": ownerEmail }): Work =>
      () =>
        setUpLearningApp({ organizationId, name: title, enterprise, ownerEmail }),
  );

/** What a command does with the options that it was given; they are checked before anything is started. */
const COMMANDS = new Map<string, z.ZodType<Work>>([
  ["organization create", organizationCreate],
  ["learning-app create", learningAppCreate],
]);

function workOf(positionals: string[], values: object): Work | string {
  const command = COMMANDS.get(positionals.join(" "));
  if (!command) return `  unknown command: ${positionals.join(" ")}`;
  const parsed = command.safeParse(values);
  if (parsed.success) return parsed.data;
  return parsed.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`).join("\n");
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (values.help || positionals.length === 0) {
    process.stdout.write(HELP);
    return values.help ? 0 : 2;
  }
  const work = workOf(positionals, values);
  if (typeof work === "string") {
    process.stderr.write(`${work}\n\n${HELP}`);
    return 2;
  }
  const prepared = await prepareInstallation(() => undefined, { temporary: true });
  try {
    const made = await work();
    const text = values.json
      ? JSON.stringify(made)
      : Object.entries(made)
          .map(([key, value]) => `${key.padEnd(20)} ${value}`)
          .join("\n");
    process.stdout.write(`${text}\n`);
    return 0;
  } finally {
    await disconnect();
    await prepared.stop();
  }
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
