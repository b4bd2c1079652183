import type { CognitoUserPool } from "@cdktf/provider-aws/lib/cognito-user-pool";
import type { CognitoUserPoolClient } from "@cdktf/provider-aws/lib/cognito-user-pool-client";
import { TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import { checkKeys, propKeys } from "../../core/checks/check";
import { knownItems, parseItems } from "../../core/checks/list";
import { refuseValue } from "../../core/errors";
import { audienceLimit, checkEach, isWebAddress } from "../../core/limits";
import { quotas } from "../../core/quotas";
import { resolveValue } from "../../core/tokens/resolve";
import { isUnresolved } from "../../core/tokens/unresolved";
import type { AuthorizerDeclaration } from "../authorizer-kind";
import { isResource } from "../directory/clients";
import { fail } from "../errors";
import type { ApiJwt } from "./props";

/** The tokens that an authorizer accepts. */
export interface AcceptedTokens {
  readonly issuer: string;
  readonly audience: string[];
}

const jwtKeys = propKeys<ApiJwt>()({ issuer: "text", audience: "texts" });

/** Refuses an issuer and recipients that no token can have. Undefined where they are left out and not required. */
export function planJwt<Config>(
  { api, prop }: AuthorizerDeclaration<Config>,
  jwt: ApiJwt | undefined,
  isRequired: boolean,
): AcceptedTokens | undefined {
  if (jwt === undefined) {
    if (!isRequired) return undefined;
    return fail(api, "authorizer-part-missing", `${prop}.jwt`, {
      type: "jwt",
      example: 'jwt: { issuer: "https://login.example.com", audience: ["my-app"] }',
    });
  }
  checkKeys(api, `${prop}.jwt`, jwt, jwtKeys);
  const { issuer, audience: given } = jwt;
  if (!issuer) {
    fail(api, "prop-required", `${prop}.jwt.issuer`, {
      remedy: 'Name the issuer of the tokens: "https://login.example.com".',
    });
  }
  checkIssuer({ api, prop }, issuer);
  if (!given || given.length === 0) {
    fail(api, "prop-required", `${prop}.jwt.audience`, {
      remedy: 'Name the recipients of the tokens: ["my-app"].',
    });
  }
  const audience = parseItems(api, `${prop}.jwt.audience`, given);
  const { audiencesPerJwtAuthorizer: limit } = quotas;
  const known = knownItems(audience);
  const { length: count } = known;
  checkEach(api, `${prop}.jwt.audience`, known, audienceLimit);
  if (count > limit) fail(api, "quota-exceeded", `${prop}.jwt.audience`, { what: "audiences", count, limit });
  // A token for a resource names the address of the resource.
  const clients = known.map((each) => (each.includes("://") ? undefined : each));
  checkRecipients(api, `${prop}.jwt.audience`, issuer, clients);
  return { issuer, audience: [...audience] };
}

/**
 * Refuses an address at which AWS does not look for keys. A server on this machine is for `serverform local`.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-jwt-authorizer.html
 */
function checkIssuer(
  { api, prop }: Pick<AuthorizerDeclaration<unknown>, "api" | "prop">,
  value: unknown,
): void {
  if (isUnresolved(value)) return;
  const isAddress =
    typeof value === "string" &&
    /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1)(:|\/|$))[^?#]*$/.test(value) &&
    isWebAddress(value);
  if (isAddress) return;
  const expected = 'the address of the issuer with https://, such as "https://login.example.com"';
  refuseValue(api, `${prop}.jwt.issuer`, value, expected);
}

/**
 * Refuses recipients that are not clients of the pool that issues the tokens, so no caller would be allowed. A pool of another
 * stack, or one that the app does not create, has clients that are not known here.
 *
 * @param issuer - the id of the pool, or a text with it
 * @param clientIds - undefined for recipients that need not be clients
 */
export function checkRecipients(
  api: Construct,
  prop: string,
  issuer: string,
  clientIds: readonly (string | undefined)[],
): void {
  if (!isUnresolved(issuer)) return;
  const stack = TerraformStack.of(api);
  const local = stack.node.findAll();
  const pools = local.filter((each) => isResource(each, "aws_cognito_user_pool"));
  const found = pools.find((each) =>
    namesPool(resolveValue(api, issuer), each as unknown as CognitoUserPool),
  );
  if (found === undefined) return;
  const pool = found as unknown as CognitoUserPool;
  const clients = local
    .filter((each) => isResource(each, "aws_cognito_user_pool_client"))
    .map((each) => each as unknown as CognitoUserPoolClient);
  clientIds.forEach((id, index) => {
    if (id === undefined) return;
    const where = `${prop}[${index}]`;
    if (!isUnresolved(id)) fail(api, "recipient-unknown", where, { value: id, pool: pool.node.path });
    const text = resolveValue(api, id);
    const client = clients.find((each) => resolveValue(each, each.id) === text);
    if (client === undefined) return;
    const owner = resolveValue(client, client.userPoolIdInput);
    if (!isUnresolved(client.userPoolIdInput) || namesPool(owner, pool)) return;
    fail(api, "recipient-elsewhere", where, { client: client.node.path, pool: pool.node.path });
  });
}

/** Whether a text refers to a pool: `https://cognito-idp.eu-west-1.amazonaws.com/${aws_cognito_user_pool.Users.id}`. */
function namesPool(text: unknown, pool: CognitoUserPool): boolean {
  return String(text).includes(`\${aws_cognito_user_pool.${pool.friendlyUniqueId}.`);
}
