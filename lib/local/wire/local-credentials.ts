/**
 * Credentials that everybody on this machine may use.
 *
 * `iam` routes accept requests signed with them, and functions get them as their own. They open nothing in AWS.
 */
export const localCredentials = {
  accessKeyId: "LOCALACCESSKEY000000",
  secretAccessKey: "local-secret-access-key",
} as const;

/** Who signs with the local credentials, as far as events tell. */
export function localIdentity(account: string, partition = "aws") {
  return {
    accessKey: localCredentials.accessKeyId,
    accountId: account,
    callerId: "AIDALOCALUSER00000000",
    userArn: `arn:${partition}:iam::${account}:user/local`,
    userId: "AIDALOCALUSER00000000",
  } as const;
}
