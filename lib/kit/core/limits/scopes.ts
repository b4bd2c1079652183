import { isUnresolved } from "../tokens/unresolved";
import { choice, type ResourceLimits, range, textLimit } from "./limit";

/** Limits of a resource that another of its attributes changes. */
interface Scope {
  readonly attribute: string;
  readonly applies: (value: unknown) => boolean;
  /** In place of the rows of the table. */
  readonly rows: ResourceLimits;
}

const createFunction = "https://docs.aws.amazon.com/lambda/latest/api/API_CreateFunction.html";
const ephemeralStorage = "https://docs.aws.amazon.com/lambda/latest/api/API_EphemeralStorage.html";
const putParameter = "https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_PutParameter.html";
const createCluster = "https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/API_CreateDBCluster.html";
const api2 = "https://docs.aws.amazon.com/apigatewayv2/latest/api-reference/apis.html";

/** The document of a limit may give it to some resources of a type only: by protocol, engine, tier or place of execution. */
const scopes: Readonly<Record<string, readonly Scope[]>> = {
  aws_lambda_function: [
    {
      // Instances that the account manages have larger functions.
      attribute: "capacityProviderConfig",
      applies: () => true,
      rows: {
        memorySize: range(createFunction, 128, 32_768, { unit: "MB" }),
        timeout: range(createFunction, 1, 5400, { unit: "seconds" }),
        "ephemeralStorage.size": range(ephemeralStorage, 512, 32_768, { unit: "MB" }),
      },
    },
  ],
  aws_ssm_parameter: [
    {
      attribute: "tier",
      applies: (tier) => tier === "Advanced" || tier === "Intelligent-Tiering",
      rows: { value: textLimit(putParameter, 8192) },
    },
  ],
  aws_rds_cluster: [
    {
      // A Multi-AZ cluster, which is not one of Aurora.
      attribute: "engine",
      applies: (engine) => engine === "mysql" || engine === "postgres",
      rows: { storageType: choice(createCluster, "io1", "io2", "gp3") },
    },
  ],
  aws_apigatewayv2_api: [
    {
      attribute: "protocolType",
      applies: (protocol) => protocol === "HTTP",
      rows: {
        routeSelectionExpression: choice(
          api2,
          "$request.method $request.path",
          "${request.method} ${request.path}",
        ),
      },
    },
  ],
};

/** The attributes that decide which limits a resource has. */
export const scopeAttributes = (resourceType: string): readonly string[] =>
  (scopes[resourceType] ?? []).map(({ attribute }) => attribute);

/** The rows that hold in place of those of the table. A value that is known only at deploy time may be any. */
export function scopedRows(resourceType: string, config: object): ResourceLimits {
  const fitting = (scopes[resourceType] ?? []).filter(({ attribute, applies }) => {
    const value = (config as Readonly<Record<string, unknown>>)[attribute];
    return value !== undefined && (isUnresolved(value) || applies(value));
  });
  return Object.assign({}, ...fitting.map(({ rows }) => rows)) as ResourceLimits;
}
