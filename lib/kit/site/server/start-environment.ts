import type { Construct } from "constructs";
import { defaultRuntime } from "../../../bundle";
import { Stack } from "../../app";
import { bindingEnvironment, requireBinding, takeBoundName } from "../../app/binding";
import { type BindingEntry, libraryEnvironment, splitEntry } from "../../function";

/**
 * The variables that the server of a site would have beside those of `environment`.
 *
 * Under `serverform start` a placeholder is deployed, and the server runs on the developer's machine: `serverform env` passes them.
 */
export class StartEnvironment {
  readonly variables: Record<string, string>;

  constructor(
    private readonly site: Construct,
    entries: readonly BindingEntry[] = [],
  ) {
    this.variables = { ...libraryEnvironment(Stack.of(site).app, defaultRuntime) };
    this.bind(entries);
  }

  /** Adds the variables of the constructs that the server is bound to. The entries have been checked. */
  bind(entries: readonly BindingEntry[]): void {
    entries.forEach((entry, index) => {
      const at = `bind[${index}]`;
      const { construct } = splitEntry(entry);
      const binding = requireBinding(this.site, at, construct, this.site);
      const name = takeBoundName(this.site, at, construct, binding);
      Object.assign(this.variables, bindingEnvironment(binding, name, this.site));
    });
  }
}
