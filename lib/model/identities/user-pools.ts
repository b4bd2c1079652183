import { parseArnOf } from "../../facts/aws/arns";
import { poolIssuer } from "../../facts/aws/service-hosts";
import type { Model, Resource } from "../resources/model";
import { text } from "../resources/values";

export interface UserPool {
  readonly id: string;
  readonly name: string;
  /** The `iss` of its tokens. */
  readonly issuer: string;
  readonly resource: Resource;
}

export interface UserPoolClient {
  readonly id: string;
  readonly name: string;
  readonly resource: Resource;
}

/** The pools that the app creates. A pool that the app only refers to is a remote issuer. */
export function userPoolsOf(model: Model): readonly UserPool[] {
  return model.ofType("aws_cognito_user_pool").map((resource) => ({
    id: text(resource.values, "id") ?? "",
    name: text(resource.values, "name") ?? resource.name,
    issuer: `https://${text(resource.values, "endpoint") ?? ""}`,
    resource,
  }));
}

/** The pool whose tokens have an `iss`, also with a slash at its end. */
export const poolOfIssuer = (pools: readonly UserPool[], issuer: string): UserPool | undefined =>
  pools.find((pool) => pool.issuer === issuer.replace(/\/$/, ""));

export function clientsOf(model: Model, pool: UserPool): readonly UserPoolClient[] {
  return model
    .ofType("aws_cognito_user_pool_client")
    .filter(({ values }) => text(values, "user_pool_id") === pool.id)
    .map((resource) => ({
      id: text(resource.values, "id") ?? "",
      name: text(resource.values, "name") ?? resource.name,
      resource,
    }));
}

/** The `iss` of the tokens of a pool, whether the app creates it or not. */
export function issuerOf(
  model: Model,
  poolId: string,
  region = poolId.split("_", 1)[0] || model.region,
): string {
  const own = userPoolsOf(model).find(({ id }) => id === poolId);
  return own?.issuer ?? poolIssuer(region, poolId);
}

/** The `iss` of the tokens of a pool, by its ARN; undefined for another text. */
export function issuerOfPoolArn(arn: string): string | undefined {
  const { region, resource } = parseArnOf("cognito-idp", arn) ?? {};
  const [, pool] = /^userpool\/(.+)$/.exec(resource ?? "") ?? [];
  return region === undefined || pool === undefined ? undefined : poolIssuer(region, pool);
}
