import { jsonOf } from "../../../../facts/text/json";
import { VelocityText } from "../../vtl/velocity";
import { createExtensions } from "../utilities/extensions";
import type { HandlerEffects } from "../utilities/invocation";
import { EarlyReturn, ResolverError } from "../utilities/signals";
import { raising } from "./raising";
import { templateUtil } from "./template-util";

/** A mapping template of AppSync. */
export class MappingTemplate {
  private readonly text: VelocityText;

  /** @param name - what errors call it: `Query.notes, the request template` */
  constructor(
    text: string,
    private readonly name: string,
  ) {
    // A directive without arguments is a text for the engine.
    this.text = new VelocityText(text.replace(/#return\b(?!\s*\()/g, "#return()"), new Set());
  }

  /**
   * Renders the template and reads the JSON that it makes.
   *
   * Throws `ResolverError`, `UnauthorizedSignal` and `EarlyReturn`. Changes of the template to `$ctx.stash` are kept.
   */
  evaluate(context: Readonly<Record<string, unknown>>, effects: HandlerEffects): unknown {
    const rendered = this.render(context, effects);
    const trimmed = rendered.trim();
    if (trimmed === "") {
      throw new ResolverError("Template transformation yielded an empty response.", "MappingTemplate");
    }
    const value = jsonOf(trimmed);
    if (value !== undefined) return value;
    effects.log("error", `${this.name} is not JSON: ${trimmed.slice(0, 500)}`);
    throw new ResolverError(
      `Unable to transform: ${this.name} made a text that is not JSON.`,
      "MappingTemplate",
    );
  }

  private render(context: Readonly<Record<string, unknown>>, effects: HandlerEffects): string {
    // The engine adds places to the messages of errors; what was thrown first is what counts.
    let thrown: Error | undefined;
    const raise = (error: Error): never => {
      thrown ??= error;
      throw new Error("ended");
    };
    const util = templateUtil(effects, raise);
    const extensions = raising(createExtensions(effects), raise);
    try {
      return this.text.render({
        variables: { ctx: context, context, util, utils: util, extensions },
        owned: [extensions, util, ...Object.values(util).filter((each) => typeof each === "object")],
        directives: { return: (value?: unknown) => raise(new EarlyReturn(value ?? null, "NEXT")) },
      });
    } catch (error) {
      if (thrown !== undefined) throw thrown;
      effects.log("error", `${this.name} failed: ${(error as Error).message}`);
      throw new ResolverError(`Unable to transform: ${this.name} failed.`, "MappingTemplate");
    }
  }
}
