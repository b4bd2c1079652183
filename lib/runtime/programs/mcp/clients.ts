import { OauthRefusal } from "./answer";
import { type DocumentSource, findDocumentClient, parseDocumentId } from "./client-document";
import { FetchRefused } from "./guarded-fetch";
import { hashOf } from "./secrets";
import type { AuthoritySettings } from "./settings";

/** An app that requests access on behalf of a user. */
export interface McpClient {
  readonly id: string;
  /** The name that it gives itself. */
  readonly name: string;
  /** The host of its metadata document; undefined for a registered client, about which nothing is verified. */
  readonly host?: string | undefined;
  readonly redirectUris: readonly string[];
  /** The only scopes that it may request. */
  readonly scopes?: readonly string[] | undefined;
}

/** A client that has registered. */
export interface RegisteredClient extends McpClient {
  /** Seconds since 1970 at which a user last received a token through it; undefined before the first one. */
  readonly usedAt?: number | undefined;
}

/** The prefix of the ids of registered clients. */
export const registeredPrefix = "mcp-";

/** How long an unused client is kept. */
const keptSeconds = 90 * 86_400;

/**
 * The client with an id.
 *
 * @throws OauthRefusal for an unknown client, with the reason
 */
export async function findMcpClient(
  id: string,
  { documents, registration }: AuthoritySettings,
  source: DocumentSource,
): Promise<McpClient> {
  const refuse = (why: string) =>
    new OauthRefusal("invalid_client", `The client ${JSON.stringify(id)} ${why}`, 401);
  if (id.startsWith(registeredPrefix) && registration !== undefined) {
    const entry = await source.store.find<RegisteredClient>("client", id);
    if (entry !== undefined) return entry.value;
    throw refuse("is not registered, or its registration has expired. Register again.");
  }
  const url = parseDocumentId(id);
  if (url === undefined || documents === undefined) throw refuse("is unknown.");
  try {
    return await findDocumentClient(url, documents, source);
  } catch (error) {
    if (error instanceof FetchRefused) throw refuse(`has no usable metadata document: ${error.message}.`);
    throw error;
  }
}

/**
 * Whether a client may still refresh tokens: it is registered, or its documents are accepted. The document is not read again,
 * so that users stay signed in while the host of the client is down.
 */
export async function isStillAccepted(
  id: string,
  { documents, registration }: AuthoritySettings,
  { store }: Pick<DocumentSource, "store">,
): Promise<boolean> {
  if (id.startsWith(registeredPrefix)) {
    return registration !== undefined && (await store.find("client", id)) !== undefined;
  }
  const host = parseDocumentId(id)?.hostname;
  return host !== undefined && documents !== undefined && (documents.hosts?.includes(host) ?? true);
}

/** The maximum number of clients that one user can keep by using them: everyone may register clients, and fill the table. */
const mostPerUser = 10;

/** The times at which a user received tokens through clients, by their ids. */
interface UserUses {
  readonly usedAt: Readonly<Record<string, number>>;
}

/** Records that a user has received a token: a registered client in use is kept, unless the user keeps too many others. */
export async function noteUse(
  id: string,
  user: string,
  { registration }: AuthoritySettings,
  { store, now }: Pick<DocumentSource, "store" | "now">,
): Promise<void> {
  if (!id.startsWith(registeredPrefix)) return;
  const entry = await store.find<RegisteredClient>("client", id);
  if (entry === undefined) return;
  const uses = (await store.find<UserUses>("user", hashOf(user)))?.value.usedAt ?? {};
  const kept = Object.entries(uses).filter(([, usedAt]) => usedAt + keptSeconds > now());
  const most = Math.max(1, Math.min(mostPerUser, Math.floor((registration?.maxClients ?? 0) / 2)));
  if (!kept.some(([each]) => each === id) && kept.length >= most) return;
  const usedAt = { ...Object.fromEntries(kept), [id]: now() };
  await store.put("user", hashOf(user), {
    value: { usedAt } satisfies UserUses,
    expiresAt: now() + keptSeconds,
  });
  const value: RegisteredClient = { ...entry.value, usedAt: now() };
  await store.put("client", id, { value, expiresAt: now() + keptSeconds });
}
