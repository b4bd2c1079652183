import { LambdaPermission } from "@cdktf/provider-aws/lib/lambda-permission";
import type { Construct } from "constructs";
import { shortHash } from "../shared/hash";
import { resolveValue } from "../shared/resolve";
import type { RouteKey } from "../shared/route-key";
import type { InvokedFunction } from "./routes";

/**
 * Above this many routes of one API a function gets one permission for the whole API.
 *
 * Its resource policy holds a statement per permission, and 20,480 bytes in all: about 50 of them.
 * Source: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
const maxRoutesPerFunction = 20;

interface InvokingRoute {
  readonly scope: Construct;
  readonly key: RouteKey;
  readonly invokes: InvokedFunction;
}

/** The permissions by which a gateway invokes functions: one per route, within the size of a function's policy. */
export class InvokePermissions {
  private readonly routes: InvokingRoute[] = [];

  constructor(
    private readonly api: Construct,
    private readonly executionArn: string,
  ) {}

  add(scope: Construct, key: RouteKey, invokes: InvokedFunction): void {
    this.routes.push({ scope, key, invokes });
  }

  /** Creates them once all routes are known. */
  create(): void {
    for (const [name, routes] of this.byFunction()) {
      const isShared = routes.length > maxRoutesPerFunction;
      routes.forEach(({ scope, key, invokes }, index) => {
        const own = `Permission_${key.id}`;
        const whole = `ApiPermission_${name}`;
        const isFirst = index === 0;
        keep(scope, own, !isShared, () =>
          this.permission(scope, own, invokes, `/*/*${key.route?.path ?? ""}`),
        );
        keep(scope, whole, isShared && isFirst, () => this.permission(scope, whole, invokes, "/*/*"));
      });
    }
  }

  /** Routes of the same function below the same scope; another stack's permissions are its own matter. */
  private byFunction(): ReadonlyMap<string, readonly InvokingRoute[]> {
    const groups = new Map<string, InvokingRoute[]>();
    for (const route of this.routes) {
      const { functionName, qualifier = "" } = route.invokes;
      const key = JSON.stringify(resolveValue(this.api, [route.scope.node.path, functionName, qualifier]));
      groups.set(shortHash(key), [...(groups.get(shortHash(key)) ?? []), route]);
    }
    return groups;
  }

  private permission(scope: Construct, id: string, invokes: InvokedFunction, path: string): LambdaPermission {
    return new LambdaPermission(scope, id, {
      action: "lambda:InvokeFunction",
      principal: "apigateway.amazonaws.com",
      sourceArn: `${this.executionArn}${path}`,
      ...invokes,
    });
  }
}

/** Makes a child exist or not; an earlier synthesis may have decided otherwise. */
function keep(scope: Construct, id: string, isWanted: boolean, create: () => void): void {
  const exists = scope.node.tryFindChild(id) !== undefined;
  if (isWanted && !exists) create();
  if (!isWanted && exists) scope.node.tryRemoveChild(id);
}
