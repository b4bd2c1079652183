import { SsmParameter } from "@cdktf/provider-aws/lib/ssm-parameter";
import type { App } from "../app";
import { madeFromReference } from "../made-from-reference";
import { bindingTarget, isBindable, parameterName } from ".";

/**
 * Stores what `bind` would give as SSM parameters, for tools outside of functions.
 *
 * A secret's value is written by the command line, never by Terraform: its variable is no text here.
 */
export function addBindingParameters(app: App): void {
  if (!app.bindingParameters) return;
  for (const construct of app.node.findAll().filter(isBindable)) {
    if (madeFromReference in construct) continue;
    const binding = construct[bindingTarget]();
    for (const [variable, value] of Object.entries(binding.variables)) {
      const id = `Binding_${variable}`;
      // A user directory has stored its ids already when its own triggers read them.
      if (typeof value !== "string" || construct.node.tryFindChild(id) !== undefined) continue;
      new SsmParameter(construct, id, { name: parameterName(app, binding, variable), type: "String", value });
    }
  }
}
