import { text, textMap, type Values } from "../../../../model";
import { type ParameterSource, parseSource } from "../values/parameter-source";
import { parseVelocityTemplate, type VelocityTemplate } from "./vtl/template";

type Parameters = readonly (readonly [name: string, source: ParameterSource])[];

/** The mapping of a request to the request of the integration. */
export interface RequestMapping {
  readonly headers: Parameters;
  readonly query: Parameters;
  readonly path: Parameters;
  readonly templates: RequestTemplates;
  readonly contentHandling: ContentHandling | undefined;
}

export type ContentHandling = "CONVERT_TO_BINARY" | "CONVERT_TO_TEXT";

const key = /^integration\.request\.(header|querystring|path)\.(.+)$/;

/** Reads `request_parameters` and `request_templates` of an integration. */
export function readRequestMapping(values: Values): RequestMapping {
  const all = Object.entries(textMap(values, "request_parameters")).flatMap(([at, source]) => {
    const [, place, name] = key.exec(at) ?? [];
    return place === undefined || name === undefined ? [] : [{ place, name, source: parseSource(source) }];
  });
  const of = (wanted: string): Parameters =>
    all.flatMap(({ place, name, source }) => (place === wanted ? [[name, source] as const] : []));
  return {
    headers: of("header"),
    query: of("querystring"),
    path: of("path"),
    templates: new RequestTemplates(
      textMap(values, "request_templates"),
      text(values, "passthrough_behavior") ?? "WHEN_NO_MATCH",
    ),
    contentHandling: readContentHandling(values),
  };
}

export function readContentHandling(values: Values): ContentHandling | undefined {
  const handling = text(values, "content_handling");
  return handling === "CONVERT_TO_BINARY" || handling === "CONVERT_TO_TEXT" ? handling : undefined;
}

/** The treatment of a body: it is mapped, passed through, or refused. */
export type BodyRule =
  | { readonly rule: "map"; readonly contentType: string; readonly template: VelocityTemplate }
  | { readonly rule: "pass" }
  | { readonly rule: "refuse" };

/**
 * The mapping templates of requests, by content type.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/integration-passthrough-behaviors.html
 */
class RequestTemplates {
  private readonly rules: ReadonlyMap<string, BodyRule>;
  private readonly otherwise: BodyRule;

  constructor(templates: Readonly<Record<string, string>>, passthroughBehavior: string) {
    this.rules = new Map(
      Object.entries(templates).map(([type, template]) => {
        const contentType = type.toLowerCase();
        return [contentType, { rule: "map", contentType, template: parseVelocityTemplate(template) }];
      }),
    );
    const passes =
      passthroughBehavior === "WHEN_NO_MATCH" ||
      (passthroughBehavior === "WHEN_NO_TEMPLATES" && this.rules.size === 0);
    this.otherwise = { rule: passes ? "pass" : "refuse" };
  }

  /** A body without a content type counts as JSON. */
  ruleFor(contentType: string | undefined): BodyRule {
    return this.rules.get(contentType ?? "application/json") ?? this.otherwise;
  }
}
