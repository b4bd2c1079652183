import { AppsyncDatasource, type AppsyncDatasourceConfig } from "@cdktf/provider-aws/lib/appsync-datasource";
import { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { Fn } from "cdktf";
import { Construct } from "constructs";
import { prefixedName, Stack } from "../../../kit/app";
import {
  checkKeys,
  checkLiteral,
  isPlainObject,
  isProviderObject,
  namePrefix,
  refuseValue,
  TerraformData,
  terraformAddressOf,
} from "../../../kit/core";
import {
  type FunctionProps,
  type FunctionsByKey,
  functionRef,
  isFunction,
  RolePolicies,
} from "../../../kit/function";
import { resourceTrust, type Statement } from "../../../kit/iam";
import { fail } from "../errors";
import { type DataSourceType, dataSourceKinds } from ".";
import type { DataSourceKind } from "./kind";

/** A data source as resolvers know it. */
export interface KnownDataSource {
  readonly type: DataSourceType;
  /** Its name in the API. */
  readonly name: string;
}

/** A data source that has been checked. Nothing has been created for it. */
export interface PlannedDataSource extends KnownDataSource {
  create(apiId: string): void;
}

/** A data source as the caller gave it. */
export interface GivenDataSource {
  readonly scope: Construct;
  /** Its key among the parts of the API: a key of `dataSources`, or type and field of its only resolver. */
  readonly key: string;
  readonly id: string;
  /** Id of a function that is created for it. */
  readonly functionId: string;
  /** Its name where the props have none. */
  readonly name: string;
  readonly prop: string;
  readonly props: unknown;
}

/** The data sources of an API. */
export class DataSources {
  private readonly added = new Map<string, KnownDataSource & { readonly resource: AppsyncDatasource }>();

  constructor(
    private readonly api: Construct,
    private readonly defaults: Partial<FunctionProps> | undefined,
    private readonly functions: FunctionsByKey,
    /** Kinds that the API does not have. */
    private readonly withoutTypes: readonly DataSourceType[] = [],
  ) {}

  get metadata() {
    return [...this.added].map(([key, { name }]) => ({ name, fn: functionRef(this.functions.get(key)) }));
  }

  get names(): readonly (readonly [key: string, name: string])[] {
    return [...this.added].map(([key, { name }]) => [key, name] as const);
  }

  find(key: string): (KnownDataSource & { readonly resource: AppsyncDatasource }) | undefined {
    return this.added.get(key);
  }

  /** The name of a data source, as a reference to it. */
  requireName(key: string): string {
    const found = this.added.get(key);
    if (found === undefined) throw new Error(`The data source ${key} was planned, but not created.`);
    return found.resource.name;
  }

  /** Checks a data source; creates nothing. */
  plan({
    scope,
    key,
    id,
    functionId,
    name: defaultName,
    prop,
    props: given,
  }: GivenDataSource): PlannedDataSource {
    const { api, defaults } = this;
    const isReference = isFunctionReference(given);
    const props = isReference ? { function: given } : given;
    if (!isPlainObject(props)) {
      const expected = 'a function, or an object with a type: { type: "dynamodb", table }';
      return refuseValue(api, prop, given, expected);
    }
    const type = this.typeOf(prop, props);
    const kind: DataSourceKind<never> = dataSourceKinds[type];
    checkKeys(api, prop, props, kind.keys);
    this.checkCdk(prop, props.cdk, kind);
    const { name = defaultName, description } = props as {
      readonly name?: string | undefined;
      readonly description?: string | undefined;
    };
    // Source: https://docs.aws.amazon.com/appsync/latest/APIReference/API_CreateDataSource.html
    if (!/^[_A-Za-z][_0-9A-Za-z]{0,65535}$/.test(name)) {
      fail(api, "appsync-data-source-name", props.name === undefined ? prop : `${prop}.name`, {
        value: name,
      });
    }
    const functionProp = isReference ? prop : `${prop}.function`;
    const create = kind.plan({ api, scope, functionId, prop, functionProp, defaults }, props as never);
    return {
      type,
      name,
      create: (apiId) => {
        const { config, statements, fn, fixed } = create();
        const place = new Construct(scope, id);
        const role = statements && this.createRole(place, name, statements, apiId);
        const serviceRoleArn = role?.arn;
        const complete: AppsyncDatasourceConfig = {
          apiId,
          name: fixed === undefined ? name : `${name}_${Fn.substr(Fn.sha256(fixed), 0, 8)}`,
          description,
          serviceRoleArn,
          ...config,
        };
        // The provider plans to rename in place, and sends the former name.
        // Source: https://github.com/hashicorp/terraform-provider-aws/blob/main/internal/service/appsync/datasource.go
        const named = new TerraformData(place, "Name", complete.name);
        const lifecycle = { replaceTriggeredBy: [terraformAddressOf(named)] };
        // Nor does it send another event bus. A data source that becomes one is another resource.
        const resourceId = fixed === undefined ? "DataSource" : "EventBus";
        const resource = new AppsyncDatasource(place, resourceId, { ...complete, lifecycle });
        this.added.set(key, { type, name, resource });
        this.functions.add(key, fn);
      },
    };
  }

  private typeOf(prop: string, { type = "function" }: Readonly<Record<string, unknown>>): DataSourceType {
    const types = Object.keys(dataSourceKinds) as DataSourceType[];
    const allowed = types.filter((each) => !this.withoutTypes.includes(each));
    checkLiteral(this.api, `${prop}.type`, type, allowed);
    return type as DataSourceType;
  }

  private checkCdk(prop: string, cdk: unknown, { cdkKeys }: DataSourceKind<never>): void {
    if (cdk === undefined) return;
    checkKeys(this.api, `${prop}.cdk`, cdk, ["dataSource"]);
    const { dataSource } = cdk as { readonly dataSource?: unknown };
    if (dataSource !== undefined) checkKeys(this.api, `${prop}.cdk.dataSource`, dataSource, cdkKeys);
  }

  /** Source: https://docs.aws.amazon.com/appsync/latest/devguide/security_iam_service-with-iam.html */
  private createRole(
    place: Construct,
    name: string,
    statements: readonly Statement[],
    apiId: string,
  ): IamRole {
    const role = new IamRole(place, "Role", {
      namePrefix: namePrefix(`${prefixedName(this.api)}-${name}`, 37),
      assumeRolePolicy: resourceTrust(Stack.of(place), "appsync", `apis/${apiId}`),
    });
    new RolePolicies(place, "Policies", role, { isWithoutFunction: true }).addOwn(statements);
    return role;
  }
}

function isFunctionReference(given: unknown): boolean {
  if (typeof given === "string" || isFunction(given) || isProviderObject(given)) return true;
  return isPlainObject(given) && "handler" in given;
}
