import { Apigatewayv2Integration } from "@cdktf/provider-aws/lib/apigatewayv2-integration";
import { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { IamRolePolicy } from "@cdktf/provider-aws/lib/iam-role-policy";
import { Lazy } from "cdktf";
import { Construct } from "constructs";
import { endpointHost } from "../../../facts/aws/partitions";
import { servicePrincipal } from "../../../facts/aws/principals";
import { keptPath } from "../../../kit/app";
import {
  checkKeys,
  checkLimit,
  checkLiteral,
  checkOverride,
  isPlainObject,
  isUnresolved,
  keyTable,
  namePrefix,
  overlay,
  physicalName,
  present,
  propKeys,
  refuseValue,
  regionLimit,
  requireProp,
  resolveValue,
  shortHash,
} from "../../../kit/core";
import { routeKeys } from "../../../kit/gateway";
import { lazyPolicyJson, serviceTrust } from "../../../kit/iam";
import { fail } from "../errors";
import {
  type CloudSubtype,
  cloudKeyStatements,
  cloudParameterLimits,
  cloudParameters,
  cloudPermission,
  cloudSubtypes,
} from "./cloud-services";
import type { ApiIntegrationConfig, ApiRouteDeclaration, ApiRouteKind } from "./kind";
import { escapeMapping, isFromRequest } from "./mapping";
import { checkRequestValue } from "./mapping-check";
import type { ApiCloudRouteProps } from "./props";

const extra = keyTable({ subtype: true, parameterMapping: "textMap" });

export const cloudRoute: ApiRouteKind<ApiCloudRouteProps> = {
  keys: propKeys<ApiCloudRouteProps>()({ ...routeKeys, cdk: "map" }),
  plan(declaration, { cdk }) {
    const { api, prop } = declaration;
    checkKeys(api, `${prop}.cdk`, cdk ?? {}, ["integration"]);
    const given = cdk?.integration;
    const at = `${prop}.cdk.integration`;
    const remedy = 'Name the action: integration: { subtype: "SQS-SendMessage", parameterMapping: { ... } }.';
    requireProp(api, at, given, remedy);
    if (!isPlainObject(given)) {
      const expected = "a plain object: { subtype, parameterMapping }";
      return refuseValue(api, at, given, expected);
    }
    for (const name of ["credentials", "credentialsArn"]) {
      if (name in given) fail(api, "cloud-credentials", `${at}.${name}`, {});
    }
    const { subtype, parameterMapping: mapping } = given;
    requireProp(api, `${at}.subtype`, subtype, `Use one of ${cloudSubtypes.join(", ")}.`);
    checkLiteral(api, `${at}.subtype`, subtype, cloudSubtypes);
    if (!isPlainObject(mapping)) {
      fail(api, "prop-required", `${at}.parameterMapping`, {
        remedy: 'Give the parameters of the action: { QueueUrl: queue.url, MessageBody: "$request.body" }.',
      });
    }
    checkOverride(api, at, given, Apigatewayv2Integration, {
      extra,
      rejected: { apiId: "It is the API that the route belongs to." },
    });
    if (subtype.startsWith("SQS-")) checkQueueUrl(api, at, mapping);
    checkParameters(api, `${at}.parameterMapping`, subtype, mapping);
    const parameterMapping = present(given.parameterMapping);
    return () => {
      const { role, policy } = createRole(declaration, subtype, parameterMapping);
      const config: ApiIntegrationConfig = {
        integrationType: "AWS_PROXY",
        integrationSubtype: subtype,
        requestParameters: escapeMapping(parameterMapping),
        credentialsArn: role.arn,
        payloadFormatVersion: "1.0",
        dependsOn: [policy],
      };
      return { integration: overlay(config, given, { extra }), metadataType: "cloud" };
    };
  },
};

/** Refuses parameters that the action does not have, and a mapping without those that it needs. */
function checkParameters(
  api: Construct,
  prop: string,
  subtype: CloudSubtype,
  mapping: Readonly<Record<string, unknown>>,
): void {
  const { required, optional } = cloudParameters[subtype];
  const allowed = [...required, ...optional];
  for (const [key, value] of Object.entries(mapping)) {
    if (!allowed.includes(key)) fail(api, "key-unknown", prop, { key, allowed });
    if (value === "") refuseValue(api, `${prop}.${key}`, value, "a value that is not empty");
    checkRequestValue(api, `${prop}.${key}`, value);
    const limit = key === "Region" ? regionLimit : cloudParameterLimits[subtype]?.[key];
    if (limit !== undefined && typeof value === "string" && !value.includes("$"))
      checkLimit(api, `${prop}.${key}`, value, limit);
  }
  const { QueueUrl: queue } = mapping;
  const isOrdered = typeof queue === "string" && queue.endsWith(".fifo");
  if (subtype === "SQS-SendMessage" && isOrdered && mapping.MessageGroupId === undefined) {
    const remedy = 'A FIFO queue needs the group of each message: MessageGroupId: "$request.body.order".';
    fail(api, "prop-required", `${prop}.MessageGroupId`, { remedy });
  }
  for (const key of required) {
    const remedy = `${subtype} needs ${required.join(", ")}.`;
    requireProp(api, `${prop}.${key}`, mapping[key], remedy);
  }
}

/** Creates the role of a route: it allows the one action of the route. */
function createRole(
  { scope, id }: ApiRouteDeclaration,
  subtype: CloudSubtype,
  parameterMapping: Readonly<Record<string, string>>,
): { readonly role: IamRole; readonly policy: IamRolePolicy } {
  const roleScope = new Construct(scope, `Role_${id}`);
  const name = physicalName(keptPath(roleScope), 255);
  const role = new IamRole(roleScope, "Role", {
    namePrefix: namePrefix(name, 37),
    assumeRolePolicy: serviceTrust(servicePrincipal("apigateway")),
  });
  const statement = { effect: "Allow" as const, ...cloudPermission(scope, subtype, parameterMapping) };
  const document = lazyPolicyJson(() => [statement, ...cloudKeyStatements(scope, subtype, parameterMapping)]);
  const policy = new IamRolePolicy(roleScope, "Policy", {
    // The name depends on the content: new rights are added before the route needs them, and the old ones go after
    // the route has stopped to use them. Changed in place, they would go first.
    name: Lazy.stringValue({
      // While CDKTF prepares, references across stacks do not exist yet.
      produce: ({ preparing }) =>
        preparing ? "route" : `route-${shortHash(String(resolveValue(roleScope, document)))}`,
    }),
    role: role.name,
    policy: document,
  });
  return { role, policy };
}

/** Refuses a queue that is not named by its URL: the role's policy is made from it, and SQS accepts only a URL. */
function checkQueueUrl(api: Construct, prop: string, mapping: Readonly<Record<string, unknown>>): void {
  const { QueueUrl: url } = mapping;
  if (isUnresolved(url)) return;
  const isAddress =
    typeof url === "string" && (isFromRequest(url) || /^https?:\/\/[^/]+\/\d{12}\/[^/]+$/.test(url));
  if (isAddress) return;
  const expected = `the address of the queue: queue.url, or "https://${endpointHost("sqs", "<region>")}/<account>/<name>"`;
  refuseValue(api, `${prop}.parameterMapping.QueueUrl`, url, expected);
}
