import type { Lock, LockedDependency, LockedPackage } from "./locked-package";

/** A package in a folder of `node_modules`. */
export interface Placed {
  /** The name in `node_modules`. */
  readonly name: string;
  /** Relative to the folder of the installation: `node_modules/a/node_modules/b`. */
  readonly path: string;
  readonly package: LockedPackage;
  /** The package by which each import is found. */
  readonly imports: Map<string, Placed>;
  /** Whether it is needed only by optional dependencies. */
  readonly isOptional: boolean;
}

interface Node extends Placed {
  isOptional: boolean;
  readonly parent: Node | undefined;
  readonly children: Map<string, Node>;
  readonly imports: Map<string, Node>;
}

/**
 * Places packages in folders so that each of them finds the dependencies from the lock file.
 *
 * Each package is as far up as possible, where several dependents can share it.
 *
 * @param direct - the packages to install
 * @param isUsable - whether a package is for the system of the function; other optional packages are left out
 */
export function placePackages(
  lock: Pick<Lock, "read">,
  direct: ReadonlyMap<string, LockedDependency>,
  isUsable: (candidate: LockedPackage) => boolean,
): readonly Placed[] {
  const known = new Map<string, LockedPackage>();
  const read = (id: string): LockedPackage => {
    const found = known.get(id) ?? lock.read(id);
    known.set(id, found);
    return found;
  };
  const root = nodeFor("", { ...nothing, dependencies: direct }, undefined);
  const placed: Node[] = [];
  const found: Found = new Map();
  for (const queue: Node[] = [root]; ; ) {
    const dependent = queue.shift();
    if (dependent === undefined) break;
    for (const [name, { id, kind }] of inOrder(dependent.package.dependencies, read)) {
      const candidate = read(id);
      if (kind === "optional" && !isUsable(candidate)) continue;
      const { node, isNew } = place(dependent, name, candidate, found);
      if (isNew) {
        placed.push(node);
        queue.push(node);
      }
    }
  }
  markRequired(root);
  return placed.sort((a, b) => (a.path < b.path ? -1 : 1));
}

type Found = Map<string, { readonly dependent: Node; readonly node: Node }[]>;

const nothing: LockedPackage = {
  id: "",
  name: "",
  version: undefined,
  resolved: undefined,
  integrity: undefined,
  platform: undefined,
  patches: [],
  dependencies: new Map(),
};

function nodeFor(name: string, content: LockedPackage, parent: Node | undefined): Node {
  const path =
    parent === undefined ? "" : `${parent.path === "" ? "" : `${parent.path}/`}node_modules/${name}`;
  return { name, path, package: content, parent, children: new Map(), imports: new Map(), isOptional: true };
}

/** Packages with peers come last, because the peers decide where they can be. */
function inOrder(
  dependencies: LockedPackage["dependencies"],
  read: (id: string) => LockedPackage,
): readonly (readonly [string, LockedDependency])[] {
  const peers = ({ id }: LockedDependency): number =>
    [...read(id).dependencies.values()].filter(({ kind }) => kind === "peer").length;
  return [...dependencies].sort(
    ([a, first], [b, second]) => peers(first) - peers(second) || (a < b ? -1 : 1),
  );
}

function place(
  dependent: Node,
  name: string,
  content: LockedPackage,
  found: Found,
): { readonly node: Node; readonly isNew: boolean } {
  const visible = find(dependent, name);
  const isThere = visible?.package.id === content.id;
  const node = isThere
    ? visible
    : nodeFor(name, content, parentFor(dependent, name, content, found, visible));
  node.parent?.children.set(name, node);
  dependent.imports.set(name, node);
  found.set(name, [...(found.get(name) ?? []), { dependent, node }]);
  return { node, isNew: !isThere };
}

/** The uppermost package in whose folder it does not hide a package from others. */
function parentFor(
  dependent: Node,
  name: string,
  content: LockedPackage,
  found: Found,
  visible: Node | undefined,
): Node {
  const candidates: Node[] = [];
  for (let at: Node | undefined = dependent; at !== undefined && at !== visible?.parent; at = at.parent) {
    candidates.unshift(at);
  }
  const peers = [...content.dependencies].filter(([, { kind }]) => kind === "peer");
  const fits = (at: Node): boolean =>
    (found.get(name) ?? []).every(
      (each) => !isWithin(each.dependent, at) || each.node.parent === at || isWithin(each.node.parent, at),
    ) &&
    peers.every(([peer, { id }]) => {
      const there = find(at, peer);
      return there === undefined || there.package.id === id;
    });
  // It fits in the folder of the dependent itself: packages below are placed later.
  return candidates.find(fits) ?? dependent;
}

function find(from: Node, name: string): Node | undefined {
  for (let at: Node | undefined = from; at !== undefined; at = at.parent) {
    const child = at.children.get(name);
    if (child !== undefined) return child;
  }
  return undefined;
}

function isWithin(node: Node | undefined, above: Node): boolean {
  for (let at = node; at !== undefined; at = at.parent) if (at === above) return true;
  return false;
}

function markRequired(node: Node): void {
  if (!node.isOptional) return;
  node.isOptional = false;
  for (const [name, imported] of node.imports) {
    if (node.package.dependencies.get(name)?.kind !== "optional") markRequired(imported);
  }
}
