import type { Credentials, CredentialsProvider } from "../../runtime/aws";
import type { AssumedRole, StackSettings, SynthesizedStack } from "../project/synthesized-stack";

/** Credentials are renewed this long before they expire. */
const marginMs = 5 * 60_000;

/**
 * The developer's credentials for a stage, from the same sources as Terraform: environment, profile, sign-in, and the roles of
 * the app's provider. A role of the command line replaces those.
 */
export function stageCredentials(
  region: string,
  roleArn: string | undefined,
  stacks: readonly Pick<SynthesizedStack, "settings">[],
): Promise<CredentialsProvider> {
  const { profile, roles = [] } = providerCredentials(stacks);
  return developerCredentials(region, roleArn === undefined ? roles : [{ roleArn }], profile);
}

/** The credentials for Terraform in the settings of the app's first stack. */
export function providerCredentials(
  stacks: readonly Pick<SynthesizedStack, "settings">[],
): NonNullable<StackSettings["credentials"]> {
  return stacks.find(({ settings }) => settings !== undefined)?.settings?.credentials ?? {};
}

/**
 * The credentials that the AWS SDK finds: environment, profile, sign-in. With roles, assumes them one after the other, and uses
 * the last one.
 *
 * They are requested again before they expire.
 */
export async function developerCredentials(
  region: string,
  roles: readonly AssumedRole[],
  profile?: string,
): Promise<CredentialsProvider> {
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= "true";
  const { STSClient } = await import("@aws-sdk/client-sts");
  const client = new STSClient({ region, ...(profile !== undefined && { profile }) });
  // The SDK caches and renews them.
  const own = (): Promise<Credentials> => client.config.credentials();
  return roles.reduce<CredentialsProvider>((before, role) => assumed(region, role, before), own);
}

function assumed(region: string, role: AssumedRole, before: CredentialsProvider): CredentialsProvider {
  let known: { readonly credentials: Credentials; readonly expiresAt: number } | undefined;
  return async () => {
    if (known !== undefined && Date.now() < known.expiresAt - marginMs) return known.credentials;
    const { AssumeRoleCommand, STSClient } = await import("@aws-sdk/client-sts");
    const client = new STSClient({ region, credentials: async () => before() });
    const command = new AssumeRoleCommand({
      RoleArn: role.roleArn,
      RoleSessionName: role.sessionName ?? "serverform",
      ...(role.externalId !== undefined && { ExternalId: role.externalId }),
      ...(role.sourceIdentity !== undefined && { SourceIdentity: role.sourceIdentity }),
    });
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
