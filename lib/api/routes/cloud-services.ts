import { Fn, Token } from "cdktf";
import type { IConstruct } from "constructs";
import { Stack } from "../../app";
import { resolveValue } from "../../shared/resolve";
import { isFromRequest } from "./mapping";

/**
 * The actions that an HTTP API can call itself.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-aws-services-reference.html
 */
export const cloudSubtypes = [
  "EventBridge-PutEvents",
  "SQS-SendMessage",
  "SQS-ReceiveMessage",
  "SQS-DeleteMessage",
  "SQS-PurgeQueue",
  "AppConfig-GetConfiguration",
  "Kinesis-PutRecord",
  "StepFunctions-StartExecution",
  "StepFunctions-StartSyncExecution",
  "StepFunctions-StopExecution",
] as const;

export type CloudSubtype = (typeof cloudSubtypes)[number];

interface CloudService {
  /** Prefix in IAM. */
  readonly prefix: string;
  /** ARNs that the parameters name; undefined where one of them is known only from the request. */
  resources(facts: ArnFacts, parameter: (name: string) => string | undefined): readonly string[] | undefined;
}

interface ArnFacts {
  /** `arn:aws:sqs:eu-west-1:123456789012`, for a service. */
  arn(resource: string): string;
  isArn(value: string): boolean;
}

const services: Readonly<Record<string, CloudService>> = {
  EventBridge: {
    prefix: "events",
    resources({ arn, isArn }, parameter) {
      const bus = parameter("EventBusName") ?? "default";
      return isFromRequest(bus) ? undefined : [isArn(bus) ? bus : arn(`event-bus/${bus}`)];
    },
  },
  SQS: {
    prefix: "sqs",
    resources({ arn }, parameter) {
      const url = parameter("QueueUrl");
      if (url === undefined || isFromRequest(url)) return undefined;
      // The last part of a queue's address is its name; of a reference, Terraform takes it.
      return [
        arn(Token.isUnresolved(url) ? Fn.element(Fn.split("/", url), 4) : (url.split("/").at(-1) ?? "*")),
      ];
    },
  },
  AppConfig: {
    prefix: "appconfig",
    resources({ arn }, parameter) {
      const [application, environment, configuration] = ["Application", "Environment", "Configuration"].map(
        parameter,
      );
      const all = [application, environment, configuration];
      if (all.some((id) => id === undefined || isFromRequest(id))) return undefined;
      return [
        arn(`application/${application}`),
        arn(`application/${application}/environment/${environment}`),
        arn(`application/${application}/configurationprofile/${configuration}`),
      ];
    },
  },
  Kinesis: {
    prefix: "kinesis",
    resources({ arn }, parameter) {
      const stream = parameter("StreamName");
      return stream === undefined || isFromRequest(stream) ? undefined : [arn(`stream/${stream}`)];
    },
  },
  StepFunctions: {
    prefix: "states",
    resources(_facts, parameter) {
      const machine = parameter("StateMachineArn");
      return machine === undefined || isFromRequest(machine) ? undefined : [machine];
    },
  },
};

/** What the role of a route to a service must be allowed: one action, on what the mapping names. */
export function cloudPermission(
  scope: IConstruct,
  subtype: CloudSubtype,
  mapping: Readonly<Record<string, string>>,
): { readonly actions: readonly string[]; readonly resources: readonly string[] } {
  const [name = "", action = ""] = subtype.split("-");
  const service = services[name];
  if (service === undefined) throw new Error(`No service for the subtype ${subtype}`);
  const { partition, region, account } = Stack.of(scope);
  const facts: ArnFacts = {
    arn: (resource) => `arn:${partition}:${service.prefix}:${region}:${account}:${resource}`,
    isArn: (value) => /^arn:|\.arn\}$/.test(String(resolveValue(scope, value))),
  };
  const resources = service.resources(facts, (parameter) => mapping[parameter]);
  return { actions: [`${service.prefix}:${action}`], resources: resources ?? [facts.arn("*")] };
}
