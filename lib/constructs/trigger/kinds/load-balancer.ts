import { LbListenerRule, type LbListenerRuleCondition } from "@cdktf/provider-aws/lib/lb-listener-rule";
import { LbTargetGroup } from "@cdktf/provider-aws/lib/lb-target-group";
import { LbTargetGroupAttachment } from "@cdktf/provider-aws/lib/lb-target-group-attachment";
import type { Construct } from "constructs";
import { arnPattern } from "../../../facts/aws/arn-patterns";
import { servicePrincipal } from "../../../facts/aws/principals";
import { together } from "../../../facts/errors/problems";
import { prefixedName } from "../../../kit/app";
import {
  checkEach,
  checkInteger,
  checkKeys,
  checkKind,
  checkLimit,
  checkList,
  checkOverride,
  escapeTemplate,
  isProviderObject,
  isUnresolved,
  listenerConditionLimits,
  overlay,
  physicalName,
  propKeys,
  quotas,
  refuseValue,
  requireProp,
  type TextLimit,
} from "../../../kit/core";
import { fail } from "../errors";
import type { LoadBalancerConditions, LoadBalancerTriggerProps } from "../props";
import type { SourceKind } from "./kind";
import { allow, triggerKeys } from "./kind";

const conditionKeys = propKeys<LoadBalancerConditions>()({
  paths: "texts",
  hosts: "texts",
  methods: "texts",
  headers: "map",
  sourceIps: "texts",
});

/** Source: https://docs.aws.amazon.com/elasticloadbalancing/latest/application/edit-target-group-attributes.html */
const notOfLambda = "Leave it out: it is for targets that are not functions.";
const rejectedOfGroup = {
  port: notOfLambda,
  protocol: notOfLambda,
  protocolVersion: notOfLambda,
  vpcId: notOfLambda,
  ipAddressType: notOfLambda,
  slowStart: notOfLambda,
  stickiness: notOfLambda,
  loadBalancingAlgorithmType: notOfLambda,
  loadBalancingAnomalyMitigation: notOfLambda,
  loadBalancingCrossZoneEnabled: notOfLambda,
  preserveClientIp: notOfLambda,
  proxyProtocolV2: notOfLambda,
  connectionTermination: notOfLambda,
  targetFailover: notOfLambda,
  targetHealthState: notOfLambda,
  targetType: "It is lambda.",
  lambdaMultiValueHeadersEnabled: "Use multiValueHeaders.",
};
const rejectedOfRule = {
  action: "It forwards to the function.",
  condition: "Use conditions.",
  listenerArn: "Use listener.",
  priority: "Use the prop priority.",
};

/** Source: https://docs.aws.amazon.com/elasticloadbalancing/latest/application/lambda-functions.html */
export const loadBalancerTrigger: SourceKind<LoadBalancerTriggerProps> = {
  keys: propKeys<LoadBalancerTriggerProps>()({
    ...triggerKeys,
    listener: true,
    conditions: "map",
    priority: true,
    multiValueHeaders: "boolean",
  }),
  waits: true,
  cdkKeys: ["targetGroup", "listenerRule"],
  plan(trigger, { listener, conditions, priority, multiValueHeaders, cdk }) {
    const { targetGroup: groupOverride = {}, listenerRule: ruleOverride = {} } = cdk ?? {};
    const [ofGroup, ofRule] = [{ rejected: rejectedOfGroup }, { rejected: rejectedOfRule }];
    const [listenerArn, condition] = together(
      () => parseListener(trigger, listener),
      () => parseConditions(trigger, conditions),
      () => priority !== undefined && checkInteger(trigger, "priority", priority, 1, 50_000),
      () => checkOverride(trigger, "cdk.targetGroup", groupOverride, LbTargetGroup, ofGroup),
      () => checkOverride(trigger, "cdk.listenerRule", ruleOverride, LbListenerRule, ofRule),
    );
    return (fn) => {
      const group = {
        name: physicalName([prefixedName(trigger)], quotas.targetGroupNameLength),
        targetType: "lambda",
        lambdaMultiValueHeadersEnabled: multiValueHeaders,
      };
      const targetGroup = new LbTargetGroup(trigger, "TargetGroup", overlay(group, groupOverride));
      const permission = allow(trigger, fn, {
        principal: servicePrincipal("elasticloadbalancing"),
        sourceArn: targetGroup.arn,
      });
      // The service invokes the function when it becomes a target.
      const target = new LbTargetGroupAttachment(trigger, "Target", {
        targetGroupArn: targetGroup.arn,
        targetId: fn.functionArn,
        dependsOn: [permission],
      });
      const rule = {
        listenerArn,
        priority,
        condition,
        action: [{ type: "forward", targetGroupArn: targetGroup.arn }],
        dependsOn: [target],
      };
      const listenerRule = new LbListenerRule(trigger, "Rule", overlay(rule, ruleOverride));
      return { permission, targetGroup, listenerRule };
    };
  },
};

