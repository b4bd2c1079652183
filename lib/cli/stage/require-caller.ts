import { explainAwsError } from "../aws/aws-errors";
import { fail } from "../aws/errors";
import { credentialsConfigured, fetchCallerIdentity } from "../project/caller-identity";
import { cloudWorkspace, requiredProviders } from "../project/stack-template";
import type { SynthesizedStack } from "../project/synthesized-stack";
import { providerCredentials } from "./developer-credentials";

/**
 * Refuses to continue without valid credentials, before Terraform downloads providers and starts.
 *
 * Skips the check if no stack uses AWS, if a stack's provider has its own keys or endpoints, as for an emulator, or if Terraform
 * runs in Terraform Cloud, which has its own credentials.
 *
 * @param where - the command: `serverform deploy`
 */
export async function requireCaller(where: string, stacks: readonly SynthesizedStack[]): Promise<void> {
  if (!stacks.some(usesCaller)) return;
  const { profile } = providerCredentials(stacks);
  const environment = profile === undefined ? process.env : { ...process.env, AWS_PROFILE: profile };
  try {
    const caller = await fetchCallerIdentity(process.env, profile);
    // Without an answer in time, Terraform decides, which waits longer.
    if (caller !== undefined || credentialsConfigured(process.env)) return;
  } catch (error) {
    throw explainAwsError(error, where, environment);
  }
  fail(where, "aws-credentials-missing", "credentials", {
    reason: "the environment and the files of the AWS CLI have none",
  });
}

function usesCaller(stack: SynthesizedStack): boolean {
  if (requiredProviders(stack).aws === undefined || cloudWorkspace(stack) !== undefined) return false;
  const { aws = [] } = Object(stack.template.provider) as { readonly aws?: readonly object[] };
  return !aws.some(
    (block) => "access_key" in block || "endpoints" in block || "skip_credentials_validation" in block,
  );
}
