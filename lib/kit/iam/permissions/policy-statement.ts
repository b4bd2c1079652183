import { collectProblems } from "../../../facts/errors/problems";
import { acceptedKeys, propKeys } from "../../core/checks/check";
import { parseStatement } from "./parse-statement";
import type { Conditions, Effect, PolicyStatementProps } from "./statement";
import { policyStatementMark } from "./statement";

const statementKeys = propKeys<PolicyStatementProps>()({
  sid: true,
  effect: true,
  actions: true,
  notActions: true,
  resources: true,
  notResources: true,
  conditions: true,
});

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
  readonly sid?: string | undefined;
  readonly effect: Effect;
  readonly actions?: readonly string[] | undefined;
  readonly notActions?: readonly string[] | undefined;
  readonly resources?: readonly string[] | undefined;
  readonly notResources?: readonly string[] | undefined;
  readonly conditions?: Conditions | undefined;

  constructor(props: PolicyStatementProps) {
    const statement = collectProblems(() =>
      parseStatement(
        "PolicyStatement",
        "props",
        acceptedKeys("PolicyStatement", "props", props, statementKeys),
      ),
    );
    this.sid = statement.sid;
    this.effect = statement.effect;
    // Either a list or its negation is given.
    this.actions = statement.notActions === undefined ? statement.actions : undefined;
    this.notActions = statement.notActions;
    this.resources = statement.notResources === undefined ? statement.resources : undefined;
    this.notResources = statement.notResources;
    this.conditions = statement.conditions;
  }
}
