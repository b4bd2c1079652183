import { LambdaPermission } from "@cdktf/provider-aws/lib/lambda-permission";
import type { TerraformElement } from "cdktf";
import { Construct } from "constructs";
import { servicePrincipal } from "../../facts/aws/principals";
import { attempt } from "../../facts/errors/problems";
import { oneOf } from "../../facts/errors/words";
import { checkQuota } from "../app";
import { type MapOf, present } from "../core/checks/absence";
import { checkKeys, isPlainObject } from "../core/checks/check";
import { refuseValue } from "../core/errors";
import { checkLimit, isUnknown, type Limit, limits } from "../core/limits";
import { checkOverride, findImport } from "../core/terraform/override";
import { isUnresolved } from "../core/tokens/unresolved";
import type { AuthorizerDeclaration, AuthorizerKind } from "./authorizer-kind";
import { checkDirectoryScopes } from "./directory/scopes";
import { fail } from "./errors";

/** Values by names that the caller chooses. Editors complete the names where one of them is to be written. */
export type Named<Value, Name extends string> = { readonly [Key in Name]?: Value | undefined };

/** One of the declared names. Only the declaration decides which names exist, not the place where one is chosen. */
export type Declared<Name extends string> = [Name][Name extends string ? 0 : never];

/** The members of all authorizers. */
interface AuthorizerProps {
  readonly type: string;
  readonly name?: string | undefined;
  readonly cdk?: { readonly authorizer?: object | undefined } | undefined;
}

/** The authorizers of one gateway. */
export interface AuthorizerFamily<Props extends AuthorizerProps, Config> {
  readonly kinds: Readonly<Record<string, AuthorizerKind<Props, Config, string>>>;
  /** Describes an authorizer in messages. @default - an object with one of the types */
  readonly expected?: string | undefined;
  /** The provider's class of the authorizer. */
  readonly resource: Parameters<typeof checkOverride>[3];
  /** Keys that `cdk.authorizer` must not set, each with what to write instead. */
  rejectedKeys(prop: string): Readonly<Record<string, string>>;
  /** The name in AWS where the caller gives none. @default - the name that routes use */
  defaultName?(name: string, type: Props["type"]): string;
  create(
    scope: Construct,
    api: { readonly apiId: string; readonly name: string },
    config: Config,
    override: Partial<Config> | undefined,
  ): TerraformElement & { readonly id: string };
}

/** The API to which authorizers belong. */
interface AuthorizedApi {
  readonly apiId: string;
  readonly executionArn: string;
}

