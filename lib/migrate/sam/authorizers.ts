import { httpAuthorizers } from "../cloudformation/apis";
import { type TemplateScope, toValue } from "../cloudformation/intrinsics";
import { compact, duration, firstReference, objectOf, type Value } from "../model/value";
import { poolId } from "../serverless/authorizers";
import { itemsOf, reportOthers, type SourceNode } from "../source";

/** A function of the template, by its ARN. */
function functionOf(node: SourceNode | undefined, scope: TemplateScope): Value {
  const found = firstReference(toValue(node, scope));
  return found && objectOf(found.target, found.place);
}

export function restAuthorizers(node: SourceNode | undefined, scope: TemplateScope): Value {
  if (node === undefined) return undefined;
  const made = node.entries.map(([name, each]): readonly [string, Value] => {
    reportKeys(name, each, authorizerKeys, scope);
    const identity = each.get("Identity");
    const ttl = toValue(identity?.get("ReauthorizeEvery"), scope) ?? 300;
    const pool = each.get("UserPoolArn");
    const resultsCacheTtl = String(ttl) === "0" ? undefined : duration(ttl);
    if (pool !== undefined) {
      reportKeys(name, identity, ["Header", "ReauthorizeEvery"], scope);
      const userPoolIds = itemsOf(pool).map((item) => poolId(toValue(item, scope)));
      return [name, { type: "user_pools", userPoolIds }];
    }
    const target = functionOf(each.get("FunctionArn"), scope);
    if (target === undefined)
      scope.findings.todo(
        each.place,
        `The authorizer \`${name}\` is not a function of the template: declare it in \`authorizers\`.`,
      );
    if (each.get("FunctionPayloadType")?.text !== "REQUEST") {
      reportKeys(name, identity, ["Header", "ReauthorizeEvery", "ValidationExpression"], scope);
      const header = identity?.get("Header")?.text;
      const identitySource =
        header === undefined || header === "Authorization" ? undefined : `method.request.header.${header}`;
      return [
        name,
        compact({
          type: "fn_token",
          function: target,
          resultsCacheTtl,
          identitySource,
          validationRegex: toValue(identity?.get("ValidationExpression"), scope),
        }),
      ];
    }
    reportKeys(name, identity, [...Object.keys(requestSources), "ReauthorizeEvery"], scope);
    const sources = (["Headers", "QueryStrings", "Context", "StageVariables"] as const).flatMap((key) =>
      (identity?.get(key)?.items ?? []).map((item) => `${requestSources[key]}.${item.text}`),
    );
    return [
      name,
      compact({
        type: "fn_request",
        function: target,
        resultsCacheTtl: sources.length === 0 ? undefined : resultsCacheTtl,
        identitySources: sources.length === 0 ? undefined : sources,
      }),
    ];
  });
  return Object.fromEntries(made);
}

/** Reports parts of an authorizer that have no counterpart. Without them, it may accept more. */
function reportKeys(
  name: string,
  node: SourceNode | undefined,
  known: readonly string[],
  { findings }: TemplateScope,
): void {
  reportOthers(node, known, findings, (key) => `The authorizer \`${name}\`: \`${key}\` was not translated.`);
}

/** The keys that are read, and those that only control SAM's deployment of the authorizer. */
const authorizerKeys = [
  "AuthorizationScopes",
  "AuthorizerPayloadFormatVersion",
  "DisableFunctionDefaultPermissions",
  "EnableFunctionDefaultPermissions",
  "EnableSimpleResponses",
  "FunctionArn",
  "FunctionInvokeRole",
  "FunctionPayloadType",
  "Identity",
  "IdentitySource",
  "JwtConfiguration",
  "UserPoolArn",
];

const requestSources = {
  Headers: "method.request.header",
  QueryStrings: "method.request.querystring",
  Context: "context",
  StageVariables: "stageVariables",
} as const;

export const samHttpAuthorizers = (node: SourceNode | undefined, scope: TemplateScope): Value =>
  httpAuthorizers(node, scope, "is not a function of the template", (each, name) => {
    reportKeys(name, each, authorizerKeys, scope);
    reportKeys(name, each.get("Identity"), ["Headers"], scope);
    const jwt = each.get("JwtConfiguration");
    const part = (key: string) =>
      toValue(jwt?.get(key) ?? jwt?.get(key.charAt(0).toUpperCase() + key.slice(1)), scope);
    const headers = each.at("Identity", "Headers")?.items.map((item) => `$request.header.${item.text}`);
    return {
      identitySource: toValue(each.get("IdentitySource"), scope) ?? headers,
      jwt: jwt === undefined ? undefined : { issuer: part("issuer"), audience: part("audience") },
      target: jwt === undefined ? functionOf(each.get("FunctionArn"), scope) : undefined,
      isSimple: each.get("EnableSimpleResponses")?.isTrue === true,
    };
  });
