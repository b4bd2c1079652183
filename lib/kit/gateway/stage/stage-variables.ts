import type { IConstruct } from "constructs";
import { type MapOf, present } from "../../core/checks/absence";
import { checkLimit, limits } from "../../core/limits";
import { fail } from "../errors";

/** Variables of a stage: settings that routes and functions read. */
export type StageVariables = MapOf<string>;

/**
 * Refuses variables of a stage that AWS does not accept. Undefined without variables.
 *
 * @param override - variables in an override of the stage
 */
export function planStageVariables(
  where: IConstruct,
  variables: StageVariables | undefined,
  override?: { readonly prop: string; readonly value: unknown },
): Readonly<Record<string, string>> | undefined {
  if (variables === undefined) return undefined;
  const prop = "stageVariables";
  if (override?.value !== undefined) fail(where, "props-exclude", prop, { other: override.prop });
  checkLimit(where, prop, variables, limits.aws_apigatewayv2_stage.stageVariables);
  const all = present(variables);
  return Object.keys(all).length === 0 ? undefined : all;
}
