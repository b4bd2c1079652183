import { ApiGatewayModel } from "@cdktf/provider-aws/lib/api-gateway-model";
import type { Construct } from "constructs";
import { checkObject, escapeTemplate, isPlainObject, propKeys, refuseValue } from "../../kit/core";
import { fail } from "./errors";
import { isStandardSchema, jsonSchemaOf } from "./json-schema";

/** The shape of a body. */
export interface RestV1ApiModelProps {
  /** Letters and digits. @default - the letters and digits of the id */
  readonly modelName?: string | undefined;
  /** Content type of the bodies that the model describes. @default "application/json" */
  readonly contentType?: string | undefined;
  /** The purpose of the model, which the API Gateway console shows. @default - none */
  readonly description?: string | undefined;
  /**
   * JSON schema, as an object or a string; an object without `$schema` is read as draft 4, which AWS supports. Or a schema of zod 4.2 or
   * later, or of another library that writes JSON Schemas of draft 4: what it accepts.
   */
  readonly schema: object | string;
}

const keys = propKeys<RestV1ApiModelProps>()({
  modelName: "text",
  contentType: "text",
  description: "text",
  schema: true,
});
const draft4 = "http://json-schema.org/draft-04/schema#";

/** Creates a model of a REST API. */
export function createModel(
  scope: Construct,
  construct: { readonly api: Construct; readonly id: string; readonly call: string },
  restApiId: string,
  props: RestV1ApiModelProps,
): ApiGatewayModel {
  const { api, id, call } = construct;
  checkObject(api, call, props, keys, '{ schema: { type: "object" } }');
  const { modelName, contentType = "application/json", description, schema } = props;
  const name = modelName ?? id.replace(/[^A-Za-z0-9]/g, "");
  if (!/^[A-Za-z0-9]+$/.test(name) && !name.includes("${")) {
    refuseValue(api, `${call}.modelName`, name, "letters and digits");
  }
  const text = schemaText(api, `${call}.schema`, schema);
  return new ApiGatewayModel(scope, `Model_${id}`, {
    restApiId,
    name,
    contentType,
    description,
    schema: escapeTemplate(text),
  });
}

function schemaText(api: Construct, prop: string, schema: unknown): string {
  if (isStandardSchema(schema)) return JSON.stringify(jsonSchemaOf(api, prop, schema));
  if (isPlainObject(schema))
    return JSON.stringify({ ...(!("$schema" in schema) && { $schema: draft4 }), ...schema });
  if (typeof schema !== "string") {
    return fail(api, "rest-model-schema", prop, { value: schema, reason: "neither an object nor a string" });
  }
  try {
    JSON.parse(schema);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    fail(api, "rest-model-schema", prop, { value: schema, reason });
  }
  return schema;
}
