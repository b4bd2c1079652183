import { fail } from "../errors";

/** The largest artifact. Self-hosted servers accept 100 MB by default. */
export const artifactLimitBytes = 64 * 1024 * 1024;

/** The reason why the remote cache cannot be used, as a clause. */
export class CacheProblem extends Error {}

/**
 * A server that stores artifacts by the protocol of Turborepo's remote cache.
 *
 * Source: https://turborepo.dev/docs/openapi/artifacts, operations `artifactExists`, `downloadArtifact` and `uploadArtifact`. Self-hosted
 * servers, such as https://github.com/ducktors/turborepo-remote-cache, require a team in the query.
 */
export class ArtifactServer {
  constructor(private readonly settings: Pick<CacheSettings, "url" | "token" | "team">) {}

  async has(key: string, signal: AbortSignal): Promise<boolean> {
    return (await this.call("HEAD", key, signal)) !== undefined;
  }

  /** Undefined if the server does not have it. */
  async get(key: string, signal: AbortSignal): Promise<Buffer | undefined> {
    const response = await this.call("GET", key, signal);
    return response && readLimited(response);
  }

  async put(key: string, content: Uint8Array, signal: AbortSignal): Promise<void> {
    await this.call("PUT", key, signal, content);
  }

  private async call(
    method: "GET" | "HEAD" | "PUT",
    key: string,
    signal: AbortSignal,
    content?: Uint8Array,
  ): Promise<Response | undefined> {
    const { url, token, team } = this.settings;
    const query = team === undefined ? "" : `?${new URLSearchParams([[...team]])}`;
    const response = await fetch(`${url}/v8/artifacts/${key}${query}`, {
      method,
      signal,
      headers: {
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(content !== undefined && { "Content-Type": "application/octet-stream" }),
      },
      ...(content !== undefined && { body: content as Uint8Array<ArrayBuffer> }),
    });
    if (response.ok) return response;
    await response.body?.cancel();
    if (response.status === 404 && method !== "PUT") return undefined;
    throw new CacheProblem(`answers ${method} with status ${response.status}`);
  }
}

async function readLimited(response: Response): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > artifactLimitBytes) throw new CacheProblem(`sends more than ${artifactLimitBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

export interface CacheSettings {
  /** Without a slash at its end. */
  readonly url: string;
  readonly token: string | undefined;
  /** The parameter of the protocol: `teamId` for an id of Vercel, otherwise `slug`. @default - none */
  readonly team: readonly [parameter: "teamId" | "slug", value: string] | undefined;
  /** Key of the signatures. @default - entries only have a checksum */
  readonly signatureKey: string | undefined;
}

/** Undefined if no remote cache is set, or caching is switched off. */
export function cacheSettings(environment: NodeJS.ProcessEnv): CacheSettings | undefined {
  const { SERVERFORM_CACHE_URL: url, SERVERFORM_CACHE: cache } = environment;
  if (url === undefined || url === "" || cache === "off") return undefined;
  if (!isHttp(url)) {
    fail("serverform", "prop-invalid", "SERVERFORM_CACHE_URL", {
      value: url,
      expected: 'the URL of a server of Turborepo\'s protocol, for example "https://cache.example.com"',
    });
  }
  const { SERVERFORM_CACHE_TOKEN, SERVERFORM_CACHE_TEAM, SERVERFORM_CACHE_SIGNATURE_KEY } = environment;
  return {
    url: url.replace(/\/+$/, ""),
    token: SERVERFORM_CACHE_TOKEN || undefined,
    team: teamOf(SERVERFORM_CACHE_TEAM || "serverform"),
    signatureKey: SERVERFORM_CACHE_SIGNATURE_KEY || undefined,
  };
}

function isHttp(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

const teamOf = (team: string): CacheSettings["team"] => [team.startsWith("team_") ? "teamId" : "slug", team];
