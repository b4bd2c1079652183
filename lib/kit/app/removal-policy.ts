/** The treatment of resources that hold data when they are removed from the application. */
export type RemovalPolicy = "destroy" | "retain" | "snapshot";

export const removalPolicies = ["destroy", "retain", "snapshot"] as const satisfies readonly RemovalPolicy[];

/** Whether the policy protects resources that hold data. */
export function isKept(policy: RemovalPolicy | undefined): boolean {
  return policy === "retain" || policy === "snapshot";
}
