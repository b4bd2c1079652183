import type { CognitoUserPool } from "@cdktf/provider-aws/lib/cognito-user-pool";
import type { CognitoUserPoolClient } from "@cdktf/provider-aws/lib/cognito-user-pool-client";
import { TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import { resolveValue } from "../../core/tokens/resolve";
import { isUnresolved } from "../../core/tokens/unresolved";
import { isResource } from "../directory-clients";
import { fail } from "../errors";

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
