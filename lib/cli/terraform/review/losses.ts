import { constructPath } from "../../project/stack-template";
import type { SynthesizedStack } from "../../project/synthesized-stack";
import type { StackPlan } from "../plan";
import { nameInService } from "./name-in-service";
import { typeOfAddress } from "./planned-changes";

/** What is lost when a resource is replaced: what it stores, or what its users know it by. */
interface Holding {
  /** What a user calls it. */
  readonly noun: string;
  readonly holds: "data" | "address";
}

/** Types of resources that hold data, or an address that others know. */
export const holdings: Readonly<Record<string, Holding>> = {
  aws_s3_bucket: { noun: "bucket", holds: "data" },
  aws_dynamodb_table: { noun: "table", holds: "data" },
  aws_kinesis_stream: { noun: "stream", holds: "data" },
  aws_sqs_queue: { noun: "queue", holds: "data" },
  aws_cognito_user_pool: { noun: "user pool", holds: "data" },
  aws_rds_cluster: { noun: "database", holds: "data" },
  aws_kms_key: { noun: "key", holds: "data" },
  aws_secretsmanager_secret: { noun: "secret", holds: "data" },
  aws_cognito_identity_pool: { noun: "identity pool", holds: "address" },
  aws_cognito_user_pool_client: { noun: "client of the user pool", holds: "address" },
  aws_cognito_user_pool_domain: { noun: "domain of the user pool", holds: "address" },
  aws_apigatewayv2_api: { noun: "API", holds: "address" },
  aws_api_gateway_rest_api: { noun: "API", holds: "address" },
  aws_appsync_graphql_api: { noun: "API", holds: "address" },
  aws_appsync_api: { noun: "API", holds: "address" },
  aws_apigatewayv2_domain_name: { noun: "domain", holds: "address" },
  aws_api_gateway_domain_name: { noun: "domain", holds: "address" },
  aws_api_gateway_api_key: { noun: "API key", holds: "address" },
  aws_cloudfront_distribution: { noun: "distribution", holds: "address" },
  aws_lambda_function_url: { noun: "function URL", holds: "address" },
};

/** A resource whose data or address a plan takes away. */
export interface Loss {
  readonly address: string;
  /** The id of its construct, or its name. */
  readonly name: string;
  /** `the table Notes is replaced: its data is lost` */
  readonly text: string;
}

/**
 * What a plan takes away: resources that are replaced, and resources with data that are deleted.
 *
 * A resource with an address that is deleted is not among them: whoever takes it out of the app means that.
 */
export function lossesOf(
  stack: SynthesizedStack,
  { changes, values }: Pick<StackPlan, "changes" | "values">,
): readonly Loss[] {
  const before = new Map(values.map((each) => [each.address, each.before]));
  return changes.flatMap(({ address, action }) => {
    const holding = holdings[typeOfAddress(address)];
    if (holding === undefined || (action !== "replace" && action !== "delete")) return [];
    const known = before.get(address) ?? {};
    // With `force_destroy` the bucket only holds copies, for example the files of a site.
    if (known.force_destroy === true) return [];
    if (action === "delete" && holding.holds === "address") return [];
    const name = labelOf(stack, address, known);
    const effect = holding.holds === "data" ? "its data is lost" : "its address changes";
    const text = `the ${holding.noun} ${name} is ${action === "replace" ? "replaced" : "deleted"}: ${effect}`;
    return [{ address, name, text }];
  });
}

/** What a user calls a resource: the path of its construct in the stack; for one that is no longer in the app, its name. */
export function labelOf(
  stack: SynthesizedStack,
  address: string,
  values: Readonly<Record<string, unknown>> = {},
): string {
  const [, ...parts] = constructPath(stack, address)?.split("/") ?? [];
  // The construct holds resources; the first one stands in the stack itself.
  if (parts.length > 0) return (parts.length > 1 ? parts.slice(0, -1) : parts).join("/");
  return nameInService(values) ?? address;
}