function parseListener(trigger: Construct, given: unknown): string {
  requireProp(trigger, "listener", given, "Pass the listener of your load balancer: listener, or its ARN.");
  if (isProviderObject(given, "aws_lb_listener", "aws_alb_listener")) {
    return (given as unknown as { readonly arn: string }).arn;
  }
  const isArn =
    typeof given === "string" &&
    (isUnresolved(given) || arnPattern("elasticloadbalancing", /listener\/app\/\S+/).test(given));
  if (isArn) return given;
  const expected = "the listener of an Application Load Balancer, as an object or its ARN";
  return refuseValue(trigger, "listener", given, expected);
}

function parseConditions(trigger: Construct, given: LoadBalancerConditions): LbListenerRuleCondition[] {
  checkKeys(trigger, "conditions", given ?? {}, conditionKeys);
  const limits = listenerConditionLimits;
  const { paths, hosts, methods, headers = {}, sourceIps } = given ?? {};
  const texts = (
    prop: string,
    values: readonly string[] | undefined,
    limit: TextLimit = limits.headers,
  ): string[] | undefined => {
    if (values === undefined) return undefined;
    const at = `conditions.${prop}`;
    checkKind(trigger, at, values, "texts");
    checkList(trigger, at, values);
    if (values.length === 0) refuseValue(trigger, at, values, "an array with at least one value");
    checkEach(trigger, at, values, limit);
    return values.map((each) => escapeTemplate(each));
  };
  const path = texts("paths", paths, limits.paths);
  const host = texts("hosts", hosts, limits.hosts);
  const method = texts("methods", methods, limits.methods);
  const source = texts("sourceIps", sourceIps, limits.sourceIps);
  const named = Object.entries(headers).map(([name, values]) => {
    const at = `headers[${JSON.stringify(name)}]`;
    checkLimit(trigger, `conditions.${at}`, name, limits.headerNames);
    // Source: https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_HttpHeaderConditionConfig.html
    if (name.toLowerCase() === "host") {
      const expected = 'another header; for hosts, use conditions.hosts: ["api.example.com"]';
      refuseValue(trigger, `conditions.${at}`, name, expected);
    }
    return { httpHeader: { httpHeaderName: name, values: texts(at, values) ?? [] } };
  });
  const conditions: LbListenerRuleCondition[] = [
    ...(path ? [{ pathPattern: { values: path } }] : []),
    ...(host ? [{ hostHeader: { values: host } }] : []),
    ...(method ? [{ httpRequestMethod: { values: method } }] : []),
    ...(source ? [{ sourceIp: { values: source } }] : []),
    ...named,
  ];
  const all = [path, host, method, source, ...named.map(({ httpHeader }) => httpHeader.values)];
  const count = all.reduce((sum, values = []) => sum + values.length, 0);
  const { conditionValuesPerListenerRule: limit } = quotas;
  if (count === 0 || count > limit) fail(trigger, "trigger-conditions", "conditions", { count, limit });
  return conditions;
}
