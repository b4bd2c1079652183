import { SsmParameter } from "@cdktf/provider-aws/lib/ssm-parameter";
import type { IConstruct } from "constructs";
import { madeFromReference } from "../names/made-from-reference";
import { bindingParameterName, bindingTarget, isBindable, type ParameterScope } from ".";

/** An app, as far as its parameters need it. */
interface AppOfParameters extends IConstruct, ParameterScope {
  readonly bindingParameters: boolean;
}

/**
 * Stores the variables of all bindings as SSM parameters, for code that does not run in functions.
 *
 * Values of secrets are left out: the command line writes them, never Terraform.
 */
export function addBindingParameters(app: AppOfParameters): void {
  if (!app.bindingParameters) return;
  for (const construct of app.node.findAll().filter(isBindable)) {
    if (madeFromReference in construct) continue;
    const binding = construct[bindingTarget]();
    for (const [variable, value] of Object.entries(binding.variables)) {
      const id = `Binding_${variable}`;
      // A Userbase stores its ids itself if its own triggers read them.
      if (typeof value !== "string" || construct.node.tryFindChild(id) !== undefined) continue;
      new SsmParameter(construct, id, {
        name: bindingParameterName(app, binding, variable),
        type: "String",
        value,
      });
    }
  }
}
