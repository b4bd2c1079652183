import { TemplateUtil } from "../../../vtl/template-util";
import { VelocityText } from "../../../vtl/velocity";
import { contextObject } from "../../values/context-variables";
import type { RestRequestFacts } from "../../values/request-facts";
import { TemplateInput } from "./input";

/** The overrides of a template besides the body. */
export interface Overrides {
  readonly header: Readonly<Record<string, unknown>>;
  readonly path: Readonly<Record<string, unknown>>;
  readonly querystring: Readonly<Record<string, unknown>>;
  readonly status: unknown;
}

/** Result of a template. */
export interface Rendered {
  readonly text: string;
  readonly overrides: Overrides;
}

/** A mapping template, written in the Velocity Template Language. */
export interface VelocityTemplate {
  /** Throws for an invalid or failing template. */
  render(exchange: RestRequestFacts, body: string, of: "request" | "response"): Rendered;
}

/** Objects of the gateway; all other values have Java's methods. */
const gatewayObjects: readonly string[] = ["input", "util"];

/**
 * Parses a template on first use.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/models-mappings.html
 */
export function parseVelocityTemplate(text: string): VelocityTemplate {
  const template = new VelocityText(text, silent, true);
  return {
    render(exchange, body, of) {
      const context = contextObject(exchange);
      const override = { header: {}, path: {}, querystring: {}, status: undefined };
      context[`${of}Override`] = override;
      const variables: Record<string, unknown> = {
        context,
        input: new TemplateInput(body, exchange),
        stageVariables: { ...exchange.stage?.variables },
        util: new TemplateUtil(),
      };
      const owned = gatewayObjects.map((name) => variables[name]);
      return { text: template.render({ variables, owned }), overrides: override };
    },
  };
}

/** Unknown members of the gateway's objects render as empty text; other unknown variables render as written. */
const silent: ReadonlySet<unknown> = new Set(["context", "input", "stageVariables"]);
