import { LambdaPermission } from "@cdktf/provider-aws/lib/lambda-permission";
import type { TerraformResource } from "cdktf";
import type { Construct } from "constructs";
import { createBeforeDestroy } from "../core/create-before-destroy";
import { waitFor } from "../core/depends-on";
import { shortHash } from "../core/hash";
import { quotas } from "../core/quotas";
import { resolveValue } from "../core/resolve";

/** A function that a gateway must be allowed to invoke. */
export interface InvokedFunction {
  /** Name, as the permission refers to it. */
  readonly functionName: string;
  /** Alias or version. */
  readonly qualifier?: string;
}

/**
 * Above this many routes of one API a function gets one permission for the whole API.
 *
 * Its resource policy holds a statement per permission, and 20,480 bytes in all: about 50 of them.
 * Source: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
const maxRoutesPerFunction = 20;

/** What a statement of that policy takes beside the source's path, with names of common length. */
const statementBytes = 420;

/** A route that invokes a function. */
export interface InvokingRoute {
  /** Where the permissions are created. */
  readonly scope: Construct;
  readonly invokes: InvokedFunction;
  /**
   * By what the function is told from others, where functions of several stacks meet below one scope: before CDKTF has
   * prepared the stacks, references to two of one name read alike.
   *
   * @default - what its name resolves to
   */
  readonly identity?: string;
  /** What sends requests to the function: it is changed after the permission exists, and before an old one goes. */
  readonly waiting: TerraformResource;
  /** By the id of a permission: what its source ARN ends in, behind the API's execution ARN. */
  readonly sources: Readonly<Record<string, string>>;
}

/** The permissions by which a gateway invokes functions: one per route, within the size of a function's policy. */
export class InvokePermissions {
  private readonly routes: InvokingRoute[] = [];

  constructor(
    private readonly api: Construct,
    private readonly executionArn: string,
  ) {}

  add(route: InvokingRoute): void {
    this.routes.push(route);
  }

  /** Creates them, once all routes are known. */
  create(): readonly LambdaPermission[] {
    return [...this.byFunction()].flatMap(([name, routes]) => {
      const isShared = routes.length > maxRoutesPerFunction || bytesOf(routes) > quotas.functionPolicyBytes;
      if (!isShared) {
        return routes.flatMap((route) => {
          const permissions = this.ofRoute(route);
          waitFor(route.waiting, permissions);
          return permissions;
        });
      }
      const shared = routes
        .slice(0, 1)
        .map(({ scope, invokes }) => this.permission(scope, `ApiPermission_${name}`, invokes, "/*/*"));
      for (const { waiting } of routes) waitFor(waiting, shared);
      return shared;
    });
  }

  private ofRoute({ scope, sources, invokes }: InvokingRoute): readonly LambdaPermission[] {
    return Object.entries(sources).map(([id, path]) => this.permission(scope, id, invokes, path));
  }

  /** Routes of the same function below the same scope; another stack's permissions are its own matter. */
  private byFunction(): ReadonlyMap<string, readonly InvokingRoute[]> {
    const groups = new Map<string, InvokingRoute[]>();
    for (const route of this.routes) {
      const { functionName, qualifier = "" } = route.invokes;
      const name = route.identity ?? functionName;
      const facts = JSON.stringify(resolveValue(this.api, [route.scope.node.path, name, qualifier]));
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
      principal: "apigateway.amazonaws.com",
      sourceArn: `${this.executionArn}${path}`,
      ...invokes,
      // Without a statement id the provider makes one, so that both exist for a while.
      lifecycle: createBeforeDestroy,
    });
  }
}

function bytesOf(routes: readonly InvokingRoute[]): number {
  const paths = routes.flatMap(({ sources }) => Object.values(sources));
  return paths.reduce((sum, path) => sum + statementBytes + path.length, 0);
}
