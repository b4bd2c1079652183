import type { LambdaPermission } from "@cdktf/provider-aws/lib/lambda-permission";
import type { TerraformResource } from "cdktf";
import type { Construct } from "constructs";
import { checkAddition, checkOpen, claimId, constructId } from "../../kit/app";
import type { MapOf } from "../../kit/core";
import { ConstructWithFunctions, FunctionsByKey } from "../../kit/function";
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
export abstract class AppSyncBase extends ConstructWithFunctions {
  readonly id: string;
  abstract readonly apiId: string;
  protected readonly functions: FunctionsByKey;
  protected abstract readonly parts: WithDataSources;
  /** The permission of the function that authorizes. */
  protected authorizerPermission: LambdaPermission | undefined;

  /** @param part - what a function belongs to, for messages */
  protected constructor(scope: Construct, id: string, props: object, part: string) {
    super(scope, constructId(scope, id, props));
    this.id = claimId(this);
    this.functions = new FunctionsByKey(this, part, (key, method) => this.partKey(method, key));
  }

  /** The key of a part as it is kept, from the one that the caller of a method wrote. */
  protected partKey(_method: string, key: string): string {
    return key;
  }

  [servedParts](): readonly TerraformResource[] {
    const { authorizerPermission: permission } = this;
    return permission === undefined ? this.parts.served : [...this.parts.served, permission];
  }

  /** Adds data sources. Their resources are created below `scope`, which may be in another stack. */
  addDataSources(scope: Construct, dataSources: MapOf<AppSyncApiDataSource>): void {
    checkOpen(this, "addDataSources");
    const given = checkAddition(this, "addDataSources", scope, dataSources);
    this.parts.plan(scope, given, {})(this.apiId);
  }
}
