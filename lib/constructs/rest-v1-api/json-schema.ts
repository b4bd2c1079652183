import type { Construct } from "constructs";
import { fail } from "./errors";

/** A schema of zod or of another library that follows Standard JSON Schema. Source: https://standardschema.dev/json-schema */
export interface RestV1ApiStandardSchema {
  /** The interface that Standard Schema defines. */
  readonly "~standard": object;
}

/** Whether a value is a schema of such a library. Those of some libraries are functions. */
export const isStandardSchema = (value: unknown): value is RestV1ApiStandardSchema =>
  ((typeof value === "object" && value !== null) || typeof value === "function") && "~standard" in value;

/**
 * The JSON Schema of the values that a schema accepts, of draft 4, which API Gateway reads.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/models-mappings-models.html
 */
export function jsonSchemaOf(
  api: Construct,
  prop: string,
  schema: RestV1ApiStandardSchema,
): Readonly<Record<string, unknown>> {
  const { jsonSchema } = schema["~standard"] as { readonly jsonSchema?: Converter | undefined };
  try {
    if (jsonSchema !== undefined) return jsonSchema.input({ target: "draft-04" });
  } catch (error) {
    const reason = `a schema without a JSON Schema of draft 4: ${error instanceof Error ? error.message : error}`;
    return fail(api, "rest-model-schema", prop, { value: "a schema", reason });
  }
  const reason = "a schema whose library writes no JSON Schema; zod does from 4.2 on";
  return fail(api, "rest-model-schema", prop, { value: "a schema", reason });
}

interface Converter {
  input(options: { readonly target: string }): Readonly<Record<string, unknown>>;
}
