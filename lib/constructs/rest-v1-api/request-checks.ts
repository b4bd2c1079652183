import type { ApiGatewayModel } from "@cdktf/provider-aws/lib/api-gateway-model";
import type { ApiGatewayRequestValidator } from "@cdktf/provider-aws/lib/api-gateway-request-validator";
import type { Construct } from "constructs";
import { checkKeys, isPlainObject, joinKeys, keyTable, propKeys, refuseValue } from "../../kit/core";
import { fail } from "./errors";
import { isStandardSchema, jsonSchemaOf, type RestV1ApiStandardSchema } from "./json-schema";

/** The schemas of a route, as `route` of `serverform/node/route` takes them. The gateway checks the body and the query. */
export interface RestV1ApiRequestSchemas {
  /** The body: JSON. @default - any body */
  readonly body?: RestV1ApiStandardSchema | undefined;
  /** The query parameters. The gateway only checks that the required ones are present. @default - any */
  readonly query?: RestV1ApiStandardSchema | undefined;
}

/** The keys of `cdk.method` of a route whose requests the gateway checks. */
export interface RestV1ApiRequestChecks {
  /** Checks the body and the required query parameters, as far as the schemas have them. */
  readonly requestValidator: ApiGatewayRequestValidator;
  /** The model of the body; empty without a schema of it. */
  readonly requestModels: Readonly<Record<string, ApiGatewayModel>>;
  /** Whether each query parameter is required: `method.request.querystring.page`. */
  readonly requestParameters: Readonly<Record<string, boolean>>;
}

/** The other parts of a route's schemas are not for the gateway. */
const keys = joinKeys(
  propKeys<RestV1ApiRequestSchemas>()({ body: true, query: true }),
  keyTable({ path: true, output: true, errors: true, status: true, stream: true }),
);

/** The checks that schemas ask for. */
interface PlannedChecks {
  /** JSON Schema of the body. */
  readonly body: object | undefined;
  /** Whether each query parameter is required, by its name in API Gateway. */
  readonly parameters: Readonly<Record<string, boolean>>;
}

/** Checks the schemas of a route, and creates nothing. */
export function planRequestChecks(
  api: Construct,
  call: string,
  schemas: RestV1ApiRequestSchemas,
): PlannedChecks {
  checkKeys(api, call, schemas, keys);
  const { body, query } = schemas;
  if (body === undefined && query === undefined) {
    fail(api, "prop-required", `${call}.body`, {
      remedy: "Give a schema of the body, of the query, or of both.",
    });
  }
  return { body: schemaOf(api, `${call}.body`, body), parameters: parametersOf(api, `${call}.query`, query) };
}

function schemaOf(
  api: Construct,
  prop: string,
  schema: unknown,
): Readonly<Record<string, unknown>> | undefined {
  if (schema === undefined) return undefined;
  if (isStandardSchema(schema)) return jsonSchemaOf(api, prop, schema);
  return refuseValue(api, prop, schema, "a schema of zod or a similar library");
}

function parametersOf(api: Construct, prop: string, query: unknown): Readonly<Record<string, boolean>> {
  const { properties = {}, required = [] } = schemaOf(api, prop, query) ?? {};
  const [names, needed] = [
    isPlainObject(properties) ? Object.keys(properties) : [],
    new Set(required as string[]),
  ];
  return Object.fromEntries(names.map((name) => [`method.request.querystring.${name}`, needed.has(name)]));
}