/** An authorizer that is checked and not created yet. */
export interface PlannedAuthorizer {
  readonly takesScopes: boolean;
  /** The name in AWS; undefined for an existing authorizer, and for one that is known at deployment. */
  readonly ownName: string | undefined;
  /** Refuses scopes that no token can have, as far as they are known. */
  checkScopes(prop: string, scopes: readonly string[]): void;
  /** Whether routes with these scopes get the authorizer that accepts tokens of machines too. */
  takesMachines(scopes: readonly string[]): boolean;
  /** Creates the authorizer below its own scope, unless it is an existing one. */
  create(scopeId: string, api: AuthorizedApi): CreatedAuthorizer;
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
  const isImported = imported !== undefined;
  const override = isImported ? undefined : (given as (Partial<Config> & NamedConfig) | undefined);
  if (override !== undefined) {
    checkOverride(api, at, override, family.resource, { rejected: family.rejectedKeys(prop) });
  }
  checkLimit(api, `${prop}.name`, props.name, nameLimit(family));
  const plan = kind.plan({ api, name, prop, isImported, override }, props);
  const { authorization, takesScopes } = kind;
  const defaultName = props.name ?? family.defaultName?.(name, props.type) ?? name;
  const ownName = override?.name ?? defaultName;
  const forMachines = (scopes: readonly string[]) => (isImported ? undefined : plan.forMachines?.(scopes));
  return {
    takesScopes,
    ownName: isImported || isUnresolved(ownName) ? undefined : ownName,
    takesMachines: (scopes) => forMachines(scopes) !== undefined,
    checkScopes(scopesProp, scopes) {
      if (isImported || override !== undefined) return;
      checkDirectoryScopes(api, scopesProp, kind.tokenSources?.(props) ?? [{ directory: undefined }], scopes);
    },
    create(scopeId, { apiId, executionArn }) {
      if (isImported) return { authorization, authorizerId: idOf(imported), permission: undefined };
      const scope = new Construct(api, scopeId);
      const { config, invokes } = plan.create(scope);
      const { id } = family.create(scope, { apiId, name: defaultName }, config, override);
      // In the stack of the function, it would make the two stacks wait for each other.
      const permission =
        invokes &&
        new LambdaPermission(scope, "Permission", {
          action: "lambda:InvokeFunction",
          ...invokes.invoked,
          principal: servicePrincipal("apigateway"),
          sourceArn: `${executionArn}/authorizers/${id}`,
        });
      let machinesId: string | undefined;
      return {
        authorization,
        authorizerId: id,
        permission,
        machinesId(scopes) {
          const createParts = forMachines(scopes);
          if (createParts === undefined) return id;
          machinesId ??= createForMachines(new Construct(scope, "Machines"), createParts);
          return machinesId;
        },
      };

      function createForMachines(ofMachines: Construct, createParts: typeof plan.create): string {
        const parts = createParts(ofMachines);
        // Names are unique in an API.
        const named = { apiId, name: `${ownName}-machines` };
        return family.create(ofMachines, named, parts.config, override && { ...override, name: undefined })
          .id;
      }
    },
  };
}

interface NamedConfig {
  readonly name?: string | undefined;
}

/** The id of an existing authorizer. That of a data source of a REST API contains the id of the API, too. */
function idOf(imported: TerraformElement): string {
  const { authorizerId, id } = imported as TerraformElement & {
    readonly authorizerId?: string | undefined;
    readonly id: string;
  };
  return authorizerId ?? id;
}

function kindOf<Props extends AuthorizerProps, Config>(
  { kinds, expected = `an object with type ${oneOf(Object.keys(kinds))}` }: AuthorizerFamily<Props, Config>,
  api: Construct,
  prop: string,
  props: Props,
): AuthorizerKind<Props, Config, string> {
  if (!isPlainObject(props)) refuseValue(api, prop, props, expected);
  const kind = Object.hasOwn(kinds, props.type) ? kinds[props.type] : undefined;
  return (
    kind ?? fail(api, "literal-unknown", `${prop}.type`, { value: props.type, allowed: Object.keys(kinds) })
  );
}

/** Refuses the authorizers of an API, by the names that routes use, if one of them cannot work. Creates nothing. */
export function planAuthorizers<Props extends AuthorizerProps, Config>(
  family: AuthorizerFamily<Props, Config>,
  api: Construct,
  authorizers: MapOf<Props> | undefined,
  quota: "authorizersPerHttpApi" | "authorizersPerRestApi",
): ReadonlyMap<string, PlannedAuthorizer> {
  const entries = Object.entries(present(authorizers ?? {}));
  attempt(() => checkQuota(api, "authorizers", quota, "authorizers", entries.length));
  // Names are unique in an API.
  const owners = new Map<string, string>();
  const planned = entries.map(([name, props]) =>
    attempt((): readonly [string, PlannedAuthorizer] => {
      const prop = `authorizers["${name}"]`;
      if (name === "none" || name === "iam") fail(api, "authorizer-name-reserved", prop, { name });
      checkLimit(api, prop, name, nameLimit(family));
      if (isUnknown(name)) refuseValue(api, prop, name, "a name without ${");
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
  api: AuthorizedApi,
): ReadonlyMap<string, CreatedAuthorizer> {
  return new Map([...planned].map(([name, each]) => [name, each.create(`Authorizer_${name}`, api)]));
}

function nameLimit({ resource }: { readonly resource: { readonly tfResourceType: string } }): Limit {
  return limits[resource.tfResourceType as "aws_apigatewayv2_authorizer" | "aws_api_gateway_authorizer"].name;
}
