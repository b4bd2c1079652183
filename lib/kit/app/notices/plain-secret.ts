import type { IConstruct } from "constructs";
import { isUnresolved } from "../../core/tokens/unresolved";
import { stackOf } from "../scope/owner";

/** Notes that a secret is written into the configuration, unless it is a reference. */
export function notePlainSecret(
  where: IConstruct,
  prop: string,
  secret: unknown,
  instead = "read it from an SSM parameter instead",
): void {
  if (typeof secret !== "string" || isUnresolved(secret)) return;
  stackOf(where).app.addNotice(
    `serverform: ${prop} is in plain text in the configuration and in the Terraform state; ${instead}`,
    where,
  );
}
