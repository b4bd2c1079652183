import type { Schema, Validator } from "@cfworker/json-schema";
import { restModelUrl } from "../../../facts/aws/namespaces";
import { interrupted, TooSlow } from "../../../facts/text/given-pattern";
import { flag, json, requireText, text, textMap, type Values } from "../../../model";
import type { Failure } from "./answer";
import { type ParameterSource, parseSource } from "./parameter-source";
import type { RestRequest } from "./request";

/** The validation of a request before its integration. */
export interface RequestValidation {
  /** Names and sources of required parameters, which must not be blank. */
  readonly parameters: readonly (readonly [name: string, source: ParameterSource])[];
  /** Models of bodies by content type; undefined when bodies are not validated. */
  readonly bodies: ReadonlyMap<string, BodyModel> | undefined;
}

/** A model of a body. */
interface BodyModel {
  /** The problem with a value; undefined when it is valid. */
  check(value: unknown): string | undefined;
}

/** Validates a request. Its body has been read. */
export function validateRequest(
  exchange: RestRequest,
  { parameters, bodies }: RequestValidation,
): Failure | undefined {
  const missing = parameters
    .filter(([, source]) => (source.value(exchange) ?? "").trim() === "")
    .map(([name]) => name);
  if (missing.length > 0) {
    const message = `Missing required request parameters: [${missing.join(", ")}]`;
    return { failure: "BAD_REQUEST_PARAMETERS", message };
  }
  const model = bodies?.get(exchange.contentType ?? "application/json");
  const problem = model?.check(exchange.bodyJson);
  return problem === undefined ? undefined : { failure: "BAD_REQUEST_BODY", validationError: problem };
}

/**
 * Reads the validation of a method; undefined when it has no validator.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-method-request-validation.html
 */
export function readValidation(
  method: Values,
  validators: ReadonlyMap<string, Values>,
  models: BodyModels,
): RequestValidation | undefined {
  const validator = validators.get(text(method, "request_validator_id") ?? "");
  if (validator === undefined) return undefined;
  const parameters = flag(validator, "validate_request_parameters") === true ? requiredOf(method) : [];
  const bodies =
    flag(validator, "validate_request_body") === true
      ? new Map(
          Object.entries(textMap(method, "request_models")).flatMap(([type, name]) => {
            const model = models.find(name);
            return model === undefined ? [] : [[type.toLowerCase(), model] as const];
          }),
        )
      : undefined;
  return { parameters, bodies };
}

function requiredOf(method: Values): RequestValidation["parameters"] {
  const required = Object.entries(textMap(method, "request_parameters")).flatMap(([source, isRequired]) =>
    isRequired === "true" ? [source] : [],
  );
  // AWS names headers first, then path variables, then query parameters.
  return required.sort().map((source) => {
    const name = source.split(".").slice(3).join(".");
    return [name, parseSource(source)] as const;
  });
}

/** The models of an API. Models may refer to each other. */
export class BodyModels {
  private readonly schemas: ReadonlyMap<string, Schema>;

  constructor(
    models: readonly Values[],
    private readonly apiId: string,
    private readonly warn: (text: string) => void,
  ) {
    this.schemas = new Map(
      models.flatMap((values) => {
        const schema = json(values, "schema");
        return typeof schema === "object" && schema !== null
          ? [[requireText(values, "name"), schema as Schema] as const]
          : [];
      }),
    );
  }

  /** Undefined for the predefined model `Empty`, which accepts everything. */
  find(name: string): BodyModel | undefined {
    const schema = this.schemas.get(name);
    if (schema === undefined) return undefined;
    let validator: Validator | undefined;
    return {
      check: (value) => {
        if (value === undefined) return "The body is not valid JSON.";
        try {
          validator ??= this.validator(schema);
          const check = validator;
          const { valid, errors } = interrupted(`The model ${name}`, () => check.validate(value));
          return valid ? undefined : `[${errors.map(({ error }) => error).join(", ")}]`;
        } catch (error) {
          // The value is nested too deeply; the model is fine.
          if (error instanceof RangeError) return "The body is nested too deeply.";
          if (error instanceof TooSlow) {
            this.warn(error.message);
            return "The body takes too long to validate.";
          }
          this.warn(`The model ${name} cannot be used to validate: ${String(error)}`);
          return undefined;
        }
      },
    };
  }

  private validator(schema: Schema): Validator {
    // Loaded on demand, for APIs that validate.
    const { Validator } = require("@cfworker/json-schema") as typeof import("@cfworker/json-schema");
    const validator = new Validator(schema, "4", true);
    for (const [name, other] of this.schemas) {
      validator.addSchema(other, restModelUrl(this.apiId, name));
    }
    return validator;
  }
}
