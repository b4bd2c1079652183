import type { IConstruct } from "constructs";
import { isLibraryError, withProp } from "../../facts/errors/error";
import { collectProblems, failTogether, singleProblems, together } from "../../facts/errors/problems";
import { withoutUndefined } from "../core/checks/absence";
import { resolvePermissions } from "../iam/permissions";
import { checkBindings } from "./binding-entry";
import { checkFunctionProps } from "./check";
import { parseAsyncInvoke } from "./invocation/async-invoke";
import { parseLayers } from "./layer/layers";
import type { FunctionProps } from "./props";
import { parseResources } from "./settings/resources";

/**
 * Refuses defaults that no function can have, at their declaration instead of with the first function.
 *
 * Props that need others, such as a handler or a VPC, are checked with each function.
 *
 * @param owner - the app or the stack
 */
export function checkDefaultProps(owner: IConstruct, method: string, given: Partial<FunctionProps>): void {
  const where = owner.node.path || "app";
  try {
    collectProblems(() => {
      const handler = "functions/default.handler";
      const props = checkFunctionProps(where, { handler, ...withoutUndefined(given) });
      const { retryAttempts, maxEventAge, permissions = [], layers = [], bind = [], config = [] } = props;
      together(
        () => parseResources(where, props),
        () => parseAsyncInvoke(where, "", { retryAttempts, maxEventAge }, owner),
        () => resolvePermissions(where, "permissions", permissions),
        () => checkBindings(where, "bind", bind),
        () => checkBindings(where, "config", config),
      );
      parseLayers({ where, scope: owner, prop: "layers", region: undefined }, layers)();
    });
  } catch (error) {
    if (!isLibraryError(error)) throw error;
    failTogether(singleProblems(error).map((each) => withProp(each, `${method}(${each.prop})`)));
  }
}
