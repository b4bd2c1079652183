import { parseArnOf } from "../../facts/aws/arns";
import type { AccessKeys, LocalCredentials } from "../wire/local-credentials";

/** The names that API Gateway and AppSync give their sessions. */
const apiGatewaySession = "BackplaneAssumeRoleSession";
export const appSyncSession = "APPSYNC_ASSUME_ROLE";

/**
 * The credentials with which a gateway calls a service: those of the integration's role. Without a
 * role, the developer's.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/permissions.html
 */
export function integrationCredentials(
  keys: AccessKeys,
  roleArn: string | undefined,
  sessionName = apiGatewaySession,
): LocalCredentials {
  const isRole = parseArnOf("iam", roleArn ?? "")?.resource.startsWith("role/") === true;
  return roleArn !== undefined && isRole ? keys.ofSession({ roleArn, sessionName }) : keys.administrator;
}
