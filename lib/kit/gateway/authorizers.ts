import type { TerraformElement } from "cdktf";
import type { Construct } from "constructs";
import { attempt } from "../../facts/errors/problems";
import { oneOf } from "../../facts/errors/words";
import { checkQuota } from "../app";
import { checkKeys, isPlainObject } from "../core/checks/check";
import { checkLimit, isUnknown, type Limit, limits } from "../core/limits";
import { checkOverride, findImport } from "../core/terraform/override";
import type { AuthorizerDeclaration, AuthorizerKind } from "./authorizer-kind";
import { fail } from "./errors";
import {
  type AuthorizerFamily,
  type AuthorizerProps,
  type CreatedAuthorizer,
  DeclaredAuthorizer,
  type PlannedAuthorizer,
} from "./planned-authorizer";

/** Values by names that the caller chooses. Editors complete the names where one of them is to be written. */
export type Named<Value, Name extends string> = { readonly [Key in Name]?: Value | undefined };

/** One of the declared names. Only the declaration decides which names exist, not the place where one is chosen. */
export type Declared<Name extends string> = [Name][Name extends string ? 0 : never];

/** Refuses an authorizer that cannot work. Creates nothing. */
export function planAuthorizer<Props extends AuthorizerProps, Config>(
  family: AuthorizerFamily<Props, Config>,
  { api, name, prop }: Pick<AuthorizerDeclaration<Config>, "api" | "name" | "prop">,
  props: Props,
): PlannedAuthorizer {
  const kind = kindOf(family, api, prop, props);
  checkKeys(api, prop, props, kind.keys);
  checkKeys(api, `${prop}.cdk`, props.cdk ?? {}, kind.cdkKeys ?? ["authorizer"]);
  const at = `${prop}.cdk.authorizer`;
  const given = props.cdk?.authorizer;
  const imported = attempt(() =>
    findImport<TerraformElement>(api, at, given, family.resource.tfResourceType),
  );
  const override = imported === undefined ? (given as Partial<Config> | undefined) : undefined;
  if (override !== undefined) {
    checkOverride(api, at, override, family.resource, { rejected: family.rejectedKeys(prop) });
  }
  checkLimit(api, `${prop}.name`, props.name, nameLimit(family.resource.tfResourceType));
  const declaration = { api, name, prop, isImported: imported !== undefined, override };
  const plan = kind.check(declaration, props);
  return new DeclaredAuthorizer(family, declaration, { kind, props, plan, imported });
}

function kindOf<Props extends AuthorizerProps, Config>(
  { kinds, expected = `an object with type ${oneOf(Object.keys(kinds))}` }: AuthorizerFamily<Props, Config>,
  api: Construct,
  prop: string,
  props: Props,
): AuthorizerKind<Props, Config, unknown, string> {
  if (!isPlainObject(props)) fail(api, "prop-invalid", prop, { value: props, expected });
  const kind = Object.hasOwn(kinds, props.type) ? kinds[props.type] : undefined;
  return (
    kind ?? fail(api, "literal-unknown", `${prop}.type`, { value: props.type, allowed: Object.keys(kinds) })
  );
}

/** Refuses the authorizers of an API, by the names that routes use, if one of them cannot work. Creates nothing. */
export function planAuthorizers<Props extends AuthorizerProps, Config>(
  family: AuthorizerFamily<Props, Config>,
  api: Construct,
  authorizers: Readonly<Record<string, Props>>,
  quota: "authorizersPerHttpApi" | "authorizersPerRestApi",
): ReadonlyMap<string, PlannedAuthorizer> {
  const entries = Object.entries(authorizers);
  checkQuota(api, "authorizers", quota, "authorizers", entries.length);
  // Names are unique in an API.
  const owners = new Map<string, string>();
  const planned = entries.map(([name, props]) =>
    attempt((): readonly [string, PlannedAuthorizer] => {
      const prop = `authorizers["${name}"]`;
      if (name === "none" || name === "iam") fail(api, "authorizer-name-reserved", prop, { name });
      checkLimit(api, prop, name, nameLimit(family.resource.tfResourceType));
      if (isUnknown(name)) fail(api, "prop-invalid", prop, { value: name, expected: "a name without ${" });
      const planned = planAuthorizer(family, { api, name, prop }, props);
      const { ownName } = planned;
      const other = ownName === undefined ? undefined : owners.get(ownName);
      if (ownName !== undefined && other !== undefined)
        fail(api, "authorizer-name-taken", `${prop}.name`, { name: ownName, other });
      if (ownName !== undefined) owners.set(ownName, prop);
      return [name, planned];
    }),
  );
  return new Map(planned.filter((each) => each !== undefined));
}

/** Creates the authorizers of an API. */
export function createAuthorizers(
  planned: ReadonlyMap<string, PlannedAuthorizer>,
  api: { readonly apiId: string; readonly executionArn: string },
): ReadonlyMap<string, CreatedAuthorizer> {
  return new Map([...planned].map(([name, each]) => [name, each.create(`Authorizer_${name}`, api)]));
}

function nameLimit(resourceType: string): Limit {
  const rows = limits[resourceType as "aws_apigatewayv2_authorizer" | "aws_api_gateway_authorizer"];
  return rows.name;
}
