import { LambdaPermission } from "@cdktf/provider-aws/lib/lambda-permission";
import type { TerraformResource } from "cdktf";
import type { Construct } from "constructs";
import { servicePrincipal } from "../../facts/aws/principals";
import { shortHash } from "../core/names/name";
import { quotas } from "../core/quotas";
import { waitFor } from "../core/terraform/depends-on";
import { moveFrom } from "../core/terraform/moved";
import { resolveContent } from "../core/tokens/resolve";

/** A function that a gateway must be allowed to invoke. */
export interface InvokedFunction {
  readonly functionName: string;
  /** Alias or version. */
  readonly qualifier?: string | undefined;
}

/**
 * If more routes of one API invoke a function, it gets one permission for the whole API.
 *
 * Each permission is a statement in the function's policy, which is limited to 20,480 bytes: about 50 statements. Source:
 * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
const maxRoutesPerFunction = 20;

/** Typical length of a statement of that policy without the path of the source. */
const statementBytes = 420;

export interface InvokingRoute {
  readonly scope: Construct;
  readonly invokes: InvokedFunction;
  /**
   * Identifies the function if functions of several stacks share a scope: references to functions of the same name in two stacks
   * look the same until CDKTF has prepared the stacks.
   *
   * @default - the resolved name
   */
  readonly identity?: string | undefined;
  /** The resources that send requests to the function. They change after the permission exists, before an old one is removed. */
  readonly waiting: readonly TerraformResource[];
  /** The end of the source ARN, after the API's execution ARN, by the id of the permission. */
  readonly sources: Readonly<Record<string, string>>;
  /** Former ids of permissions in earlier versions of the library, by their current ids. @default - the same */
  readonly formerIds?: Readonly<Record<string, string>> | undefined;
  /**
   * Called if the route shares one permission for the whole API. It must change the waiting resources, so that Terraform destroys
   * the route's permission after the shared one exists.
   */
  readonly onShared?: (() => void) | undefined;
}

/** The permissions of a gateway to invoke functions: one per route, within the size limit of a function's policy. */
export class InvokePermissions {
  private readonly routes: InvokingRoute[] = [];

  constructor(
    private readonly api: Construct,
    private readonly executionArn: string,
  ) {}

  add(route: InvokingRoute): void {
    this.routes.push(route);
  }

  /** Creates the permissions after all routes are known. */
  create(): readonly LambdaPermission[] {
    return [...this.byFunction()].flatMap(([name, routes]) => {
      const isShared = routes.length > maxRoutesPerFunction || bytesOf(routes) > quotas.functionPolicyBytes;
      if (!isShared) {
        return routes.flatMap((route) => {
          const permissions = this.ofRoute(route);
          for (const waiting of route.waiting) waitFor(waiting, permissions);
          return permissions;
        });
      }
      const shared = routes
        .slice(0, 1)
        .map(({ scope, invokes }) => this.permission(scope, `ApiPermission_${name}`, invokes, "/*/*"));
      for (const { waiting, onShared } of routes) {
        onShared?.();
        for (const each of waiting) waitFor(each, shared);
      }
      return shared;
    });
  }

  private ofRoute({ scope, sources, invokes, formerIds = {} }: InvokingRoute): readonly LambdaPermission[] {
    return Object.entries(sources).map(([id, path]) => {
      const permission = this.permission(scope, id, invokes, path);
      const { [id]: former } = formerIds;
      if (former !== undefined) moveFrom(permission, scope, [former]);
      return permission;
    });
  }

  /** Groups routes by function and scope. Scopes of other stacks have their own permissions. */
  private byFunction(): ReadonlyMap<string, readonly InvokingRoute[]> {
    const groups = new Map<string, InvokingRoute[]>();
    for (const route of this.routes) {
      const { functionName, qualifier = "" } = route.invokes;
      const name = route.identity ?? functionName;
      const facts = JSON.stringify(resolveContent(this.api, [route.scope.node.path, name, qualifier]));
      const key = shortHash(facts);
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [route]);
      else group.push(route);
    }
    return groups;
  }

  private permission(scope: Construct, id: string, invokes: InvokedFunction, path: string): LambdaPermission {
    return new LambdaPermission(scope, id, {
      action: "lambda:InvokeFunction",
      principal: servicePrincipal("apigateway"),
      sourceArn: `${this.executionArn}${path}`,
      ...invokes,
    });
  }
}

function bytesOf(routes: readonly InvokingRoute[]): number {
  const paths = routes.flatMap(({ sources }) => Object.values(sources));
  return paths.reduce((sum, path) => sum + statementBytes + path.length, 0);
}
