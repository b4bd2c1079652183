import { type LocalCredentials, localCredentials, sessionCredentials } from "../wire/local-credentials";

/** The name that API Gateway gives its sessions. */
const sessionName = "BackplaneAssumeRoleSession";

/**
 * The credentials with which a gateway calls a service: those of the integration's role. Without a role, the developer's.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/permissions.html
 */
export function integrationCredentials(roleArn: string | undefined): LocalCredentials {
  const isRole = /^arn:[^:]+:iam::\d*:role\//.test(roleArn ?? "");
  return roleArn !== undefined && isRole ? sessionCredentials({ roleArn, sessionName }) : localCredentials;
}
