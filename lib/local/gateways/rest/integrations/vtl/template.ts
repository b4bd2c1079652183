import { contextObject } from "../../values/context-variables";
import type { RestRequestFacts } from "../../values/request-facts";
import { TemplateInput } from "./input";
import { callMethod } from "./java-methods";
import { TemplateUtil } from "./util";

/** What a template overrides besides the body. */
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

type Velocity = typeof import("velocityjs");
type Ast = ReturnType<Velocity["parse"]>;

/** Objects of the gateway; all other values have Java's methods. */
const gatewayObjects: readonly string[] = ["input", "util"];

/**
 * Parses a template on first use.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/models-mappings.html
 */
export function parseVelocityTemplate(text: string): VelocityTemplate {
  let ast: Ast | undefined;
  return {
    render(exchange, body, of) {
      const { parse, Compile } = loadVelocity();
      ast ??= silenced(parse(text));
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
      const rendered = new Compile(ast, {
        customMethodHandlers: [
          {
            uid: "java",
            match: ({ context: value }: { readonly context: unknown }) => !owned.includes(value),
            resolve: ({ context: value, property, params }) => callMethod(value, property, params),
          },
        ],
      }).render(variables);
      return { text: rendered, overrides: override };
    },
  };
}

let velocity: Velocity | undefined;

/** Loaded on demand, for APIs with templates. */
function loadVelocity(): Velocity {
  velocity ??= require("velocityjs") as Velocity;
  return velocity;
}

const silent: ReadonlySet<unknown> = new Set(["context", "input", "stageVariables"]);

/** Unknown members of the gateway's objects render as empty text; other unknown variables render as written. */
function silenced(ast: Ast): Ast {
  const walk = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    if ("type" in node && node.type === "references" && "id" in node && silent.has(node.id)) {
      (node as { leader?: string }).leader = "$!";
    }
    for (const child of Object.values(node)) walk(child);
  };
  walk(ast);
  return ast;
}
