import { type Resource, requireText, tagsOf, text, type Values } from "../../../model";
import { parseFunctionName } from "../../invoke";
import { notInApp, ServiceError } from "../contract/define-service";
import { listPage } from "../contract/page";
import {
  aliasOf,
  concurrencyOf,
  configurationOf,
  functionOf,
  mappingId,
  mappingOf,
  urlOf,
} from "./described";
import { checkQualifier, findFunction, functionNotFound, isElsewhere } from "./function-name";
import { answer, type LambdaFunctions, type LambdaOperations } from "./invoke";
import type { LambdaRequest } from "./protocol";

/**
 * The operations that read the functions of the model.
 *
 * Source: https://docs.aws.amazon.com/lambda/latest/api/API_Operations.html
 */
export const readOperations = {
  GetFunction: ofFunction((fn) => functionOf(fn)),
  GetFunctionConfiguration: ofFunction((fn) => configurationOf(fn)),
  GetFunctionConcurrency: ofFunction(({ values }) => concurrencyOf(values)),

  GetFunctionUrlConfig: (resources, { target }) => {
    const fn = functionNamed(resources, target);
    const urls = resources.model.ofType("aws_lambda_function_url");
    const url = fn && urls.find((each) => isOf(each, fn.values));
    if (url !== undefined) return answer(urlOf(url.values, requireText(fn?.values ?? {}, "arn")));
    throw noResource("URL of the function", target);
  },

  GetAlias: ofFunction(({ values }, { resources, request }) => {
    const name = request.detail;
    const alias = aliasesOf(resources, values).find((each) => text(each.values, "name") === name);
    if (alias === undefined) throw notFound(`Cannot find alias arn: ${requireText(values, "arn")}:${name}`);
    return aliasOf(alias);
  }),

  ListAliases: ofFunction(({ values }, { resources, request }) =>
    listed(aliasesOf(resources, values), request, "Aliases", aliasOf),
  ),

  ListFunctions: (resources, request) =>
    answer(listed(resources.model.ofType("aws_lambda_function"), request, "Functions", configurationOf)),

  GetEventSourceMapping: (resources, { target }) => {
    const mappings = resources.model.ofType("aws_lambda_event_source_mapping");
    const found = mappings.find((each) => mappingId(each) === target);
    if (found !== undefined) return answer(mappingOf(found));
    throw noResource("event source mapping", target);
  },

  ListEventSourceMappings: (resources, request) => {
    const [source, name] = [request.query.get("EventSourceArn"), request.query.get("FunctionName")];
    const fn = name === null ? undefined : requireFunction(resources, name).values;
    const mappings = resources.model
      .ofType("aws_lambda_event_source_mapping")
      .filter((each) => source === null || text(each.values, "event_source_arn") === source)
      .filter((each) => fn === undefined || isOf(each, fn));
    return answer(listed(mappings, request, "EventSourceMappings", mappingOf));
  },

  ListTags: ofFunction(({ values }) => ({ Tags: tagsOf(values) })),
} satisfies LambdaOperations;

interface Asked {
  readonly resources: LambdaFunctions;
  readonly request: LambdaRequest;
}

/** An operation on the function that the path names. */
function ofFunction(read: (fn: Resource, asked: Asked) => object): LambdaOperations[string] {
  return (resources, request) =>
    answer(read(requireFunction(resources, request.target), { resources, request }));
}

function requireFunction(resources: LambdaFunctions, named: string): Resource {
  const found = functionNamed(resources, named);
  if (found === undefined) throw functionNotFound(resources.model, named);
  checkQualifier(resources.model, named);
  return found;
}

function functionNamed({ model }: LambdaFunctions, named: string): Resource | undefined {
  const found = findFunction(model, named);
  if (found === undefined && isElsewhere(model, named)) throw functionNotFound(model, named);
  return found;
}

const noResource = (resource: string, name: string): ServiceError =>
  notInApp("lambda", resource, name, "The resource you requested does not exist.", { status: 404 });

const notFound = (message: string): ServiceError =>
  new ServiceError("ResourceNotFoundException", message, 404);

/** Whether a resource names a function by its name or ARN, with or without a version. */
function isOf({ values }: Resource, fn: Values): boolean {
  const named = text(values, "function_name") ?? text(values, "function_arn") ?? "";
  const { arn, name } = parseFunctionName(named);
  return arn === undefined ? name === text(fn, "function_name") : arn === text(fn, "arn");
}

const aliasesOf = ({ model }: LambdaFunctions, fn: Values): readonly Resource[] =>
  model.ofType("aws_lambda_alias").filter((each) => isOf(each, fn));

function listed(
  all: readonly Resource[],
  { query }: LambdaRequest,
  member: string,
  write: (resource: Resource) => object,
): object {
  const limit = Number(query.get("MaxItems") ?? 50) || 50;
  const token = query.get("Marker") ?? undefined;
  const { entries, next } = listPage(all, { token, limit, most: 50, code: "InvalidParameterValueException" });
  return { [member]: entries.map(write), NextMarker: next };
}
