import type { ResourceModel } from "../model/application";
import type { Place } from "../model/place";
import { attributeOf, code, compact, duration, isMap, listOf, type Value } from "../model/value";
import type { SourceNode } from "../source";
import { provided } from "./constructs/converter";
import type { TemplateScope } from "./intrinsics";

interface HttpAuthorizerFacts {
  readonly identitySource: Value;
  /** The issuer of tokens and their audience. Undefined for a function. */
  readonly jwt: { readonly issuer: Value; readonly audience: Value } | undefined;
  /** The function. Undefined if it is not in the application. */
  readonly target?: Value;
  readonly isSimple?: boolean;
  readonly ttlSeconds?: Value;
}

/** The authorizers of an HTTP API, by their names. `missing` describes a function that was not found. */
export function httpAuthorizers(
  node: SourceNode | undefined,
  scope: TemplateScope,
  missing: string,
  factsOf: (node: SourceNode, name: string) => HttpAuthorizerFacts,
): Value {
  if (node === undefined) return undefined;
  const made = node.entries.map(([name, each]): readonly [string, Value] => {
    const { identitySource: source, jwt, target, isSimple, ttlSeconds } = factsOf(each, name);
    const identitySource = httpIdentitySource(source);
    if (jwt !== undefined) {
      const { issuer, audience } = jwt;
      return [name, compact({ type: "jwt", identitySource, jwt: { issuer, audience: listOf(audience) } })];
    }
    if (target === undefined)
      scope.findings.todo(
        each.place,
        `The authorizer \`${name}\` ${missing}: declare it in \`authorizers\`.`,
      );
    return [
      name,
      compact({
        type: "fn",
        function: target,
        responseTypes: isSimple === true ? ["simple"] : undefined,
        identitySource,
        resultsCacheTtl: String(ttlSeconds) === "0" ? undefined : duration(ttlSeconds),
      }),
    ];
  });
  return Object.fromEntries(made);
}

/** The identity sources of an authorizer of an HTTP API; undefined for the default of `Api`. */
function httpIdentitySource(source: Value): Value {
  return source === undefined || source === "$request.header.Authorization" ? undefined : listOf(source);
}

interface UsagePlan {
  readonly api: string;
  readonly place: Place;
  readonly throttle: Value;
  readonly quota: Value;
  /** Names and values of keys. */
  readonly keys: readonly Value[];
}

/** A usage plan of the provider for the stage of an API, with its keys. */
export function usagePlan({ api, place, throttle, quota, keys }: UsagePlan): readonly ResourceModel[] {
  const name = `${api}UsagePlan`;
  const plan = provided({ name, place }, "api-gateway-usage-plan", {
    name: code(`stack.app.logicalPrefixedName(${JSON.stringify(name)})`),
    apiStages: [{ apiId: attributeOf(api, "", place), stage: attributeOf(api, "Stage", place) }],
    throttleSettings: throttle,
    quotaSettings: quota,
  });
  return [
    plan,
    ...keys.flatMap((key, index) => {
      const own = { name: `${api}Key${index + 1}`, place };
      const given = isMap(key) ? key : { name: key };
      return [
        provided(own, "api-gateway-api-key", compact(given) ?? {}),
        provided({ name: `${name}Key${index + 1}`, place }, "api-gateway-usage-plan-key", {
          keyId: attributeOf(own.name, "", place),
          keyType: "API_KEY",
          usagePlanId: attributeOf(name, "", place),
        }),
      ];
    }),
  ];
}
