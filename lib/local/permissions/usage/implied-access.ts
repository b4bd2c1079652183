import { type ResourceType, resourceTypes } from "../../../facts/aws/resource-types";
import {
  block,
  blocks,
  connectionsOf,
  grantsByType,
  type Model,
  nameOfResource,
  resourceOfArn,
  text,
} from "../../../model";

/** Access that a function has because of its place in the app, without a grant. */
export interface ImpliedAccess {
  /** The name of the resource, as statements have it. */
  readonly name: string;
  /** In lower case, possibly with wildcards. */
  readonly actions: readonly string[];
}

/**
 * The access that the place of a function in the app implies: Lambda reads its event sources and sends to its destinations with
 * its role, the routes of a WebSocket API may write to its connections, and triggers of a user pool read its ids.
 *
 * Source: https://docs.aws.amazon.com/lambda/latest/dg/lambda-intro-execution-role.html
 */
export function impliedAccess(
  model: Model,
  functionArn: string,
  functionName: string,
): readonly ImpliedAccess[] {
  return [
    ...ofLambda(model, functionArn, functionName),
    ...ofSockets(model, functionArn),
    ...ofBindings(model),
  ];
}

/** The connections of WebSocket APIs with routes to a function. */
function ofSockets(model: Model, functionArn: string): readonly ImpliedAccess[] {
  return model.ofType("aws_apigatewayv2_integration").flatMap(({ values }): readonly ImpliedAccess[] => {
    const api = model.find("aws_apigatewayv2_api", "id", text(values, "api_id"));
    const isSocket = api !== undefined && text(api.values, "protocol_type") === "WEBSOCKET";
    if (!isSocket || text(values, "integration_uri")?.includes(functionArn) !== true) return [];
    return [{ name: connectionsOf(api), actions: ["execute-api:manageconnections"] }];
  });
}

/** The parameters in which constructs store their ids, since some functions cannot have them in their environment. */
function ofBindings(model: Model): readonly ImpliedAccess[] {
  return model.ofType("aws_ssm_parameter").flatMap(({ constructPath = "", values }) => {
    const arn = text(values, "arn");
    if (arn === undefined || !/\/Binding_[^/]+$/.test(constructPath)) return [];
    return [{ name: nameOfResource(model, arn), actions: ["ssm:getparameter*"] }];
  });
}

function ofLambda(model: Model, functionArn: string, functionName: string): readonly ImpliedAccess[] {
  const isOfFunction = (named: string | undefined): boolean =>
    named !== undefined &&
    (named === functionName ||
      named.startsWith(`${functionName}:`) ||
      named === functionArn ||
      named.startsWith(`${functionArn}:`));
  const mappings = model
    .ofType("aws_lambda_event_source_mapping")
    .filter(({ values }) => isOfFunction(text(values, "function_name")));
  const configs = model
    .ofType("aws_lambda_function_event_invoke_config")
    .filter(({ values }) => isOfFunction(text(values, "function_name")));
  const own = model.find("aws_lambda_function", "arn", functionArn)?.values ?? {};
  const destinations = [...mappings, ...configs]
    .flatMap(({ values }) => blocks(values, "destination_config"))
    .flatMap((each) => [...blocks(each, "on_failure"), ...blocks(each, "on_success")])
    .map((each) => text(each, "destination") ?? text(each, "destination_arn"));
  const deadLetter = text(block(own, "dead_letter_config") ?? {}, "target_arn");
  return [
    ...mappings.map(({ values }) => need(model, text(values, "event_source_arn"), (row) => row.readAccess)),
    ...[...destinations, deadLetter].map((arn) => need(model, arn, (row) => row.destination?.access)),
  ].flatMap((each) => each ?? []);
}

function need(
  model: Model,
  arn: string | undefined,
  accessOf: (row: ResourceType) => string | undefined,
): ImpliedAccess | undefined {
  const type = arn === undefined ? undefined : resourceOfArn(model, arn)?.resource.type;
  if (arn === undefined || type === undefined) return undefined;
  const row = resourceTypes[type];
  const access = row && accessOf(row);
  const actions = grantsByType[type]?.access[access ?? ""] ?? [];
  return { name: nameOfResource(model, arn), actions: actions.map((each) => each.toLowerCase()) };
}
