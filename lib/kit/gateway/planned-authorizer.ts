import type { LambdaPermission } from "@cdktf/provider-aws/lib/lambda-permission";
import type { TerraformElement } from "cdktf";
import { Construct } from "constructs";
import type { checkOverride } from "../core/terraform/override";
import { isUnresolved } from "../core/tokens/unresolved";
import type { AuthorizerDeclaration, AuthorizerKind, AuthorizerPlace } from "./authorizer-kind";
import { checkDirectoryScopes } from "./directory-scopes";

/** The members of all authorizers. */
export interface AuthorizerProps {
  readonly type: string;
  readonly name?: string | undefined;
  readonly cdk?: { readonly authorizer?: object | undefined } | undefined;
}

/** The authorizers of one gateway. */
export interface AuthorizerFamily<Props extends AuthorizerProps, Config> {
  readonly kinds: Readonly<Record<string, AuthorizerKind<Props, Config, unknown, string>>>;
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
export interface AuthorizedApi {
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

/** The checked parts of an authorizer. */
interface AuthorizerParts<Props, Config> {
  readonly kind: AuthorizerKind<Props, Config, unknown, string>;
  readonly props: Props;
  /** The result of `kind.check`. */
  readonly plan: unknown;
  /** The existing authorizer of the caller. */
  readonly imported: TerraformElement | undefined;
}

/** An authorizer as the caller declared it, checked. */
export class DeclaredAuthorizer<Props extends AuthorizerProps, Config> implements PlannedAuthorizer {
  /** The name of a created authorizer, unless `cdk.authorizer` overrides it. */
  private readonly defaultName: string;

  constructor(
    private readonly family: AuthorizerFamily<Props, Config>,
    private readonly declaration: AuthorizerDeclaration<Config>,
    private readonly parts: AuthorizerParts<Props, Config>,
  ) {
    const { name, type } = parts.props;
    this.defaultName = name ?? family.defaultName?.(declaration.name, type) ?? declaration.name;
  }

  get takesScopes(): boolean {
    return this.parts.kind.takesScopes;
  }

  get ownName(): string | undefined {
    const name = nameIn(this.declaration.override) ?? this.defaultName;
    return this.declaration.isImported || isUnresolved(name) ? undefined : name;
  }

  checkScopes(prop: string, scopes: readonly string[]): void {
    const { api, isImported, override } = this.declaration;
    if (isImported || override !== undefined) return;
    const { kind, props } = this.parts;
    checkDirectoryScopes(api, prop, kind.tokenSources?.(props) ?? [{ directory: undefined }], scopes);
  }

  takesMachines(scopes: readonly string[]): boolean {
    return this.machinePlan(scopes) !== undefined;
  }

  create(scopeId: string, { apiId, executionArn }: AuthorizedApi): CreatedAuthorizer {
    const { kind, plan, imported } = this.parts;
    const { authorization } = kind;
    if (imported !== undefined) return { authorization, authorizerId: idOf(imported), permission: undefined };
    const scope = new Construct(this.declaration.api, scopeId);
    const place = { ...this.declaration, scope, executionArn };
    const config = kind.config(place, plan);
    const { id } = this.family.create(scope, { apiId, name: this.defaultName }, config, place.override);
    const permission = kind.permission?.(place, plan, id);
    let machinesId: string | undefined;
    return {
      authorization,
      authorizerId: id,
      permission,
      machinesId: (scopes) => {
        const machines = this.machinePlan(scopes);
        if (machines === undefined) return id;
        machinesId ??= this.createForMachines(place, apiId, machines);
        return machinesId;
      },
    };
  }

  /** The plan of the authorizer that accepts tokens of machines too, if routes with these scopes need it. */
  private machinePlan(scopes: readonly string[]): unknown {
    const { kind, plan } = this.parts;
    return this.declaration.isImported ? undefined : kind.forMachines?.(plan, scopes);
  }

  private createForMachines(place: AuthorizerPlace<Config>, apiId: string, plan: unknown): string {
    const scope = new Construct(place.scope, "Machines");
    const config = this.parts.kind.config({ ...place, scope }, plan);
    // Names are unique in an API.
    const { name = this.defaultName, ...others } = (place.override ?? {}) as NamedConfig;
    const api = { apiId, name: `${name}-machines` };
    return this.family.create(scope, api, config, others as Partial<Config>).id;
  }
}

interface NamedConfig {
  readonly name?: string | undefined;
}

const nameIn = (override: object | undefined): string | undefined =>
  (override as NamedConfig | undefined)?.name;

/** The id of an existing authorizer. That of a data source of a REST API contains the id of the API, too. */
function idOf(imported: TerraformElement): string {
  const { authorizerId, id } = imported as TerraformElement & {
    readonly authorizerId?: string | undefined;
    readonly id: string;
  };
  return authorizerId ?? id;
}
