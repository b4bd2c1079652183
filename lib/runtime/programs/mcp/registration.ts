import { uncachedJson } from "../../node/requests/gateway-event";
import { type OauthAnswer, OauthRefusal } from "./answer";
import { type RegisteredClient, registeredPrefix } from "./clients";
import { type CountedSource, countWithin, secondsToNextHour } from "./per-source";
import { isLoopback, parseRedirectUri, withoutLoopbackPort } from "./redirect-uri";
import { hashOf } from "./secrets";
import type { AuthoritySettings, RegistrationSettings } from "./settings";

/** A client without a sign-in is removed after this time. */
const unusedSeconds = 3600;
const grantTypes: readonly unknown[] = ["authorization_code", "refresh_token"];

interface Asked {
  readonly redirectUris: readonly string[];
  readonly name: string | undefined;
  readonly scopes: readonly string[];
}

/**
 * Registers a client without a secret, which uses PKCE.
 *
 * A registration never removes another one: clients with sign-ins are kept, others expire, and new ones are refused if there
 * are too many.
 *
 * Source: https://www.rfc-editor.org/rfc/rfc7591
 */
export async function register(
  body: string,
  settings: AuthoritySettings,
  source: CountedSource,
): Promise<OauthAnswer> {
  const { registration } = settings;
  if (registration === undefined)
    throw new OauthRefusal("access_denied", "Clients cannot register here.", 403);
  const asked = parseRegistration(body, settings, registration);
  const { redirectUris, name, scopes } = asked;
  const id = idOf(asked);
  await keep(id, asked, registration, source);
  return uncachedJson(201, {
    client_id: id,
    client_id_issued_at: source.now(),
    redirect_uris: redirectUris,
    ...(name !== undefined && { client_name: name }),
    scope: scopes.join(" "),
    grant_types: grantTypes,
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  });
}

/** All installations of an app are one client: they have no secret that distinguishes them. */
function idOf({ redirectUris, name, scopes }: Asked): string {
  const content = [[...new Set(redirectUris.map(withoutLoopbackPort))].sort(), name, [...scopes].sort()];
  return `${registeredPrefix}${hashOf(JSON.stringify(content))}`;
}

async function keep(
  id: string,
  { redirectUris, name, scopes }: Asked,
  { maxClients, maxPerSource }: RegistrationSettings,
  source: CountedSource,
): Promise<void> {
  const { store, now } = source;
  const known = await store.find<RegisteredClient>("client", id);
  if (known?.value.usedAt !== undefined) return;
  if (!(await countWithin(maxPerSource, "registration", source))) {
    throw new OauthRefusal(
      "temporarily_unavailable",
      "There are too many registrations from this address.",
      429,
      {
        "retry-after": String(secondsToNextHour(now)),
      },
    );
  }
  if (known === undefined && (await store.count("client")) >= maxClients) {
    throw new OauthRefusal(
      "temporarily_unavailable",
      "There are too many clients. Unused ones expire.",
      503,
      {
        "retry-after": String(unusedSeconds),
      },
    );
  }
  const value: RegisteredClient = { id, name: name ?? "", redirectUris, scopes };
  const entry = { value, expiresAt: now() + unusedSeconds };
  // A concurrent sign-in has recorded that the client is in use.
  if (known === undefined) await store.put("client", id, entry, { onlyNew: true });
  else await store.extend("client", id, entry.expiresAt);
}

function parseRegistration(
  body: string,
  { servers }: AuthoritySettings,
  { redirectHosts }: RegistrationSettings,
): Asked {
  const given = parseObject(body);
  const { redirect_uris: uris, client_name: name, scope } = given;
  const isList = Array.isArray(uris) && uris.length > 0 && uris.length <= 20;
  if (!isList) throw invalidMetadata("redirect_uris is not an array of 1 to 20 addresses.");
  for (const uri of uris) {
    const url = parseRedirectUri(uri);
    if (url !== undefined && (isLoopback(url) || redirectHosts.includes(url.hostname))) continue;
    throw new OauthRefusal("invalid_redirect_uri", `${JSON.stringify(uri)} is not allowed here.`);
  }
  if (name !== undefined && (typeof name !== "string" || name.length > 200)) {
    throw invalidMetadata("client_name is not a string of at most 200 characters.");
  }
  if (scope !== undefined && typeof scope !== "string") throw invalidMetadata("scope is not a string.");
  checkOnly(given, "grant_types", grantTypes);
  checkOnly(given, "response_types", ["code"]);
  const offered = [...new Set(Object.values(servers).flat())];
  const wanted = scope?.split(" ");
  const scopes = offered.filter((each) => wanted === undefined || wanted.includes(each));
  if (scopes.length === 0) throw invalidMetadata(`scope has none of: ${offered.join(" ")}`);
  return { redirectUris: uris as readonly string[], name: name as string | undefined, scopes };
}

function parseObject(body: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(body)) as Record<string, unknown>;
  } catch {
    throw invalidMetadata("The body is not JSON.");
  }
}

function checkOnly(given: Readonly<Record<string, unknown>>, key: string, allowed: readonly unknown[]): void {
  const values = given[key];
  if (values === undefined) return;
  if (Array.isArray(values) && values.every((each) => allowed.includes(each))) return;
  throw invalidMetadata(`${key} is not an array of: ${allowed.join(", ")}`);
}

const invalidMetadata = (description: string) => new OauthRefusal("invalid_client_metadata", description);
