import { parseArgs } from "node:util";
import { z } from "zod";
import { setUpOrganization } from "@/lib/installation/service";
import { prepareInstallation } from "@/lib/installation/prepare";
import { disconnect } from "@/lib/kernel/db";
import { emailAddress, name } from "@/lib/kernel/fields";

const HELP = `Usage: npm run -s admin -- organization create --name NAME --admin-email ADDRESS [--json]

Makes an organization with its administrator, an authorization token with all permissions, and the OAuth
application Default (data services on, so that webhooks go out as soon as webhook_url is set). Workforce is
enabled. The passwords and secrets are printed this once. An account that has the address already gets the
new password.

  --name NAME            name of the organization
  --admin-email ADDRESS  e-mail address of its first administrator
  --json                 print {"organization_id", "admin_email", "admin_password", "authorization_token",
                         "client_id", "client_secret"} and nothing else
  --help                 this text

Works beside a running installation and on a stopped one: DATABASE_URL and ENCRYPTION_KEY as for the server,
or the embedded database of DATA_DIR (default .data).
`;

const Command = z.object({
  positionals: z.tuple([z.literal("organization"), z.literal("create")]),
  name: name(),
  "admin-email": emailAddress(),
});

const options = {
  name: { type: "string" },
  "admin-email": { type: "string" },
  json: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (values.help || positionals.length === 0) {
    process.stdout.write(HELP);
    return values.help ? 0 : 2;
  }
  const command = Command.safeParse({ ...values, positionals });
  if (!command.success) {
    const problems = command.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
    process.stderr.write(`${problems.join("\n")}\n\n${HELP}`);
    return 2;
  }
  const prepared = await prepareInstallation(() => undefined, { temporary: true });
  try {
    const { made } = await setUpOrganization({
      name: command.data.name,
      adminEmail: command.data["admin-email"],
    });
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
