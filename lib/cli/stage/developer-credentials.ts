import type { Credentials, CredentialsProvider } from "../../runtime/aws/credentials";

/** Credentials are renewed this long before they expire. */
const marginMs = 5 * 60_000;

/**
 * The developer's credentials, as the AWS SDK finds them: environment, profile, sign-in. With a role, those of the role.
 *
 * They are asked for again before they expire.
 */
export async function developerCredentials(
  region: string,
  roleArn: string | undefined,
): Promise<CredentialsProvider> {
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= "true";
  const { AssumeRoleCommand, STSClient } = await import("@aws-sdk/client-sts");
  const client = new STSClient({ region });
  // The SDK keeps them, and renews them when they expire.
  const own = (): Promise<Credentials> => client.config.credentials();
  if (roleArn === undefined) return own;
  let known: { readonly credentials: Credentials; readonly expiresAt: number } | undefined;
  return async () => {
    if (known !== undefined && Date.now() < known.expiresAt - marginMs) return known.credentials;
    const command = new AssumeRoleCommand({ RoleArn: roleArn, RoleSessionName: "serverform" });
    const { Credentials: given } = await client.send(command);
    known = {
      credentials: {
        accessKeyId: given?.AccessKeyId ?? "",
        secretAccessKey: given?.SecretAccessKey ?? "",
        ...(given?.SessionToken !== undefined && { sessionToken: given.SessionToken }),
      },
      expiresAt: given?.Expiration?.getTime() ?? Date.now(),
    };
    return known.credentials;
  };
}
