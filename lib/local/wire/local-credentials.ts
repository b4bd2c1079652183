/**
 * The local credentials, which any program on this machine may use.
 *
 * `iam` routes accept requests that are signed with them, and functions receive them. They are not valid in AWS.
 */
export const localCredentials = {
  accessKeyId: "LOCALACCESSKEY000000",
  secretAccessKey: "local-secret-access-key",
} as const;

/** The identity of the local credentials, for events. */
export function localIdentity(account: string, partition = "aws") {
  return {
    accessKey: localCredentials.accessKeyId,
    accountId: account,
    callerId: "AIDALOCALUSER00000000",
    userArn: `arn:${partition}:iam::${account}:user/local`,
    userId: "AIDALOCALUSER00000000",
  } as const;
}

export type LocalIdentity = ReturnType<typeof localIdentity>;
