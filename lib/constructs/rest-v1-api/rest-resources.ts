import { ApiGatewayResource } from "@cdktf/provider-aws/lib/api-gateway-resource";
import type { Construct } from "constructs";
import { checkQuota } from "../../kit/app";
import { FactKey, factOf, isPlainObject, isUnresolved, refuseValue } from "../../kit/core";
import { fail } from "./errors";
import { moveFromPath } from "./moved-places";
import { parentsOf, partsOf, pathId } from "./rest-route-key";

/** A REST API, created or imported, as far as its resources need it. */
export interface RestApiParts {
  /** The provider's object: it identifies the API. */
  readonly object: object;
  readonly id: string;
  readonly rootResourceId: string;
}

/** The constructs that add resources to one API: the one that creates it first, then those that import it. */
const addersOfApis = new FactKey<Map<object, RestResources[]>>("resources of REST APIs", () => new Map());

/** The paths of an API, as far as they are known. */
export interface KnownPaths {
  /** Ids of resources of an imported API, by path. */
  readonly imported: ReadonlyMap<string, string>;
  /** Resources that are created here, by path. */
  readonly created: Map<string, ApiGatewayResource>;
}

/** A path that a route needs. */
interface WantedPath {
  /** The route, for messages. */
  readonly prop: string;
  readonly path: string;
}

/** The resources of a REST API: one per part of a path, each a child of the preceding one. */
export class RestResources {
  private readonly others: readonly RestResources[];

  constructor(
    private readonly api: Construct,
    private readonly restApi: RestApiParts,
    private readonly known: KnownPaths,
  ) {
    const ofApp = factOf(api, addersOfApis);
    const adders = ofApp.get(restApi.object) ?? [];
    this.others = [...adders];
    ofApp.set(restApi.object, [...adders, this]);
  }

  /** The paths of the resources that are created here. */
  get paths(): readonly string[] {
    return [...this.known.created.keys()];
  }

  /** The id of the resource of a path. Creates it and its parents if need be. */
  add(path: string): string {
    for (const each of missing(this.known, path)) {
      const resource = new ApiGatewayResource(this.api, `Resource_${pathId(each)}`, {
        restApiId: this.restApi.id,
        parentId: this.idOf(parentsOf(each).at(-1) ?? "/"),
        pathPart: partsOf(each).at(-1) ?? "",
      });
      this.known.created.set(each, resource);
    }
    return this.idOf(path);
  }

  /** Moves the resources of paths, and those of paths that earlier versions of the library had with the names of variables. */
  move(formerPaths: ReadonlyMap<string, string>): void {
    for (const [path, resource] of this.known.created) {
      moveFromPath(this.api, resource, formerPaths.get(path) ?? path, (id) => `Resource_${id}`);
    }
  }

  private idOf(path: string): string {
    const { created, imported } = this.known;
    return created.get(path)?.id ?? imported.get(path) ?? this.restApi.rootResourceId;
  }

  /** Refuses a path that the imported API is known to have. */
  checkImported(): void {
    for (const path of this.paths) {
      const other = this.others.find(({ known }) => known.created.has(path));
      if (other !== undefined) {
        fail(this.api, "rest-path-exists", "cdk.importedPaths", { path, other: other.api.node.path });
      }
    }
  }
}

/** Refuses paths that cannot be added together. Creates nothing. */
export function checkPaths(api: Construct, known: KnownPaths, wanted: readonly WantedPath[]): void {
  const added = new Set<string>();
  const variables = new Map<string, string>();
  const created = [...known.created.keys()];
  for (const path of [...known.imported.keys(), ...created]) noteVariables(api, variables, path);
  for (const { prop, path } of wanted) {
    for (const each of missing(known, path)) added.add(each);
    noteVariables(api, variables, path, prop);
  }
  const count = created.length + added.size;
  checkQuota(api, "routes", "resourcesPerRestApi", "resources (parts of paths)", count);
}

/** Refuses a second variable below one path: a resource has at most one child that is a variable. */
function noteVariables(api: Construct, variables: Map<string, string>, path: string, prop?: string): void {
  const parts = partsOf(path);
  parts.forEach((part, index) => {
    if (!part.startsWith("{")) return;
    const parent = `/${parts.slice(0, index).join("/")}`;
    const other = variables.get(parent);
    if (other !== undefined && other !== part && prop !== undefined) {
      fail(api, "rest-variable-sibling", prop, { part, other, parent });
    }
    variables.set(parent, part);
  });
}

/** The paths whose resources must be created for a path, parents first: all below the longest imported one. */
function missing({ imported, created }: KnownPaths, path: string): readonly string[] {
  if (path === "/") return [];
  const all = [...parentsOf(path), path];
  const from = all.findLastIndex((each) => imported.has(each));
  return all.slice(from + 1).filter((each) => !created.has(each));
}

/** Refuses `cdk.importedPaths` with keys that are not paths or values that are not ids. */
export function checkImportedPaths(api: Construct, importedPaths: unknown): void {
  const prop = "cdk.importedPaths";
  if (!isPlainObject(importedPaths)) refuseValue(api, prop, importedPaths, '{ "/notes": "<resource id>" }');
  for (const [path, id] of Object.entries(importedPaths)) {
    const at = `${prop}[${JSON.stringify(path)}]`;
    if (!path.startsWith("/") || (path !== "/" && path.endsWith("/")) || path.includes("//")) {
      fail(api, "rest-imported-path", at, { path });
    }
    if (isUnresolved(id) || (typeof id === "string" && id !== "")) continue;
    refuseValue(api, at, id, "the id of the resource, such as the one in the console");
  }
}
