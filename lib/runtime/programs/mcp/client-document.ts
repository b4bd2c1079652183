import type { McpClient } from "./clients";
import { type FetchedDocument, FetchRefused } from "./guarded-fetch";
import { type CountedSource, countWithin } from "./per-source";
import { parseRedirectUri } from "./redirect-uri";
import type { DocumentSettings } from "./settings";

/** Reads a JSON document from the web. */
export type FetchDocument = (url: URL) => Promise<FetchedDocument>;

/** The sources of clients that are identified by documents. */
export interface DocumentSource extends CountedSource {
  readonly fetchDocument: FetchDocument;
}

/** A cached document, or the reason for its refusal. */
type Known = { readonly client: McpClient } | { readonly refused: string };

const longestId = 1024;
/** The maximum number of documents that the authority reads for one source in an hour. */
const maxPerSource = 60;
const defaultSeconds = 3600;
const [shortest, longest] = [60, 86_400];

/**
 * The URL of a client id that is the address of a metadata document; undefined for other ids.
 *
 * It has a path, and is normalized: without dot segments, credentials or a fragment.
 *
 * Source: https://datatracker.ietf.org/doc/html/draft-ietf-oauth-client-id-metadata-document-00#section-3
 */
export function parseDocumentId(id: string): URL | undefined {
  if (id.length > longestId || !URL.canParse(id)) return undefined;
  const url = new URL(id);
  const isPlain =
    url.protocol === "https:" && url.username === "" && url.password === "" && !id.includes("#");
  return isPlain && url.href === id && url.pathname !== "/" ? url : undefined;
}

/**
 * The client that a document describes. Documents are cached as long as their `cache-control` allows, but at least a minute
 * and at most a day. A refusal is cached for a minute.
 *
 * @throws FetchRefused if there is no usable document
 */
export async function findDocumentClient(
  url: URL,
  { hosts }: DocumentSettings,
  source: DocumentSource,
): Promise<McpClient> {
  if (hosts !== undefined && !hosts.includes(url.hostname)) {
    throw new FetchRefused("documents of its host are not accepted here");
  }
  const { store, fetchDocument, now } = source;
  const entry = await store.find<Known>("document", url.href);
  if (entry !== undefined) return clientOf(entry.value);
  // Otherwise a stranger could make this function send unlimited requests to other servers.
  if (!(await countWithin(maxPerSource, "document", source))) {
    throw new FetchRefused("too many documents were named from this address in this hour");
  }
  const { known, seconds } = await readDocument(url, fetchDocument);
  await store.put("document", url.href, { value: known, expiresAt: now() + seconds });
  return clientOf(known);
}

function clientOf(known: Known): McpClient {
  if ("refused" in known) throw new FetchRefused(known.refused);
  return known.client;
}

async function readDocument(
  url: URL,
  fetchDocument: FetchDocument,
): Promise<{ readonly known: Known; readonly seconds: number }> {
  try {
    const { content, cacheControl } = await fetchDocument(url);
    return { known: { client: parseDocument(url, content) }, seconds: secondsOf(cacheControl) };
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error;
    return { known: { refused: error.message }, seconds: shortest };
  }
}

function parseDocument(url: URL, content: unknown): McpClient {
  const { client_id, client_name, redirect_uris, token_endpoint_auth_method } = Object(content) as Readonly<
    Record<string, unknown>
  >;
  if (client_id !== url.href) throw new FetchRefused("its client_id is not its own address");
  if (token_endpoint_auth_method !== undefined && token_endpoint_auth_method !== "none") {
    throw new FetchRefused(
      'its token_endpoint_auth_method is not "none", the only one that is accepted here',
    );
  }
  const redirectUris = Array.isArray(redirect_uris) ? redirect_uris : [];
  const usable = redirectUris.filter((each) => parseRedirectUri(each) !== undefined) as string[];
  if (usable.length === 0) {
    throw new FetchRefused("it has no redirect_uris with https, or with http of the user's own machine");
  }
  return {
    id: url.href,
    name: typeof client_name === "string" ? client_name.slice(0, 200) : url.hostname,
    host: url.hostname,
    redirectUris: usable,
  };
}

function secondsOf(cacheControl: string): number {
  const given = /(?:^|[\s,])max-age=(\d+)/i.exec(cacheControl)?.[1];
  const isFresh = /(?:^|[\s,])no-(?:store|cache)\b/i.test(cacheControl);
  const seconds = isFresh ? 0 : given === undefined ? defaultSeconds : Number(given);
  return Math.min(longest, Math.max(shortest, seconds));
}
