import { ApiGatewayResource } from "@cdktf/provider-aws/lib/api-gateway-resource";
import { Token } from "cdktf";
import type { Construct } from "constructs";
import { isPlainObject } from "../../core/check";
import { quotas } from "../../core/quotas";
import { fail } from "./errors";
import { parentsOf, partsOf, pathId } from "./route-key";

/** A REST API, created or imported, as far as its resources need it. */
export interface RestApiParts {
  /** The provider's object, by which trees of one API find each other. */
  readonly object: object;
  readonly id: string;
  readonly rootResourceId: string;
}

/** Trees that add to one API: the creator's first, then the importers'. */
const treesOf = new WeakMap<object, ResourceTree[]>();

/** The resources of a REST API: one per part of a path, each a child of the preceding one. */
export class ResourceTree {
  private readonly made = new Map<string, ApiGatewayResource>();
  private readonly imported: ReadonlyMap<string, string>;
  private readonly others: readonly ResourceTree[];

  constructor(
    private readonly api: Construct,
    private readonly restApi: RestApiParts,
    importedPaths: Readonly<Record<string, string>> = {},
  ) {
    this.imported = new Map(Object.entries(importedPaths));
    const trees = treesOf.get(restApi.object) ?? [];
    this.others = [...trees];
    treesOf.set(restApi.object, [...trees, this]);
  }

  /** The paths of the resources that this tree has made. */
  get paths(): readonly string[] {
    return [...this.made.keys()];
  }

  /** Refuses paths that could not be made beside each other, before the first is. */
  check(wanted: readonly { readonly prop: string; readonly path: string }[]): void {
    const missing = new Set<string>();
    const variables = new Map<string, string>();
    for (const path of [...this.imported.keys(), ...this.made.keys()]) this.noteVariables(variables, path);
    for (const { prop, path } of wanted) {
      for (const each of this.missing(path)) missing.add(each);
      this.noteVariables(variables, path, prop);
    }
    const count = this.made.size + missing.size;
    const { resourcesPerRestApi: limit } = quotas;
    if (count > limit) {
      fail(this.api, "quota-exceeded", "routes", { what: "resources (parts of paths)", count, limit });
    }
  }

  /** A resource has at most one child that is a variable, a greedy one included. */
  private noteVariables(variables: Map<string, string>, path: string, prop?: string): void {
    const parts = partsOf(path);
    parts.forEach((part, index) => {
      if (!part.startsWith("{")) return;
      const parent = `/${parts.slice(0, index).join("/")}`;
      const other = variables.get(parent);
      if (other !== undefined && other !== part && prop !== undefined) {
        fail(this.api, "rest-variable-sibling", prop, { part, other, parent });
      }
      variables.set(parent, part);
    });
  }

  /** The id of a path's resource; makes it and its parents when need be. */
  add(path: string): string {
    for (const each of this.missing(path)) {
      const resource = new ApiGatewayResource(this.api, `Resource_${pathId(each)}`, {
        restApiId: this.restApi.id,
        parentId: this.idOf(parentsOf(each).at(-1) ?? "/"),
        pathPart: partsOf(each).at(-1) ?? "",
      });
      this.made.set(each, resource);
    }
    return this.idOf(path);
  }

  private idOf(path: string): string {
    return this.made.get(path)?.id ?? this.imported.get(path) ?? this.restApi.rootResourceId;
  }

  /** What has to be made for a path, parents first: all below the longest imported one. */
  private missing(path: string): readonly string[] {
    if (path === "/") return [];
    const all = [...parentsOf(path), path];
    const from = all.findLastIndex((each) => this.imported.has(each));
    return all.slice(from + 1).filter((each) => !this.made.has(each));
  }

  /** Refuses a path that the imported API is known to have already. */
  checkImported(): void {
    for (const path of this.paths) {
      const other = this.others.find((tree) => tree.made.has(path));
      if (other !== undefined) {
        fail(this.api, "rest-path-exists", "cdk.importedPaths", { path, other: other.api.node.path });
      }
    }
  }
}

/** Refuses `cdk.importedPaths` that name no paths or no ids. */
export function checkImportedPaths(api: Construct, importedPaths: unknown): void {
  const prop = "cdk.importedPaths";
  if (!isPlainObject(importedPaths)) {
    fail(api, "prop-invalid", prop, { value: importedPaths, expected: '{ "/notes": "<resource id>" }' });
  }
  for (const [path, id] of Object.entries(importedPaths)) {
    const at = `${prop}[${JSON.stringify(path)}]`;
    if (!path.startsWith("/") || (path !== "/" && path.endsWith("/")) || path.includes("//")) {
      fail(api, "rest-imported-path", at, { path });
    }
    if (Token.isUnresolved(id) || (typeof id === "string" && id !== "")) continue;
    fail(api, "prop-invalid", at, {
      value: id,
      expected: "the id of the resource, such as the one in the console",
    });
  }
}
