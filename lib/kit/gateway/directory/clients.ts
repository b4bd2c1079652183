import type { CognitoUserPool } from "@cdktf/provider-aws/lib/cognito-user-pool";
import type { CognitoUserPoolClient } from "@cdktf/provider-aws/lib/cognito-user-pool-client";
import { type TerraformElement, TerraformResource, TerraformStack } from "cdktf";
import { Construct, type IConstruct } from "constructs";
import { isProviderObject } from "../../core/terraform/override";
import { resolveValue } from "../../core/tokens/resolve";
import { isUnresolved } from "../../core/tokens/unresolved";

/** A client of a user pool. */
export interface DirectoryClient {
  readonly id: string;
  /** The text to which its id resolves in its stack: each reference is another text. */
  readonly resolvedId: string;
  /** Whether it gets tokens for itself, without a user. */
  readonly isMachine: boolean;
  /** The scopes that it may request; undefined where they are not known. */
  readonly scopes: readonly string[] | undefined;
}

/** The scope of tokens that users get without the sign-in pages. Source: https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-access-token.html */
const signInScope = "aws.cognito.signin.user.admin";

/** The user pool that a directory creates; undefined where the app does not create it. */
export function findCreatedPool(directory: unknown): CognitoUserPool | undefined {
  if (!Construct.isConstruct(directory)) return undefined;
  const pool = directory.node.findAll().find((each) => isResource(each, "aws_cognito_user_pool"));
  return pool as unknown as CognitoUserPool | undefined;
}

/** All clients of the pool that a directory creates, also those that the caller creates beside it. */
export function directoryClients(directory: unknown): readonly DirectoryClient[] | undefined {
  const pool = findCreatedPool(directory);
  if (pool === undefined) return undefined;
  const poolId = resolveValue(pool, pool.id);
  return pool.node.root.node
    .findAll()
    .filter((each) => isResource(each, "aws_cognito_user_pool_client"))
    .map((each) => each as unknown as CognitoUserPoolClient)
    .filter((client) => resolveValue(client, client.userPoolIdInput) === poolId && !hasOwnPool(client, pool))
    .map(readClient);
}

/** The ids of the machine clients of a directory that may request one of the scopes, as references. */
export function machineClientIds(directory: unknown, scopes: readonly string[]): readonly string[] {
  const machines = (directoryClients(directory) ?? []).filter(({ isMachine }) => isMachine);
  const isMeant = machines.some((each) => each.scopes?.some((scope) => scopes.includes(scope)) ?? true);
  return isMeant ? machines.map(({ id }) => id) : [];
}

/** Whether a client of another stack belongs to a pool there, whose address is the same. */
function hasOwnPool(client: CognitoUserPoolClient, pool: CognitoUserPool): boolean {
  const stack = TerraformStack.of(client);
  if (stack === TerraformStack.of(pool)) return false;
  const pools = stack.node.findAll().filter((each) => isResource(each, "aws_cognito_user_pool"));
  return pools.some((each) => (each as TerraformElement).friendlyUniqueId === pool.friendlyUniqueId);
}

function readClient(client: CognitoUserPoolClient): DirectoryClient {
  const { allowedOauthFlowsInput: flows = [], allowedOauthScopesInput: given = [] } = client;
  const isMachine = flows.includes("client_credentials");
  const isKnown = ![...flows, ...given].some((each) => isUnresolved(each));
  const requested = flows.length === 0 ? [] : given;
  const scopes = isMachine ? requested : [...requested, signInScope];
  const { id } = client;
  return {
    id,
    resolvedId: String(resolveValue(client, id)),
    isMachine,
    scopes: isKnown ? scopes : undefined,
  };
}

/** Not a data source, whose type has the same name. */
export function isResource(construct: IConstruct, type: string): boolean {
  return isProviderObject(construct, type) && TerraformResource.isTerraformResource(construct);
}
