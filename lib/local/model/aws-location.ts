import type { Values } from "./model";
import type { Declarations } from "./read/declarations";
import { isValues, text, texts } from "./values";

/** Where resources would be. */
export interface AwsLocation {
  readonly region: string;
  readonly account: string;
  readonly partition: string;
  /** `amazonaws.com`, or China's. */
  readonly dnsSuffix: string;
}

/** The account that invented ARNs name, as in AWS's own documentation. */
const exampleAccount = "123456789012";

export function locationIn(region: string, account: string): AwsLocation {
  if (region.startsWith("cn-"))
    return { region, account, partition: "aws-cn", dnsSuffix: "amazonaws.com.cn" };
  const partition = region.startsWith("us-gov-") ? "aws-us-gov" : "aws";
  return { region, account, partition, dnsSuffix: "amazonaws.com" };
}

/** The account that a provider is bound to, where the JSON says so. */
export function accountOf(stacks: readonly Declarations[]): string {
  const providers = stacks.flatMap(({ providers }) => providers.get("aws") ?? []);
  const found = providers.flatMap((provider) => [
    ...texts(provider, "allowed_account_ids"),
    ...roleAccounts(provider),
  ]);
  return found.find((account) => /^\d{12}$/.test(account)) ?? exampleAccount;
}

function roleAccounts(provider: Values): readonly string[] {
  const roles = [provider.assume_role].flat().filter(isValues);
  return roles.flatMap((role) => /^arn:[^:]*:iam::(\d{12}):/.exec(text(role, "role_arn") ?? "")?.[1] ?? []);
}
