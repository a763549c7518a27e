import { createHmac } from "node:crypto";
import { isSameSecret } from "@/lib/kernel/secrets";
import {
  baseString,
  baseUri,
  parameterText,
  percentEncode,
  sortedParameters,
} from "@/lib/learning/lti/base-string";
import type { Parameter } from "@/lib/learning/lti/parameters";

/** One possible value of a part of the signed text: the correct one, or a known mistake with its explanation. */
type Way<Signed> = { signed: Signed; explanation: string | null };

type Fault = {
  method: string;
  path: string;
  /** Where the service is, and other origins under which the request may have been signed. */
  origin: string;
  origins: string[];
  query: Parameter[];
  header: Parameter[];
  body: Parameter[];
  signature: string;
  consumerKey: string;
  secret: string;
};

const right = <Signed>(signed: Signed): Way<Signed> => ({ signed, explanation: null });

const otherScheme = (origin: string): string =>
  origin.startsWith("https:") ? origin.replace(/^https:/, "http:") : origin.replace(/^http:/, "https:");

function addressWays({ origin, origins, path }: Fault): Way<string>[] {
  const own = new URL(origin).origin;
  const others = [...origins, otherScheme(own)].filter((other) => URL.canParse(other));
  const unlike = [...new Set(others.map((other) => new URL(other).origin))].filter((other) => other !== own);
  const bent = path.endsWith("/") ? path.slice(0, -1) : `${path}/`;
  return [
    right(baseUri(own, path)),
    ...unlike.map((other) => ({
      signed: baseUri(other, path),
      explanation: `It is signed for ${other}${path}, and this service is at ${own}. Enter ${own}${path} as the launch address in the LMS, or set APP_URL to the address that it is reached at.`,
    })),
    {
      signed: baseUri(own, bent),
      explanation: `It is signed for ${own}${bent} and was sent to ${own}${path}: the slash at the end is part of what is signed.`,
    },
  ];
}

function methodWays({ method }: Fault): Way<string>[] {
  const other = method === "GET" ? "POST" : "GET";
  return [
    right(method),
    {
      signed: other,
      explanation: `It is signed as ${other} and was pasted as ${method}: the method is part of what is signed.`,
    },
  ];
}

const mapValues = (parameters: Parameter[], change: (value: string) => string): Parameter[] =>
  parameters.map(([name, value]): Parameter => [name, change(value)]);

function parameterWays({ query, header, body }: Fault): Way<Parameter[]>[] {
  const all = [...query, ...header, ...body];
  const isOAuth = ([name]: Parameter) => name.startsWith("oauth_");
  return [
    right(all),
    {
      signed: [...header, ...body],
      explanation: "The query of the address was not signed. Sign its parameters with the others.",
    },
    {
      signed: all.filter(([, value]) => value !== ""),
      explanation: "Parameters without a value were left out of the signature. They are signed like all others.",
    },
    {
      signed: all.filter(isOAuth),
      explanation: "Only the parameters of OAuth were signed. All parameters of the form and the query are.",
    },
    {
      signed: mapValues(all, (value) => value.replaceAll("\r\n", "\n")),
      explanation:
        "A value has several lines. Browsers send line ends as CR LF, so they have to be signed as CR LF too.",
    },
    {
      signed: mapValues(all, (value) => value.trim()),
      explanation: "Values were trimmed before they were signed, and sent with their spaces.",
    },
  ];
}

function keyWays({ secret, consumerKey }: Fault): Way<string>[] {
  const key = percentEncode(secret);
  return [
    right(`${key}&`),
    { signed: key, explanation: "The signing key is the secret followed by &: the & is missing." },
    {
      signed: `${percentEncode(consumerKey)}&`,
      explanation: "It is signed with the API key in the place of the secret.",
    },
    {
      signed: `${percentEncode(`${secret}\n`)}&`,
      explanation: "The secret was pasted into the LMS with a line end behind it.",
    },
    {
      signed: `${percentEncode(`${secret} `)}&`,
      explanation: "The secret was pasted into the LMS with a space behind it.",
    },
  ];
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function signatureWays({ signature }: Fault): Way<string>[] {
  const ways: Way<string>[] = [right(signature)];
  if (signature.includes(" ")) {
    ways.push({
      signed: signature.replaceAll(" ", "+"),
      explanation: "The signature lost its +: in a form body + means a space, so it has to be sent as %2B.",
    });
  }
  if (signature.includes("%")) {
    ways.push({ signed: unescaped(signature), explanation: "The signature was percent-encoded twice." });
  }
  return ways;
}

type Attempt = { address: Way<string>; method: Way<string>; parameters: Way<Parameter[]>; text: string };

/** Builds every text that can have been signed: each address with each method and each set of parameters. */
const attemptsOf = (fault: Fault): Attempt[] =>
  parameterWays(fault).flatMap((parameters) => {
    const text = parameterText(sortedParameters(parameters.signed));
    return methodWays(fault).flatMap((method) =>
      addressWays(fault).map((address) => ({
        address,
        method,
        parameters,
        text: baseString(method.signed, address.signed, text),
      })),
    );
  });

const wordsOf = (ways: Way<unknown>[]): string[] => ways.flatMap(({ explanation }) => explanation ?? []);

/**
 * Finds which known mistakes explain a wrong signature: the smallest such set of explanations, or null when none
 * matches. The result reveals nothing about the secret that the caller could not have guessed.
 */
export function findDeviation(fault: Fault): string[] | null {
  const found: string[][] = [];
  for (const { text, ...attempt } of attemptsOf(fault)) {
    for (const key of keyWays(fault)) {
      const signed = createHmac("sha1", key.signed).update(text).digest("base64");
      for (const signature of signatureWays(fault)) {
        if (!isSameSecret(signature.signed, signed)) continue;
        found.push(wordsOf([signature, key, attempt.address, attempt.method, attempt.parameters]));
      }
    }
  }
  return found.toSorted((one, other) => one.length - other.length)[0] ?? null;
}
