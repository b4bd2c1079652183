import { createHash } from "node:crypto";
import { z } from "zod";
import { answer, bodyOf, type Handler } from "./answer";
import { scopes } from "./settings";

/** A client of the user directory. */
export interface RegisteredClient {
  readonly id: string;
  readonly name: string;
}

/** The clients of the user directory. */
export interface ClientStore {
  list(): Promise<readonly RegisteredClient[]>;
  create(name: string, redirectUris: readonly string[], scopes: readonly string[]): Promise<RegisteredClient>;
  remove(client: RegisteredClient): Promise<void>;
}

interface RegistrationRules {
  /** Where clients may send users. The sign-in pages ask nobody for consent, so that a code goes there at once. */
  readonly redirectHosts: readonly string[];
  /** The oldest client goes when there are more. */
  readonly maxClients: number;
  readonly now?: () => number;
}

const metadata = z.object({
  redirect_uris: z.array(z.url()).min(1).max(20),
  client_name: z.string().optional(),
  scope: z.string().optional(),
  grant_types: z.array(z.enum(["authorization_code", "refresh_token"])).optional(),
  response_types: z.array(z.literal("code")).optional(),
});

const prefix = "mcp-";
const hashLength = 32;

/**
 * Registers clients without a secret, which prove themselves by PKCE.
 *
 * Source: https://www.rfc-editor.org/rfc/rfc7591
 */
export function registerHandler(clients: ClientStore, rules: RegistrationRules): Handler {
  const { redirectHosts, maxClients, now = Date.now } = rules;

  return async (event) => {
    const given = metadata.safeParse(bodyOf(event));
    if (!given.success) return refuse("invalid_client_metadata", z.prettifyError(given.error));
    const { redirect_uris: uris, scope, client_name } = given.data;
    const foreign = uris.find((uri) => !isAllowed(uri, redirectHosts));
    if (foreign !== undefined) return refuse("invalid_redirect_uri", `${foreign} is not allowed here.`);
    const wanted = scope?.split(" ");
    const granted = scopes.filter((each) => wanted === undefined || wanted.includes(each));
    if (granted.length === 0) return refuse("invalid_client_metadata", `Scopes: ${scopes.join(" ")}`);
    const { id } = await find(uris, granted);
    return answer(
      201,
      {
        client_id: id,
        client_id_issued_at: Math.floor(now() / 1000),
        redirect_uris: uris,
        ...(client_name !== undefined && { client_name }),
        scope: granted.join(" "),
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "none",
      },
      { "cache-control": "no-store" },
    );
  };

  /** Installations of one app are one client: it has no secret that would tell them apart. */
  async function find(uris: readonly string[], granted: readonly string[]): Promise<RegisteredClient> {
    const content = JSON.stringify([[...uris].sort(), granted]);
    const hash = createHash("sha256").update(content).digest("hex").slice(0, hashLength);
    const registered = (await clients.list()).filter(({ name }) => name.startsWith(prefix));
    const known = registered.find(({ name }) => name.startsWith(`${prefix}${hash}-`));
    if (known !== undefined) return known;
    const oldestFirst = [...registered].sort((a, b) => ageOf(a) - ageOf(b));
    for (const old of oldestFirst.slice(0, Math.max(0, registered.length - maxClients + 1)))
      await clients.remove(old);
    return clients.create(`${prefix}${hash}-${now()}`, uris, granted);
  }
}

const ageOf = ({ name }: RegisteredClient): number => Number(name.slice(prefix.length + hashLength + 1));

function isAllowed(uri: string, hosts: readonly string[]): boolean {
  const { protocol, hostname, hash } = new URL(uri);
  const isLocal = hostname === "localhost" || hostname === "127.0.0.1";
  const isSafe = protocol === "https:" || (protocol === "http:" && isLocal);
  return isSafe && hash === "" && hosts.includes(hostname);
}

const refuse = (error: string, description: string) => answer(400, { error, error_description: description });
