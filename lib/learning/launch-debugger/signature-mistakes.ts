import { createHmac } from "node:crypto";
import { isSameSecret } from "@/lib/kernel/secrets";
import {
  buildBaseString,
  buildBaseUri,
  serializeParameters,
  percentEncode,
  sortParameters,
} from "@/lib/learning/lti/base-string";
import type { Parameter } from "@/lib/learning/lti/parameters";

/** One possible value of a part of the signed text: the correct one, or a known mistake with its explanation. */
type Variant<Signed> = { signed: Signed; explanation: string | null };

type RejectedRequest = {
  method: string;
  path: string;
  /** The service's origin, and other origins for which the request may have been signed. */
  origin: string;
  origins: string[];
  query: Parameter[];
  header: Parameter[];
  body: Parameter[];
  signature: string;
  consumerKey: string;
  secret: string;
};

const withoutMistake = <Signed>(signed: Signed): Variant<Signed> => ({ signed, explanation: null });

const switchScheme = (origin: string): string =>
  origin.startsWith("https:") ? origin.replace(/^https:/, "http:") : origin.replace(/^http:/, "https:");

function addressVariants({ origin, origins, path }: RejectedRequest): Variant<string>[] {
  const serviceOrigin = new URL(origin).origin;
  const others = [...origins, switchScheme(serviceOrigin)].filter((other) => URL.canParse(other));
  const otherOrigins = [...new Set(others.map((other) => new URL(other).origin))].filter(
    (other) => other !== serviceOrigin,
  );
  const otherPath = path.endsWith("/") ? path.slice(0, -1) : `${path}/`;
  return [
    withoutMistake(buildBaseUri(serviceOrigin, path)),
    ...otherOrigins.map((other) => ({
      signed: buildBaseUri(other, path),
      explanation: `It was signed for ${other}${path}, but this service is at ${serviceOrigin}. Enter ${serviceOrigin}${path} as the launch URL in the LMS, or set APP_URL to the address at which users reach this service.`,
    })),
    {
      signed: buildBaseUri(serviceOrigin, otherPath),
      explanation: `It was signed for ${serviceOrigin}${otherPath} but sent to ${serviceOrigin}${path}. The slash at the end is part of what is signed.`,
    },
  ];
}

function methodVariants({ method }: RejectedRequest): Variant<string>[] {
  const other = method === "GET" ? "POST" : "GET";
  return [
    withoutMistake(method),
    {
      signed: other,
      explanation: `It was signed as ${other} but pasted as ${method}. The method is part of what is signed.`,
    },
  ];
}

const mapValues = (parameters: Parameter[], change: (value: string) => string): Parameter[] =>
  parameters.map(([name, value]): Parameter => [name, change(value)]);

function parameterVariants({ query, header, body }: RejectedRequest): Variant<Parameter[]>[] {
  const all = [...query, ...header, ...body];
  const isOAuth = ([name]: Parameter) => name.startsWith("oauth_");
  return [
    withoutMistake(all),
    {
      signed: [...header, ...body],
      explanation: "The query of the address was not signed. Sign its parameters together with the others.",
    },
    {
      signed: all.filter(([, value]) => value !== ""),
      explanation: "Parameters without a value were left out of the signature. Sign them like all others.",
    },
    {
      signed: all.filter(isOAuth),
      explanation: "Only the OAuth parameters were signed. Sign all parameters of the form and the query.",
    },
    {
      signed: mapValues(all, (value) => value.replaceAll("\r\n", "\n")),
      explanation: "A value has several lines. Browsers send line ends as CR LF, so sign them as CR LF too.",
    },
    {
      signed: mapValues(all, (value) => value.trim()),
      explanation: "Values were trimmed before they were signed, but sent with their spaces.",
    },
  ];
}

function keyVariants({ secret, consumerKey }: RejectedRequest): Variant<string>[] {
  const key = percentEncode(secret);
  return [
    withoutMistake(`${key}&`),
    { signed: key, explanation: "The signing key must be the secret followed by &. The & is missing." },
    {
      signed: `${percentEncode(consumerKey)}&`,
      explanation: "It was signed with the API key instead of the secret.",
    },
    {
      signed: `${percentEncode(`${secret}\n`)}&`,
      explanation: "The secret in the LMS has a line end after it. Enter it without the line end.",
    },
    {
      signed: `${percentEncode(`${secret} `)}&`,
      explanation: "The secret in the LMS has a space after it. Enter it without the space.",
    },
  ];
}

function percentDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function signatureVariants({ signature }: RejectedRequest): Variant<string>[] {
  const variants: Variant<string>[] = [withoutMistake(signature)];
  if (signature.includes(" ")) {
    variants.push({
      signed: signature.replaceAll(" ", "+"),
      explanation: "The signature lost its +. In a form body + means a space, so send it as %2B.",
    });
  }
  if (signature.includes("%")) {
    variants.push({
      signed: percentDecode(signature),
      explanation: "The signature was percent-encoded twice.",
    });
  }
  return variants;
}

type Attempt = {
  address: Variant<string>;
  method: Variant<string>;
  parameters: Variant<Parameter[]>;
  text: string;
};

/** Builds every text that can have been signed: each address with each method and each set of parameters. */
const buildAttempts = (request: RejectedRequest): Attempt[] =>
  parameterVariants(request).flatMap((parameters) => {
    const text = serializeParameters(sortParameters(parameters.signed));
    return methodVariants(request).flatMap((method) =>
      addressVariants(request).map((address) => ({
        address,
        method,
        parameters,
        text: buildBaseString(method.signed, address.signed, text),
      })),
    );
  });

const listExplanations = (variants: Variant<unknown>[]): string[] =>
  variants.flatMap(({ explanation }) => explanation ?? []);

/**
 * Finds which known mistakes explain a wrong signature: the smallest such set of explanations, or null when none
 * matches. The result reveals nothing about the secret that the caller could not have guessed.
 */
export function findSignatureMistakes(request: RejectedRequest): string[] | null {
  const found: string[][] = [];
  for (const { text, ...attempt } of buildAttempts(request)) {
    for (const key of keyVariants(request)) {
      const signed = createHmac("sha1", key.signed).update(text).digest("base64");
      for (const signature of signatureVariants(request)) {
        if (!isSameSecret(signature.signed, signed)) continue;
        found.push(listExplanations([signature, key, attempt.address, attempt.method, attempt.parameters]));
      }
    }
  }
  return found.toSorted((one, other) => one.length - other.length)[0] ?? null;
}
