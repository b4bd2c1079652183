import type { LambdaPermission } from "@cdktf/provider-aws/lib/lambda-permission";
import { type TerraformElement, Token } from "cdktf";
import { Construct } from "constructs";
import { checkQuota } from "../app";
import { checkKeys, isPlainObject } from "../core/checks/check";
import { checkLimit, isUnknown, type Limit, limits } from "../core/limits";
import { checkOverride, findImport } from "../core/terraform/override";
import { oneOf } from "../errors/words";
import type { AuthorizerDeclaration, AuthorizerKind } from "./authorizer-kind";
import { checkDirectoryScopes } from "./directory-scopes";
import { fail } from "./errors";

/** The members of all authorizers. */
interface AuthorizerProps {
  readonly type: string;
  readonly name?: string | undefined;
  readonly cdk?: { readonly authorizer?: object | undefined } | undefined;
}

/** The authorizers of one gateway. */
export interface AuthorizerFamily<Props extends AuthorizerProps, Config, Imported extends TerraformElement> {
  readonly kinds: Readonly<Record<string, AuthorizerKind<Props, Config, unknown, string>>>;
  /** Describes an authorizer in messages. @default - an object with one of the types */
  readonly expected?: string | undefined;
  /** The provider's class of the authorizer. */
  readonly resource: Parameters<typeof checkOverride>[3];
  /** Keys that `cdk.authorizer` must not set, each with what to write instead. */
  rejectedKeys(prop: string): Readonly<Record<string, string>>;
  /** The name in AWS where the caller gives none. @default - the name that routes use */
  defaultName?(name: string, type: Props["type"]): string;
  /** The id of an existing authorizer. */
  idOf(imported: Imported): string;
  create(
    scope: Construct,
    api: { readonly apiId: string; readonly name: string },
    config: Config,
    override: Partial<Config> | undefined,
  ): TerraformElement & { readonly id: string };
}

/** An authorizer that is checked and not created yet. */
export interface PlannedAuthorizer {
  readonly takesScopes: boolean;
  /** Refuses scopes that no token can have, as far as they are known. */
  checkScopes(prop: string, scopes: readonly string[]): void;
  /** The name in AWS; undefined for an existing authorizer, and for one that is known at deployment. */
  readonly ownName: string | undefined;
  /** Whether routes with these scopes get the authorizer that accepts tokens of machines too. */
  takesMachines(scopes: readonly string[]): boolean;
  /** Creates the authorizer below its own scope, unless it is an existing one. */
  create(scopeId: string, api: { readonly apiId: string; readonly executionArn: string }): CreatedAuthorizer;
}

/** The keys with which routes refer to an authorizer. */
export interface CreatedAuthorizer {
  /** Authorization type of the route. */
  readonly authorization: string;
  readonly authorizerId: string;
  /** Undefined where the gateway invokes nothing, or nothing was created here. */
  readonly permission: LambdaPermission | undefined;
  /** The id of the authorizer that accepts tokens of machines too. It is created for the first route that needs it. */
  machinesId?(scopes: readonly string[]): string;
}

/** Refuses an authorizer that cannot work. Creates nothing. */
export function planAuthorizer<Props extends AuthorizerProps, Config, Imported extends TerraformElement>(
  family: AuthorizerFamily<Props, Config, Imported>,
  { api, name, prop }: Pick<AuthorizerDeclaration<Config>, "api" | "name" | "prop">,
  props: Props,
): PlannedAuthorizer {
  if (!isPlainObject(props)) {
    const { kinds, expected = `an object with type ${oneOf(Object.keys(kinds))}` } = family;
    fail(api, "prop-invalid", prop, { value: props, expected });
  }
  const kind = Object.hasOwn(family.kinds, props.type) ? family.kinds[props.type] : undefined;
  if (kind === undefined) {
    const allowed = Object.keys(family.kinds);
    return fail(api, "literal-unknown", `${prop}.type`, { value: props.type, allowed });
  }
  checkKeys(api, prop, props, kind.keys);
  checkKeys(api, `${prop}.cdk`, props.cdk ?? {}, kind.cdkKeys ?? ["authorizer"]);
  const at = `${prop}.cdk.authorizer`;
  const given = props.cdk?.authorizer;
  const imported = findImport<Imported>(api, at, given, family.resource.tfResourceType);
  const override = imported === undefined ? (given as Partial<Config> | undefined) : undefined;
  if (override !== undefined) {
    checkOverride(api, at, override, family.resource, { rejected: family.rejectedKeys(prop) });
  }
  checkLimit(api, `${prop}.name`, props.name, nameLimit(family.resource.tfResourceType));
  const declaration = { api, name, prop, isImported: imported !== undefined, override };
  const plan = kind.check(declaration, props);
  const { authorization, takesScopes } = kind;
  const ownName = props.name ?? family.defaultName?.(name, props.type) ?? name;
  const { name: overridden = ownName } = (override ?? {}) as { readonly name?: string | undefined };
  const machinePlan = (scopes: readonly string[]) =>
    imported === undefined ? kind.forMachines?.(plan, scopes) : undefined;
  return {
    takesScopes,
    ownName: imported !== undefined || Token.isUnresolved(overridden) ? undefined : overridden,
    checkScopes(at, scopes) {
      if (override === undefined && imported === undefined) {
        checkDirectoryScopes(api, at, kind.tokenSources?.(props) ?? [{ directory: undefined }], scopes);
      }
    },
    takesMachines: (scopes) => machinePlan(scopes) !== undefined,
    create(scopeId, { apiId, executionArn }) {
      if (imported !== undefined) {
        return { authorization, authorizerId: family.idOf(imported), permission: undefined };
      }
      const scope = new Construct(api, scopeId);
      const place = { ...declaration, scope, executionArn };
      const { id } = family.create(scope, { apiId, name: ownName }, kind.config(place, plan), override);
      const permission = kind.permission?.(place, plan, id);
      let machinesId: string | undefined;
      const createForMachines = (machines: unknown) => {
        const below = new Construct(scope, "Machines");
        const config = kind.config({ ...place, scope: below }, machines);
        // Names are unique in an API.
        const { name: given = ownName, ...others } = (override ?? {}) as {
          readonly name?: string | undefined;
        };
        return family.create(below, { apiId, name: `${given}-machines` }, config, others as Partial<Config>)
          .id;
      };
      return {
        authorization,
        authorizerId: id,
        permission,
        machinesId(scopes) {
          const machines = machinePlan(scopes);
          if (machines === undefined) return id;
          machinesId ??= createForMachines(machines);
          return machinesId;
        },
      };
    },
  };
}

/** Refuses the authorizers of an API, by the names that routes use, if one of them cannot work. Creates nothing. */
export function planAuthorizers<Props extends AuthorizerProps, Config, Imported extends TerraformElement>(
  family: AuthorizerFamily<Props, Config, Imported>,
  api: Construct,
  authorizers: Readonly<Record<string, Props>>,
  quota: "authorizersPerHttpApi" | "authorizersPerRestApi",
): ReadonlyMap<string, PlannedAuthorizer> {
  const entries = Object.entries(authorizers);
  checkQuota(api, "authorizers", quota, "authorizers", entries.length);
  // Names are unique in an API.
  const owners = new Map<string, string>();
  return new Map(
    entries.map(([name, props]) => {
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
