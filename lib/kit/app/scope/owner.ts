import { TerraformStack } from "cdktf";
import type { Construct, IConstruct } from "constructs";
import type { Where } from "../../../facts/errors/error";
import { packageName } from "../../../facts/errors/package-name";
import { fail } from "../errors";
import type { AppQuotas } from "../quotas";
import type { RemovalPolicy } from "../removal-policy";
import type { Lifecycle, lifecycle } from "./lifecycle";
import type { MovedConstructs } from "./moves";

/** The interface of `App` for its constructs. */
export interface OwningApp extends Construct {
  readonly name: string;
  readonly stage: string;
  readonly region: string;
  readonly ssmPrefix: string;
  /** Absolute directory of `cdktf.json`, or the working directory. */
  readonly appPath: string;
  readonly outdir: string;
  readonly packaging: "archive" | "synth";
  readonly defaultRemovalPolicy: RemovalPolicy | undefined;
  readonly quotas: AppQuotas;
  readonly exportNames: Map<string, string>;
  readonly movedConstructs: MovedConstructs;
  readonly [lifecycle]: Lifecycle;
  readonly stacks: readonly OwningStack[];
  logicalPrefixedName(name: string): string;
  addNotice(text: string, about?: IConstruct): void;
}

/** The interface of `Stack` for its constructs. */
export interface OwningStack extends Construct {
  readonly app: OwningApp;
  readonly region: string;
  readonly partition: string;
  readonly account: string;
}

const appMark = Symbol.for("serverform.App");

/** Marks an app with the name of its package, so that another copy of this package recognizes it. */
export function markApp(app: IConstruct): void {
  Object.defineProperty(app, appMark, { value: packageName });
}

/** The app of a construct; undefined if its root is an app of plain CDKTF. */
export function findApp(construct: IConstruct): OwningApp | undefined {
  const { root } = construct.node;
  checkPackage(root, construct);
  return appMark in root ? (root as unknown as OwningApp) : undefined;
}

function checkPackage(root: IConstruct, where: Where): void {
  const found = otherPackageOf(root);
  if (found !== undefined) fail(where, "two-packages", "scope", { found });
}

export function appOf(construct: IConstruct): OwningApp {
  return findApp(construct) ?? fail(construct, "app-required", "scope", {});
}

/**
 * The stack of a construct; throws without one.
 *
 * @param where - the construct in the error, which may not exist yet
 */
export function stackOf(construct: IConstruct, where: Where = construct): OwningStack {
  const { scopes } = construct.node;
  const stack = scopes.findLast((scope) => TerraformStack.isStack(scope));
  checkPackage(scopes[0] ?? construct, where);
  if (stack === undefined || !("isServerformStack" in stack)) {
    return fail(where, "stack-required", "scope", { found: stack?.node.id });
  }
  return stack as unknown as OwningStack;
}

/** The other package whose app a root is; undefined for an app of this package, and of plain CDKTF. */
export function otherPackageOf(root: IConstruct): string | undefined {
  const found = appMark in root ? root[appMark] : undefined;
  return typeof found === "string" && found !== packageName ? found : undefined;
}

/**
 * Marks constructs of the library, to distinguish them from those of the caller: providers, backends, and scopes of resources
 * that are not below a construct of the library.
 */
export const libraryElement: unique symbol = Symbol.for("serverform.libraryElement");

export function markLibraryElement<Element extends IConstruct>(element: Element): Element {
  return Object.defineProperty(element, libraryElement, { value: true });
}

/** Whether a construct or a scope of the library contains an element. */
export function isWithinLibrary(element: IConstruct): boolean {
  return element.node.scopes.some((scope) => "getConstructMetadata" in scope || libraryElement in scope);
}
