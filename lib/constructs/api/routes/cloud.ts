import { Apigatewayv2Integration } from "@cdktf/provider-aws/lib/apigatewayv2-integration";
import { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { IamRolePolicy } from "@cdktf/provider-aws/lib/iam-role-policy";
import { Token } from "cdktf";
import { Construct } from "constructs";
import { checkKeys, checkLiteral, isPlainObject } from "../../../core/check";
import { namePrefix, physicalName } from "../../../core/name";
import { checkOverride, overlay } from "../../../core/override";
import { lazyPolicyJson } from "../../../iam/permissions";
import { serviceTrust } from "../../../iam/trust";
import { fail } from "../errors";
import { cloudPermission, cloudSubtypes } from "./cloud-services";
import type { RouteKind } from "./kind";
import { escapeMapping, isFromRequest } from "./mapping";
import type { ApiCloudRouteProps } from "./props";

const extra = ["subtype", "parameterMapping"];

export const cloudRoute: RouteKind<ApiCloudRouteProps> = {
  keys: ["type", "authorizer", "authorizationScopes", "cdk"],
  target(place, { cdk }) {
    const { api, scope, key, prop } = place;
    checkKeys(api, `${prop}.cdk`, cdk ?? {}, ["integration"]);
    const given = cdk?.integration;
    const integrationProp = `${prop}.cdk.integration`;
    if (given === undefined) {
      return fail(api, "prop-required", integrationProp, {
        remedy: 'Name the action: integration: { subtype: "SQS-SendMessage", parameterMapping: { ... } }.',
      });
    }
    for (const name of ["credentials", "credentialsArn"]) {
      if (name in given) fail(api, "cloud-credentials", `${integrationProp}.${name}`, {});
    }
    const { subtype, parameterMapping } = given;
    if (subtype === undefined) {
      fail(api, "prop-required", `${integrationProp}.subtype`, {
        remedy: `Use one of ${cloudSubtypes.join(", ")}.`,
      });
    }
    checkLiteral(api, `${integrationProp}.subtype`, subtype, cloudSubtypes);
    if (!isPlainObject(parameterMapping)) {
      fail(api, "prop-required", `${integrationProp}.parameterMapping`, {
        remedy: 'Give the parameters of the action: { QueueUrl: queue.url, MessageBody: "$request.body" }.',
      });
    }
    if (subtype.startsWith("SQS-")) checkQueueUrl(api, integrationProp, parameterMapping);
    checkOverride(api, integrationProp, given, Apigatewayv2Integration, {
      extra,
      rejected: { apiId: "It is the API that the route belongs to." },
    });
    const roleScope = new Construct(scope, `Role_${key.id}`);
    const name = physicalName(roleScope.node.path.split("/"), 255);
    const role = new IamRole(roleScope, "Role", {
      namePrefix: namePrefix(name, 37),
      assumeRolePolicy: serviceTrust("apigateway.amazonaws.com"),
    });
    const statement = { effect: "Allow" as const, ...cloudPermission(scope, subtype, parameterMapping) };
    const policy = new IamRolePolicy(roleScope, "Policy", {
      name: "base",
      role: role.name,
      policy: lazyPolicyJson(() => [statement]),
    });
    const config = {
      integrationType: "AWS_PROXY",
      integrationSubtype: subtype,
      requestParameters: escapeMapping(parameterMapping),
      credentialsArn: role.arn,
      payloadFormatVersion: "1.0",
      dependsOn: [policy],
    };
    return { integration: overlay(config, given, { extra }), metadataType: "cloud" };
  },
};

/** The role names the queue by its address, and so does the service. */
function checkQueueUrl(api: Construct, prop: string, mapping: Readonly<Record<string, unknown>>): void {
  const { QueueUrl: url } = mapping;
  if (Token.isUnresolved(url)) return;
  const isAddress =
    typeof url === "string" && (isFromRequest(url) || /^https?:\/\/[^/]+\/\d{12}\/[^/]+$/.test(url));
  if (isAddress) return;
  fail(api, "prop-invalid", `${prop}.parameterMapping.QueueUrl`, {
    value: url,
    expected: 'the address of the queue: queue.url, or "https://sqs.<region>.amazonaws.com/<account>/<name>"',
  });
}
