import * as path from "node:path";
import { isTemplate } from "../../../facts/expressions/parse";
import { ExpressionError } from "../../../facts/expressions/syntax";
import { locationIn } from "../aws-location";
import type { KnownResource } from "../computed/known-resource";
import { type Scope, withNames } from "../expressions/evaluate";
import { Lookup, plain } from "../expressions/lookup";
import { toSet } from "../expressions/types";
import type { Values } from "../model";
import { isValues, number, text } from "../values";
import type { Declaration } from "./declarations";
import { Instance, LazyValues, type Trail } from "./instance";
import { dynamicBlocks, pairsOf, resolveReferences, type Unresolved } from "./resolve-references";
import type { StackSource } from "./stack-sources";

export interface SharedScope {
  readonly trail: Trail;
  readonly account: string;
  /** The attributes of a deployed resource, by stack and by Terraform address. */
  deployed(stack: string, address: string): Values | undefined;
  /** Region of providers without a region. */
  readonly defaultRegion: string;
  stacks(): readonly StackScope[];
  find(type: string, attribute: string, value: unknown): KnownResource | undefined;
  /** Reports an attribute that cannot be evaluated; `text` is the expression that is kept, if any. */
  unresolved(where: string, at: string, text: string | undefined, reason: string): void;
}

/** A block of the JSON; with `count` or `for_each` it has several instances. */
interface Group {
  readonly declaration: Declaration;
  readonly lookup: Lookup;
  instances(): readonly Instance[];
}

/** One stack; resolves the names in its expressions. */
export class StackScope implements Scope {
  readonly id: string;
  readonly folder: string;
  private readonly groups = new Map<string, Map<string, Group>>();
  private readonly lazyValues: LazyValues;

  constructor(
    private readonly source: StackSource,
    private readonly shared: SharedScope,
  ) {
    this.id = source.id;
    this.folder = source.folder;
    this.lazyValues = new LazyValues(shared.trail, source.id);
    for (const declaration of source.declarations.blocks) {
      const names = this.groups.get(declaration.type) ?? new Map<string, Group>();
      names.set(declaration.name, this.group(declaration));
      this.groups.set(declaration.type, names);
    }
  }

  instances(type?: string): readonly { readonly type: string; readonly instance: Instance }[] {
    const groups =
      type === undefined ? [...this.groups.values()] : [this.groups.get(type) ?? new Map<string, Group>()];
    return groups.flatMap((names) =>
      [...names.values()].flatMap((group) =>
        group.instances().map((instance) => ({ type: group.declaration.type, instance })),
      ),
    );
  }

  /** Region of the default provider. */
  get region(): string {
    return this.regionOf(undefined);
  }

  variable(name: string): unknown {
    const { locals, variables, modules } = this.source.declarations;
    switch (name) {
      case "path":
        return { module: this.folder, root: this.folder, cwd: this.folder };
      case "terraform":
        return { workspace: "default" };
      case "local":
        return this.named(
          "local",
          (key) => locals.has(key),
          (key) => locals.get(key),
        );
      case "var":
        return this.named(
          "var",
          (key) => variables.has(key),
          (key) => this.defaultOf(key),
        );
      case "data":
        return new Lookup({ member: (type) => this.typed(`data.${String(type)}`) });
      case "module":
        throw new ExpressionError(`modules are not supported (${modules.join(", ") || "none declared"})`);
      default:
        return this.typed(name);
    }
  }

  /** The outputs that other stacks read from this stack's state. */
  outputs(): Lookup {
    const { outputs } = this.source.declarations;
    const output = (key: unknown): unknown => {
      const name = String(key);
      const declared = outputs.get(name);
      if (declared === undefined) throw new ExpressionError(`the stack ${this.id} has no output ${name}`);
      const at = `output.${name}`;
      return this.lazyValues.get(at, () => this.resolve(declared.value, this.id, at));
    };
    return new Lookup({
      member: output,
      whole: () => Object.fromEntries([...outputs.keys()].map((name) => [name, output(name)])),
    });
  }

  private named(kind: string, has: (name: string) => boolean, get: (name: string) => unknown): Lookup {
    return new Lookup({
      member: (key) => {
        const name = String(key);
        if (!has(name)) throw new ExpressionError(`there is no ${kind}.${name}`);
        const at = `${kind}.${name}`;
        return this.lazyValues.get(at, () => this.resolve(get(name), this.id, at));
      },
    });
  }

  private defaultOf(name: string): unknown {
    const variable = this.source.declarations.variables.get(name) ?? {};
    if (variable.default === undefined) {
      throw new ExpressionError(`the variable ${name} has no default value`);
    }
    return variable.default;
  }

  private typed(type: string): Lookup {
    const names = this.groups.get(type);
    if (names === undefined) throw new ExpressionError(`there is no ${type}`);
    return new Lookup({
      member: (key) => {
        const group = names.get(String(key));
        if (group === undefined) throw new ExpressionError(`there is no ${type}.${String(key)}`);
        return group.lookup;
      },
    });
  }

  private resolve(value: unknown, where: string, attribute: string): unknown {
    return resolveReferences(value, attribute, this, this.unresolvedIn(where), true);
  }

  private unresolvedIn(where: string): Unresolved {
    return (at, raw, reason) => this.shared.unresolved(where, at, raw, reason);
  }

