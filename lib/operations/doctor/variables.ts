import { isLocal, type Check, type Examined } from "./finding";

const MIN_DISTINCT = 10;

/** Random text of 32 characters or bytes has fewer distinct ones than this about never. */
const isGuessable = (secret: string | Uint8Array): boolean =>
  new Set(Array.from<unknown>(secret)).size < MIN_DISTINCT;

/** Variables that are valid, but not safe or not useful where this installation runs. */
export const VARIABLE_CHECKS: Check<Examined>[] = [
  {
    name: "app-url",
    run: (examined) => {
      const { env, isEmbedded } = examined;
      if (isLocal(examined) && !isEmbedded)
        return [
          {
            problem: `APP_URL is ${env.APP_URL}, although DATABASE_URL is set.`,
            reason:
              "Every link in e-mails and every credential begins with it, so they work on this machine only.",
            remedy: "Set APP_URL to the public origin, such as https://badges.example.org, and restart.",
          },
        ];
      if (isLocal(examined) || env.APP_URL.startsWith("https:")) return [];
      return [
        {
          problem: `APP_URL is ${env.APP_URL}, without https.`,
          reason:
            "Passwords and sessions travel unencrypted, and verifiers refuse credentials of such an address.",
          remedy:
            "Serve the address over https (docs/operating.md, “Network”), set APP_URL to it, and restart.",
        },
      ];
    },
  },
  {
    name: "secrets",
    run: ({ env }) =>
      (["SESSION_SECRET", "ENCRYPTION_KEY"] as const)
        .filter((name) => isGuessable(env[name]))
        .map((name) => ({
          problem: `${name} is easy to guess.`,
          reason:
            name === "SESSION_SECRET"
              ? "Who guesses it can sign in as anyone."
              : "Who guesses it can read every stored token and private key of a stolen database.",
          remedy:
            name === "SESSION_SECRET"
              ? 'Set SESSION_SECRET to the output of "openssl rand -base64 48" and restart. Everyone signs in again.'
              : 'Replace it by the output of "openssl rand -base64 32" (docs/operating.md, “Change the encryption key”).',
        })),
  },
  {
    name: "rate-limit",
    run: (examined) =>
      isLocal(examined) || examined.env.RATE_LIMIT !== null
        ? []
        : [
            {
              problem: "RATE_LIMIT is off.",
              reason:
                "Nothing slows down guessing of passwords and tokens, and one client can use up the service.",
              remedy:
                "Remove RATE_LIMIT, or set it to the requests a minute that a credential needs, and restart.",
            },
          ],
  },
  {
    name: "private-addresses",
    run: (examined) =>
      isLocal(examined) || !examined.env.WEBHOOKS_ALLOW_INSECURE
        ? []
        : [
            {
              problem: "WEBHOOKS_ALLOW_INSECURE is 1.",
              reason: "Anyone with an organization can make this server send requests into your own network.",
              remedy: "Remove WEBHOOKS_ALLOW_INSECURE and restart.",
            },
          ],
  },
  {
    name: "inngest-dev",
    run: (examined) =>
      isLocal(examined) || !examined.env.INNGEST_DEV
        ? []
        : [
            {
              problem: "INNGEST_DEV is 1.",
              reason: "Requests to /api/inngest are not signed, so anyone can start jobs.",
              remedy: "Remove INNGEST_DEV, set INNGEST_EVENT_KEY and INNGEST_SIGNING_KEY, and restart.",
            },
          ],
  },
];
