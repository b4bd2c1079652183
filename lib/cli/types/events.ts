import { createRequire } from "node:module";
import { join } from "node:path";
import { parseArn, plainFunctionArn } from "../../facts/aws/arns";
import { functionArnOf } from "../../facts/aws/function-arn";
import { servicePrincipal } from "../../facts/aws/principals";
import {
  type AccessFacts,
  block,
  type FunctionFact,
  type Model,
  requireText,
  text,
  type Values,
} from "../../model";
import { fileOf, type GeneratedTypes } from "./schema-types";

/** The event types of sources that a mapping polls, by the service in their ARN. */
const polled: Readonly<Record<string, string>> = {
  sqs: "SQSEvent",
  dynamodb: "DynamoDBStreamEvent",
  kinesis: "KinesisStreamEvent",
  kafka: "MSKEvent",
};

/** The event types of services that call functions, by their principal. */
const pushed: Readonly<Record<string, string>> = {
  [servicePrincipal("sns")]: "SNSEvent",
  [servicePrincipal("s3")]: "S3Event",
  [servicePrincipal("logs")]: "CloudWatchLogsEvent",
  [servicePrincipal("elasticloadbalancing")]: "ALBEvent",
};

/** The event types of triggers of a user pool, by their key in Terraform. */
const ofUserPools: Readonly<Record<string, string>> = {
  pre_sign_up: "PreSignUpTriggerEvent",
  post_confirmation: "PostConfirmationTriggerEvent",
  pre_authentication: "PreAuthenticationTriggerEvent",
  post_authentication: "PostAuthenticationTriggerEvent",
  custom_message: "CustomMessageTriggerEvent",
  define_auth_challenge: "DefineAuthChallengeTriggerEvent",
  create_auth_challenge: "CreateAuthChallengeTriggerEvent",
  verify_auth_challenge_response: "VerifyAuthChallengeResponseTriggerEvent",
  pre_token_generation: "PreTokenGenerationTriggerEvent",
  user_migration: "UserMigrationTriggerEvent",
};

/** An interface for the events of each function, by its sources. Several sources form a union. */
export function eventTypes({ model, functions, problems }: AccessFacts, root: string): GeneratedTypes {
  const found = new Map<string, Set<string>>();
  for (const [arn, type] of sourcesOf(model)) {
    const fn = functionOf(functions, arn);
    if (fn !== undefined) found.set(fn.name, (found.get(fn.name) ?? new Set()).add(type));
  }
  const lines = [...found]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([name, types]) => `  ${JSON.stringify(name)}: ${[...types].sort().join(" | ")};`);
  const text = `/** The events of functions, by their constructs. */\nexport interface Events {\n${lines.join("\n")}\n}`;
  const names = new Set(
    [...found.values()].flatMap((types) => [...types].map((type) => type.replace(/<.*/, ""))),
  );
  const imports =
    names.size === 0 ? [] : [`import type { ${[...names].sort().join(", ")} } from "aws-lambda";`];
  const missing = "The types of events are those of @types/aws-lambda, which is not installed here.";
  const notes = names.size === 0 || hasTypes(root) ? problems : [...problems, missing];
  return { text: fileOf([text], () => imports), notes };
}

function functionOf(functions: readonly FunctionFact[], arn: string): FunctionFact | undefined {
  const plain = plainFunctionArn(arn) ?? arn;
  return functions.find((each) => each.arn === plain || each.arn.endsWith(`:function:${plain}`));
}

type Source = readonly [functionArn: string, type: string];

function sourcesOf(model: Model): readonly Source[] {
  return [
    ...model.ofType("aws_lambda_event_source_mapping").flatMap(({ values }) => {
      const service = parseArn(text(values, "event_source_arn") ?? "")?.service ?? "";
      return sourceOf(text(values, "function_name"), polled[service]);
    }),
    ...model.ofType("aws_lambda_permission").flatMap(({ values }) => {
      const principal = text(values, "principal")?.replace(/^logs\..*/, servicePrincipal("logs")) ?? "";
      return sourceOf(text(values, "function_name"), pushed[principal]);
    }),
    ...model.ofType("aws_cloudwatch_event_target").flatMap(({ values }) => ruleSource(model, values)),
    ...model.ofType("aws_cognito_user_pool").flatMap(({ values }) => {
      const config = block(values, "lambda_config") ?? {};
      return Object.entries(ofUserPools).flatMap(([key, type]) => sourceOf(text(config, key), type));
    }),
    ...gatewaySources(model),
  ];
}

const sourceOf = (functionArn: string | undefined, type: string | undefined): readonly Source[] =>
  functionArn === undefined || type === undefined ? [] : [[functionArn, type]];

/** A rule with its own input sends that instead of the event. */
function ruleSource(model: Model, target: Values): readonly Source[] {
  if (target.input !== undefined || target.input_path !== undefined || block(target, "input_transformer"))
    return [];
  const rule = model.find("aws_cloudwatch_event_rule", "name", target.rule);
  if (rule === undefined) return [];
  const isSchedule = text(rule.values, "schedule_expression") !== undefined;
  return sourceOf(
    text(target, "arn"),
    isSchedule ? "ScheduledEvent" : `EventBridgeEvent<${detailTypes(rule.values)}, unknown>`,
  );
}

/** The detail types of a pattern, if it lists them completely. */
function detailTypes(rule: Values): string {
  const pattern: unknown = JSON.parse(text(rule, "event_pattern") ?? "{}");
  const listed = (pattern as { readonly "detail-type"?: unknown })["detail-type"];
  const isPlain = Array.isArray(listed) && listed.every((each) => typeof each === "string");
  return isPlain ? listed.map((each) => JSON.stringify(each)).join(" | ") : "string";
}

function gatewaySources(model: Model): readonly Source[] {
  const socketApis = new Set(
    model
      .ofType("aws_apigatewayv2_api")
      .flatMap(({ values }) =>
        text(values, "protocol_type") === "WEBSOCKET" ? [requireText(values, "id")] : [],
      ),
  );
  return [
    ...model.ofType("aws_apigatewayv2_integration").flatMap(({ values }) => {
      const isSocket = socketApis.has(text(values, "api_id") ?? "");
      const isSecond = text(values, "payload_format_version") === "2.0";
      const own = isSecond ? "APIGatewayProxyEventV2" : "APIGatewayProxyEvent";
      return uriSource(text(values, "integration_uri"), isSocket ? "APIGatewayProxyWebsocketEventV2" : own);
    }),
    ...model
      .ofType("aws_api_gateway_integration")
      .flatMap(({ values }) => uriSource(text(values, "uri"), "APIGatewayProxyEvent")),
    ...model
      .ofType("aws_lambda_function_url")
      .flatMap(({ values }) => sourceOf(text(values, "function_arn"), "LambdaFunctionURLEvent")),
  ];
}

const uriSource = (uri: string | undefined, type: string): readonly Source[] =>
  uri === undefined ? [] : sourceOf(functionArnOf(uri), type);

function hasTypes(root: string): boolean {
  try {
    createRequire(join(root, "package.json")).resolve("@types/aws-lambda/package.json");
    return true;
  } catch {
    return false;
  }
}
