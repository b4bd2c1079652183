import type { LambdaPermission } from "@cdktf/provider-aws/lib/lambda-permission";
import type { TerraformResource } from "cdktf";
import { Construct } from "constructs";
import { checkOpen } from "../../app";
import { claimId } from "../../app/construct-name";
import { checkAddition, constructId } from "../../app/ids";
import type { MapOf } from "../../core/absence";
import { guarded } from "../../core/guarded";
import { type BindingEntry, FunctionsByKey } from "../../function";
import type { Permissions } from "../../iam/permissions";
import type { AppSyncApiDataSource } from "./data-sources/props";
import { servedParts } from "./domain";

/** The parts of an API that belong to its data sources. */
interface WithDataSources {
  /** The resources that answer requests. */
  readonly served: readonly TerraformResource[];
  /** Checks data sources and other parts, and returns what creates them. */
  plan(scope: Construct, dataSources: MapOf<AppSyncApiDataSource>, others: object): (apiId: string) => void;
}

/** The common part of the APIs of AppSync: data sources, whose functions are bound and permitted together. */
@guarded
export abstract class AppSyncBase extends Construct {
  readonly id: string;
  abstract readonly apiId: string;
  protected readonly functions: FunctionsByKey;
  protected abstract readonly parts: WithDataSources;
  /** Of the function that authorizes. */
  protected authorizerPermission: LambdaPermission | undefined;

  /** @param part - what a function belongs to, for messages */
  protected constructor(scope: Construct, id: string, given: object, part: string) {
    super(scope, constructId(scope, id, given));
    this.id = claimId(this);
    this.functions = new FunctionsByKey(this, part);
  }

  [servedParts](): readonly TerraformResource[] {
    const { authorizerPermission: permission } = this;
    return permission === undefined ? this.parts.served : [...this.parts.served, permission];
  }

  /** Adds data sources. Their resources are created below `scope`, which may be in another stack. */
  addDataSources(scope: Construct, given: MapOf<AppSyncApiDataSource>): void {
    checkOpen(this, "addDataSources");
    const dataSources = checkAddition(this, "addDataSources", scope, given);
    this.parts.plan(scope, dataSources, {})(this.apiId);
  }

  /** Binds constructs to all functions of the API, also to those added later. */
  bind(constructs: readonly BindingEntry[]): void {
    checkOpen(this, "bind");
    this.functions.bind(constructs);
  }

  /** Gives all functions of the API more permissions, also those added later. */
  attachPermissions(permissions: Permissions): void {
    checkOpen(this, "attachPermissions");
    this.functions.attachPermissions(permissions);
  }
}
