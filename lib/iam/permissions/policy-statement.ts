import { checkKeys } from "../../core/check";
import { parseStatement } from "./parse-statement";
import type { Conditions, Effect, PolicyStatementProps } from "./statement";
import { policyStatementMark } from "./statement";

/**
 * A policy statement, for permissions that the other entries of `permissions` cannot express.
 *
 * @example
 * new PolicyStatement({
 *   actions: ["s3:GetObject"],
 *   resources: [`${bucket.bucketArn}/public/*`],
 * });
 */
export class PolicyStatement implements PolicyStatementProps {
  readonly [policyStatementMark] = true;
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  readonly effect: Effect;
  readonly conditions?: Conditions;

  constructor(props: PolicyStatementProps) {
    checkKeys("PolicyStatement", "props", props, ["actions", "resources", "effect", "conditions"]);
    const statement = parseStatement("PolicyStatement", "props", props);
    this.actions = statement.actions;
    this.resources = statement.resources;
    this.effect = statement.effect;
    this.conditions = statement.conditions;
  }
}
