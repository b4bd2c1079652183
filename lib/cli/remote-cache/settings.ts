import { fail } from "../errors";

/** Where bundles are shared, from the environment. */
export interface CacheSettings {
  /** Without a slash at its end. */
  readonly url: string;
  readonly token: string | undefined;
  /** As the protocol names it: `teamId` for an id of Vercel, otherwise `slug`. @default - none */
  readonly team: readonly [parameter: "teamId" | "slug", value: string] | undefined;
  /** Key of the signatures. @default - entries have a checksum only */
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