  private group(declaration: Declaration): Group {
    const { type, name, body } = declaration;
    const address = `${this.id}/${type}.${name}`;
    let made: readonly (readonly [unknown, Instance])[] | undefined;
    const instances = () => {
      made ??= this.repetitions(declaration, address).map(({ key, names }) => {
        const suffix = key === undefined ? "" : `[${JSON.stringify(key)}]`;
        return [key, this.instance(declaration, `${address}${suffix}`, withNames(this, names))];
      });
      return made;
    };
    const isRepeated = isGiven(body.count) || isGiven(body.for_each);
    const single = () => instances()[0]?.[1].lookup();
    return {
      declaration,
      instances: () => instances().map(([, instance]) => instance),
      lookup: isRepeated ? repeatedLookup(address, isGiven(body.count), instances) : lazyLookup(single),
    };
  }

  private instance(declaration: Declaration, address: string, scope: Scope): Instance {
    const deployed = this.shared.deployed(this.id, address.slice(this.id.length + 1));
    const unresolved = this.unresolvedIn(address);
    // It may refer to other resources. A reference that cannot be resolved is reported with the other attributes.
    const region = this.lazyValues.get(`${address}.region`, () =>
      resolveReferences(declaration.body.region, "region", scope, () => {}),
    );
    return new Instance(address, declaration, {
      deployed: (attribute) => deployed?.[attribute] ?? undefined,
      location: locationIn(this.regionOf({ ...declaration.body, region }), this.shared.account),
      trail: this.shared.trail,
      resolve: (value, attribute) => resolveReferences(value, attribute, scope, unresolved),
      dynamicBlocks: (dynamic) => dynamicBlocks(dynamic, "", scope, unresolved),
      find: this.shared.find,
      unknown: (attribute, reason) => this.shared.unresolved(address, attribute, undefined, reason),
      special: (attribute) => this.remoteOutputs(declaration, attribute),
    });
  }

  /** The instances of a block, by key. A block without `count` and `for_each` has one instance without a key. */
  private repetitions(
    { body }: Declaration,
    address: string,
  ): readonly { readonly key?: unknown; readonly names: Readonly<Record<string, unknown>> }[] {
    if (isGiven(body.count)) {
      const count = number({ count: this.resolve(body.count, address, "count") }, "count") ?? 1;
      return Array.from({ length: Math.max(0, count) }, (_, index) => ({
        key: index,
        names: { count: { index } },
      }));
    }
    if (!isGiven(body.for_each)) return [{ names: {} }];
    const each = this.resolve(body.for_each, address, "for_each");
    return pairsOf(Array.isArray(each) ? toSet(each) : each).map(([key, value]) => ({
      key,
      names: { each: { key, value } },
    }));
  }

  /** Region of the provider that a block names, such as `aws.us_east_1`. */
  private regionOf(body: Values | undefined): string {
    const own = body === undefined ? undefined : text(body, "region");
    if (own !== undefined && !isTemplate(own)) return own;
    const named = body === undefined ? undefined : text(body, "provider");
    const alias = named?.replace(/^\$\{(.*)\}$/, "$1").split(".")[1];
    const at = `provider.aws${alias === undefined ? "" : `.${alias}`}.region`;
    const found = this.lazyValues.get(at, () => {
      const provider = this.source.declarations.providers
        .get("aws")
        ?.find((each) => text(each, "alias") === alias);
      return this.resolve(provider?.region, this.id, at);
    });
    return typeof found === "string" && !isTemplate(found) ? found : this.shared.defaultRegion;
  }

  private remoteOutputs({ type, body }: Declaration, attribute: string): unknown {
    if (type !== "data.terraform_remote_state" || attribute !== "outputs") return undefined;
    const source = remoteStateSource(body, this, this.shared.stacks());
    if (source === undefined) throw new ExpressionError("no stack in this folder has this state");
    return source.outputs();
  }
}

function repeatedLookup(
  address: string,
  isList: boolean,
  instances: () => readonly (readonly [unknown, Instance])[],
): Lookup {
  return new Lookup({
    member: (key) => {
      const found = instances().find(([each]) => String(each) === String(key));
      if (found === undefined) throw new ExpressionError(`${address} has no instance ${JSON.stringify(key)}`);
      return found[1].lookup();
    },
    whole: () => {
      const all = instances().map(([key, instance]) => [key, plain(instance.lookup())] as const);
      return isList ? all.map(([, values]) => values) : Object.fromEntries(all);
    },
  });
}

function lazyLookup(make: () => Lookup | undefined): Lookup {
  return new Lookup({ member: (key) => make()?.member(key), whole: () => make()?.whole() });
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

interface Source {
  readonly id: string;
  readonly folder: string;
}

/**
 * The stack whose state a `terraform_remote_state` reads.
 *
 * In an output folder of this library, the file, object or workspace of every backend ends with the stack's id.
 * Elsewhere, the state file is next to the JSON of its stack.
 */
function remoteStateSource<Stack extends Source>(
  remoteState: Values,
  readBy: Source,
  stacks: readonly Stack[],
): Stack | undefined {
  const config = isValues(remoteState.config) ? remoteState.config : {};
  const workspaces = [config.workspaces].flat().find(isValues) ?? {};
  const place =
    text(config, "path") ?? text(config, "key") ?? text(workspaces, "name") ?? text(config, "prefix");
  if (place === undefined) return undefined;
  if (path.basename(place) === "terraform.tfstate") {
    const folder = path.resolve(readBy.folder, path.dirname(place));
    return stacks.find((each) => each.folder === folder);
  }
  const name = place.replace(/\.tfstate$/, "");
  // Prefer the longer of `prod.Main` and `Main`.
  return stacks.filter(({ id }) => name.endsWith(id)).sort((a, b) => b.id.length - a.id.length)[0];
}
