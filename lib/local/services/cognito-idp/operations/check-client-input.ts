import { serviceUserAttributes } from "../../../../facts/aws/user-attributes";
import { text } from "../../../../model";
import { ServiceError } from "../../contract/define-service";
import { refusals } from "../errors";
import type { UserPools } from "../user-pools";
import type { InputOf } from "./contract";
import { knownScopes } from "./resource-servers";

const flowNames = new Set([
  "ADMIN_NO_SRP_AUTH",
  "CUSTOM_AUTH_FLOW_ONLY",
  "USER_PASSWORD_AUTH",
  "ALLOW_ADMIN_USER_PASSWORD_AUTH",
  "ALLOW_CUSTOM_AUTH",
  "ALLOW_USER_PASSWORD_AUTH",
  "ALLOW_USER_SRP_AUTH",
  "ALLOW_REFRESH_TOKEN_AUTH",
  "ALLOW_USER_AUTH",
]);

const maxUrls = 100;

/** The settings of a client that operations take. */
export type ClientInput = Omit<InputOf<"UpdateUserPoolClient">, "UserPoolId" | "ClientId" | "ClientName">;

/** A client whose settings are checked. */
interface CheckedClient {
  readonly poolId: string;
  readonly name: string;
  readonly hasSecret: boolean;
  readonly input: ClientInput;
  /** In the words of a refusal. */
  readonly occasion: "creating" | "updating";
}

/**
 * Refuses settings that the service refuses.
 *
 * Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_CreateUserPoolClient.html
 */
export function checkClientInput(
  pools: UserPools,
  { poolId, name, hasSecret, input, occasion }: CheckedClient,
): void {
  if (!/^[\w\s+=,.@-]{1,128}$/.test(name))
    throw violation(name, "clientName", "satisfy regular expression pattern: [\\w\\s+=,.@-]+");
  for (const [at, urls = []] of [
    ["callbackURLs", input.CallbackURLs],
    ["logoutURLs", input.LogoutURLs],
  ] as const) {
    if (urls.length > maxUrls)
      throw violation(urls.join(", "), at, `have length less than or equal to ${maxUrls}`);
    for (const url of urls) checkUrl(url);
  }
  const { DefaultRedirectURI: fallback, CallbackURLs: callbacks = [] } = input;
  if (fallback !== undefined && !callbacks.includes(fallback))
    throw refusals.invalid(`${fallback} is not in the list of callback URLs.`);
  for (const flow of input.ExplicitAuthFlows ?? []) {
    if (!flowNames.has(flow))
      throw violation(flow, "explicitAuthFlows", `satisfy enum value set: [${[...flowNames].join(", ")}]`);
  }
  checkAttributes(pools, poolId, input, occasion);
  checkOauth(input, hasSecret);
  checkScopes(pools, poolId, input.AllowedOAuthScopes ?? []);
  const providers = pools.model
    .ofType("aws_cognito_identity_provider")
    .filter(({ values }) => text(values, "user_pool_id") === poolId)
    .map(({ values }) => text(values, "provider_name"));
  for (const provider of input.SupportedIdentityProviders ?? []) {
    if (provider !== "COGNITO" && !providers.includes(provider))
      throw refusals.invalid(`The provider ${provider} does not exist for User Pool ${poolId}.`);
  }
}

/** The client may read and write attributes that the pool has. It must be able to write those that the pool requires. */
function checkAttributes(
  pools: UserPools,
  poolId: string,
  { ReadAttributes: reads = [], WriteAttributes: writes = [] }: ClientInput,
  occasion: string,
): void {
  const { attributes } = pools.requirePool(poolId).settings;
  const refuse = (kind: string) =>
    refusals.invalid(`Invalid ${kind} attributes specified while ${occasion} a client`);
  if (reads.some((name) => !attributes.has(name))) throw refuse("read");
  if (writes.some((name) => !attributes.has(name) || serviceUserAttributes.includes(name)))
    throw refuse("write");
  const required = [...attributes.values()].filter(({ name, isRequired }) => isRequired && name !== "sub");
  if (writes.length > 0 && required.some(({ name }) => !writes.includes(name))) throw refuse("write");
}

function checkOauth(
  { AllowedOAuthFlows: flows = [], AllowedOAuthScopes: scopes = [], ...input }: ClientInput,
  hasSecret: boolean,
): void {
  for (const flow of flows) {
    if (!["code", "implicit", "client_credentials"].includes(flow))
      throw violation(
        flow,
        "allowedOAuthFlows",
        "satisfy enum value set: [code, implicit, client_credentials]",
      );
  }
  const isMachine = flows.includes("client_credentials");
  const refuse = (message: string) => new ServiceError("InvalidOAuthFlowException", message);
  if (isMachine && flows.length > 1)
    throw refuse("client_credentials flow can not be selected along with code flow or implicit flow.");
  if (isMachine && !hasSecret)
    throw refuse("client_credentials flow can not be selected if client does not have a client secret.");
  if (input.AllowedOAuthFlowsUserPoolClient === true && (flows.length === 0 || scopes.length === 0))
    throw refuse(
      "AllowedOAuthFlows and AllowedOAuthScopes are required if user pool client is allowed to use OAuth flows.",
    );
}

function checkScopes(pools: UserPools, poolId: string, scopes: readonly string[]): void {
  const known = knownScopes(pools, poolId);
  for (const scope of scopes) {
    if (!known.includes(scope))
      throw new ServiceError("ScopeDoesNotExistException", `Invalid scope requested: ${scope}`);
  }
}

/** Accepts HTTPS, HTTP of this machine, and the scheme of an app; without a fragment. */
function checkUrl(url: string): void {
  if (!URL.canParse(url) || !url.includes("://"))
    throw refusals.invalid(`${url} is not a valid redirect URI.`);
  if (url.includes("#")) throw refusals.invalid(`${url} cannot contain a fragment.`);
  if (!isAppAddress(url)) throw refusals.invalid(`${url} cannot use the HTTP protocol.`);
}

/** Whether an address has a scheme that the service accepts: HTTP only for this machine. */
export function isAppAddress(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol !== "http:" || ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
}

function violation(value: string, at: string, rule: string): ServiceError {
  return refusals.invalid(
    `1 validation error detected: Value '${value}' at '${at}' failed to satisfy constraint: Member must ${rule}`,
  );
}
