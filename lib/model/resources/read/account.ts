import { accountOfRole } from "../../../facts/aws/arns";
import { exampleAccount } from "../example-account";
import type { Values } from "../model";
import { isValues, text, texts } from "../values";
import type { Declarations } from "./declarations";

/** The account that the AWS provider is restricted to, or else the example account. */
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
  return roles.flatMap((role) => accountOfRole(text(role, "role_arn") ?? "") ?? []);
}
