import { TerraformResource } from "cdktf";
import type { Construct } from "constructs";
import { Stack } from "../../../kit/app";
import {
  asList,
  checkInteger,
  checkObject,
  checkPartNames,
  isUnresolved,
  present,
  propKeys,
  refuseValue,
} from "../../../kit/core";
import { domainTypes } from "../../../kit/gateway";
import { fail } from "../errors";
import type { RestV1ApiCustomDomainProps, RestV1ApiRoutingRule } from "./props";

/** Rules by the caller's names. */
export type RoutingRules = ReadonlyMap<string, RestV1ApiRoutingRule>;

const ruleKeys = propKeys<RestV1ApiRoutingRule>()({
  priority: true,
  headers: "map",
  basePaths: true,
  stripBasePath: "boolean",
});

/** The version whose schema is known here; 6.29 had the first one. */
const providerVersion = "6.66";
// Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/rest-api-routing-rules.html
const maxPriority = 1_000_000;
const maxHeaders = 2;
const headerName = /^[A-Za-z0-9*?!#$%&'.^_`|~-]{1,39}$/;
const headerGlob = /^\*?[A-Za-z0-9?!#$%&'.^_`|~-]{1,125}\*?$/;
const basePath = /^[A-Za-z0-9$\-_.+!*'()]+(\/[A-Za-z0-9$\-_.+!*'()]+)*$/;

const idOf = (name: string): string => `Rule_${name}`;

/** Refuses routing rules that cannot work. */
export function checkRoutingRules(
  api: Construct,
  prop: string,
  given: RestV1ApiCustomDomainProps["rules"],
): RoutingRules {
  if (given === undefined) return new Map();
  checkPartNames(api, given, {
    owner: api,
    part: "rule",
    prop,
    isTaken: () => false,
    idsOf: (name) => [idOf(name)],
  });
  const rules = Object.entries(present(given));
  for (const [name, rule] of rules) checkRule(api, `${prop}[${JSON.stringify(name)}]`, rule);
  if (rules.length > 0 && !Stack.of(api).hasProvider(providerVersion)) {
    fail(api, "rest-provider-older", prop, { value: Object.keys(given), version: providerVersion });
  }
  return new Map(rules);
}

function checkRule(api: Construct, prop: string, rule: RestV1ApiRoutingRule): void {
  const expected = '{ priority: 10, headers: { "x-version": "beta" } }';
  checkObject(api, prop, rule, ruleKeys, expected);
  const { priority, headers = {}, basePaths } = rule as RestV1ApiRoutingRule;
  checkInteger(api, `${prop}.priority`, priority, 1, maxPriority);
  const named = Object.entries(present(headers));
  if (named.length > maxHeaders) {
    fail(api, "out-of-range", `${prop}.headers`, {
      value: named.length,
      range: `1 to ${maxHeaders} headers`,
    });
  }
  for (const [name, globs] of named)
    checkHeader(api, `${prop}.headers[${JSON.stringify(name)}]`, name, globs);
  if (basePaths === undefined) return;
  const list = basePaths as unknown;
  if (!Array.isArray(list) || list.length === 0) {
    refuseValue(api, `${prop}.basePaths`, list, 'an array of paths: ["orders"]');
  }
  asList<unknown>(list).forEach((value, index) => {
    if (isText(value, basePath)) return;
    const wanted = 'a path without a slash at either end, such as "orders"';
    refuseValue(api, `${prop}.basePaths[${index}]`, value, wanted);
  });
}

function checkHeader(api: Construct, prop: string, name: string, globs: unknown): void {
  if (!headerName.test(name)) refuseValue(api, prop, name, "a header name of up to 39 characters");
  const all = Array.isArray(globs) ? globs : [globs];
  const expected = 'a value with * at most at its ends, such as "beta" or "beta-*", or an array of them';
  if (all.length === 0 || !all.every((glob) => isText(glob, headerGlob))) {
    refuseValue(api, prop, globs, expected);
  }
}

/** The priorities of rules, by the names of the rules. */
export function prioritiesOf(rules: RoutingRules): ReadonlyMap<string, number> {
  return new Map([...rules].map(([name, { priority }]) => [name, priority]));
}

const isText = (value: unknown, form: RegExp): boolean =>
  typeof value === "string" && (isUnresolved(value) || form.test(value));

/** The target of a rule, and its domain. */
export interface RoutedStage {
  readonly domainName: string;
  readonly apiId: string;
  readonly stage: string;
}

/** `aws_apigatewayv2_routing_rule`, which `@cdktf/provider-aws` has no class for. */
class RoutingRule extends TerraformResource {
  constructor(
    scope: Construct,
    id: string,
    private readonly attributes: Record<string, unknown>,
  ) {
    super(scope, id, { terraformResourceType: "aws_apigatewayv2_routing_rule" });
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return this.attributes;
  }
}

/** Creates the rules that lead to a stage. */
export function createRoutingRules(
  scope: Construct,
  rules: RoutingRules,
  { domainName, apiId, stage }: RoutedStage,
): void {
  for (const [name, { priority, headers = {}, basePaths, stripBasePath }] of rules) {
    const matched = Object.entries(present(headers)).map(([header, globs]) => ({
      match_headers: [
        {
          any_of: (typeof globs === "string" ? [globs] : [...globs]).map((glob) => ({
            header,
            value_glob: glob,
          })),
        },
      ],
    }));
    const paths = basePaths === undefined ? [] : [{ match_base_paths: [{ any_of: [...basePaths] }] }];
    new RoutingRule(scope, idOf(name), {
      domain_name: domainName,
      priority,
      condition: [...matched, ...paths],
      action: [{ invoke_api: [{ api_id: apiId, stage, strip_base_path: stripBasePath }] }],
    });
  }
}

const modes: Readonly<Record<string, string>> = {
  [domainTypes.v1]: "ROUTING_RULE_THEN_BASE_PATH_MAPPING",
  [domainTypes.v2]: "ROUTING_RULE_THEN_API_MAPPING",
};

/** Lets a domain of the app look at rules, unless its config says something else. Another domain has a mode of its own. */
export function enableRoutingRules(domain: object | undefined): void {
  if (domain === undefined || !TerraformResource.isTerraformResource(domain)) return;
  const { routingModeInput } = domain as { readonly routingModeInput?: unknown };
  const mode = modes[domain.terraformResourceType];
  if (routingModeInput === undefined && mode !== undefined) domain.addOverride("routing_mode", mode);
}
