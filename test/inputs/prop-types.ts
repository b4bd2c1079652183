import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Program, parseSource, type TypeNode, withoutUndefined } from "../support/parse-source";

/** The JavaScript type of a prop. */
export type Kind = "string" | "number" | "boolean" | "list" | "object" | "construct" | "function" | "any";

/** A type of the library, as far as inputs are derived from it. Alternatives of a union are merged. */
export interface PropType {
  readonly kinds: ReadonlySet<Kind>;
  /** The name of the interface, if it has one. */
  readonly names: readonly string[];
  /** Values of a union of literals; undefined if other values are allowed, too. */
  readonly literals: readonly unknown[] | undefined;
  /** Members of an object, read on demand: types may contain themselves. */
  members(): ReadonlyMap<string, PropType>;
  /** The type of a map's values. */
  values(): PropType | undefined;
  /** The type of a list's items. */
  items(): PropType | undefined;
}

type Declared = { readonly members: readonly Member[]; readonly bases: readonly TypeNode[] } | TypeNode;
type Member = { readonly name: string; readonly type: TypeNode };

interface Method {
  readonly name: string;
  readonly takesScope: boolean;
}

const lib = resolve(__dirname, "../../lib");
const declarations = new Map<string, Declared>();
const classes = new Map<string, { readonly base: string | undefined; readonly methods: readonly Method[] }>();

/** The type of that name in `lib`. */
export const propType = (name: string): PropType => ofName(name);

/** Sources of `lib` by the types and classes that they declare. Only the required ones are parsed: they are few. */
let sourcesByName: ReadonlyMap<string, ReadonlySet<string>> | undefined;
const statements = new Map<string, Program["body"]>();
const readNames = new Set<string>();

function findSources(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const skipped = /^(?:local|invoke|cli|runtime)\//;
  const files = readdirSync(lib, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !skipped.test(file),
  );
  for (const file of files) {
    const source = readFileSync(join(lib, file), "utf8");
    for (const [, name = ""] of source.matchAll(/\b(?:interface|type|class) ([A-Z]\w*)/g)) {
      const known = found.get(name) ?? new Set();
      found.set(name, known.add(source));
    }
  }
  return found;
}

function readDeclarations(name: string): void {
  if (readNames.has(name)) return;
  readNames.add(name);
  sourcesByName ??= findSources();
  for (const source of sourcesByName.get(name) ?? []) readDeclaration(name, statementsOf(source));
}

const statementsOf = (source: string) => {
  const known = statements.get(source);
  if (known !== undefined) return known;
  const { body } = parseSource(source);
  statements.set(source, body);
  return body;
};

function readDeclaration(name: string, body: Program["body"]): void {
  for (const statement of body) {
    const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (declared?.type === "TSTypeAliasDeclaration" && declared.id.name === name)
      declarations.set(name, declared.typeAnnotation);
    if (declared?.type === "ClassDeclaration" && declared.id?.name === name) {
      const { superClass: base } = declared;
      classes.set(name, {
        base: base?.type === "Identifier" ? base.name : undefined,
        methods: declared.body.body.flatMap(publicMethod),
      });
    }
    if (declared?.type === "TSInterfaceDeclaration" && declared.id.name === name) {
      const bases = (declared.extends ?? []).map((each) => ({ ...each, type: "TSTypeReference" }) as never);
      declarations.set(name, { members: membersOf(declared.body.body), bases });
    }
  }
}

/** A public method with parameters, in a list. */
function publicMethod(member: unknown): readonly Method[] {
  const { type, kind, key, accessibility, params, computed, ...rest } = member as {
    readonly type: string;
    readonly kind?: string;
    readonly key?: { readonly name?: string };
    readonly accessibility?: string;
    readonly params?: readonly unknown[];
    readonly computed?: boolean;
    readonly static?: boolean;
    readonly leadingComments?: readonly { readonly value: string }[];
  };
  const isInternal = rest.leadingComments?.some(({ value }) => value.includes("@internal")) === true;
  const isPublic = accessibility === undefined || accessibility === "public";
  const isMethod = type === "ClassMethod" && kind === "method" && computed !== true && rest.static !== true;
  if (!isMethod || !isPublic || isInternal || (params?.length ?? 0) === 0) return [];
  if (key?.name === undefined) return [];
  const [first] = params as readonly { readonly name?: string }[];
  return [{ name: key.name, takesScope: first?.name === "scope" }];
}

function membersOf(nodes: readonly unknown[]): readonly Member[] {
  return (nodes as readonly Record<string, never>[]).flatMap((node) => {
    const { type, key, typeAnnotation } = node as never as {
      type: string;
      key: { name?: string; value?: string };
      typeAnnotation?: { typeAnnotation: TypeNode };
    };
    if (type !== "TSPropertySignature" || typeAnnotation === undefined) return [];
    return [{ name: key.name ?? String(key.value), type: withoutUndefined(typeAnnotation.typeAnnotation) }];
  });
}

const none: ReadonlyMap<string, PropType> = new Map();
const leaf = (kind: Kind, literals?: readonly unknown[]): PropType => ({
  kinds: new Set([kind]),
  names: [],
  literals,
  members: () => none,
  values: () => undefined,
  items: () => undefined,
});

function ofName(name: string): PropType {
  readDeclarations(name);
  const declared = declarations.get(name);
  // A class of the library or of the provider.
  if (declared === undefined) return leaf("construct");
  if ("type" in declared) {
    const type = ofNode(declared);
    return { ...type, names: [name, ...type.names] };
  }
  const { members, bases } = declared;
  return {
    ...leaf("object"),
    names: [name],
    members: () => new Map([...bases.flatMap((base) => [...ofNode(base).members()]), ...read(members)]),
  };
}

const read = (members: readonly Member[]) => members.map(({ name, type }) => [name, ofNode(type)] as const);

/** Generic types of TypeScript that change nothing here. */
const transparent = new Set(["Readonly", "Partial", "Omit", "Pick", "NonNullable", "Required", "Exclude"]);

function ofNode(node: TypeNode): PropType {
  switch (node.type) {
    case "TSStringKeyword":
    case "TSTemplateLiteralType":
      return leaf("string");
    case "TSNumberKeyword":
      return leaf("number");
    case "TSBooleanKeyword":
      return leaf("boolean");
    case "TSUnknownKeyword":
    case "TSAnyKeyword":
      return leaf("any");
    case "TSObjectKeyword":
      return leaf("object");
    case "TSFunctionType":
      return leaf("function");
    case "TSUndefinedKeyword":
    case "TSNullKeyword":
    case "TSNeverKeyword":
      return { ...leaf("any"), kinds: new Set() };
    case "TSLiteralType": {
      if (node.literal.type === "TemplateLiteral") return leaf("string");
      const { value } = node.literal as { readonly value?: unknown };
      return leaf(typeof value as Kind, [value]);
    }
    case "TSParenthesizedType":
    case "TSTypeOperator":
      return node.type === "TSTypeOperator" && node.operator === "keyof"
        ? leaf("string")
        : ofNode(node.typeAnnotation as TypeNode);
    case "TSArrayType":
      return { ...leaf("list"), items: () => ofNode(node.elementType) };
    case "TSTupleType":
      return { ...leaf("list") };
    case "TSTypeLiteral":
      return { ...leaf("object"), members: () => new Map(read(membersOf(node.members))) };
    case "TSUnionType":
      return merge(node.types.map(ofNode));
    case "TSIntersectionType":
      return merge(node.types.map(ofNode).filter(({ kinds }) => kinds.size > 0));
    case "TSTypeReference":
      return ofReference(node);
    default:
      return leaf("any");
  }
}

function ofReference(node: TypeNode & { readonly type: "TSTypeReference" }): PropType {
  const named = node as never as {
    typeName?: { name?: string };
    expression?: { name?: string };
    typeParameters?: { params: readonly TypeNode[] };
  };
  const name = named.typeName?.name ?? named.expression?.name ?? "";
  const [first, second] = named.typeParameters?.params ?? [];
  if (name === "Record" && second !== undefined) return { ...leaf("object"), values: () => ofNode(second) };
  if ((name === "MapOf" || name === "Named") && first !== undefined)
    return { ...leaf("object"), values: () => ofNode(first) };
  // Names that an editor completes, which are texts.
  if (name === "Declared" || name === "GrantName") return leaf("string");
  if (name === "ReadonlyArray" || name === "Array")
    return { ...leaf("list"), items: () => (first === undefined ? undefined : ofNode(first)) };
  // The keys of the provider are checked by `checkOverride`; see `test/kit/core/terraform/override.test.ts`.
  if (name === "Override") return { ...leaf("object"), names: ["Override"] };
  if (transparent.has(name) && first !== undefined) return ofNode(first);
  readDeclarations(name);
  if (name.endsWith("Config") && !name.endsWith("SigningConfig") && !declarations.has(name))
    return leaf("object");
  return ofName(name);
}

function merge(types: readonly PropType[]): PropType {
  const isClosed = types.every(({ literals }) => literals !== undefined);
  const literals = types.flatMap((each) => each.literals ?? []);
  const mergeOf = (found: readonly (PropType | undefined)[]) => {
    const given = found.filter((each) => each !== undefined);
    return given.length === 0 ? undefined : merge(given);
  };
  return {
    kinds: new Set(types.flatMap(({ kinds }) => [...kinds])),
    names: types.flatMap(({ names }) => names),
    literals: isClosed ? literals : undefined,
    values: () => mergeOf(types.map((each) => each.values())),
    items: () => mergeOf(types.map((each) => each.items())),
    members() {
      const merged = new Map<string, PropType>();
      for (const [name, type] of types.flatMap((each) => [...each.members()])) {
        const known = merged.get(name);
        merged.set(name, known === undefined ? type : merge([known, type]));
      }
      return merged;
    },
  };
}

/** The public methods of a class that take arguments, with those of the classes that it extends. */
export function publicMethods(className: string): readonly Method[] {
  const found = new Map<string, Method>();
  for (let name: string | undefined = className; name !== undefined; name = classes.get(name)?.base) {
    readDeclarations(name);
    for (const method of classes.get(name)?.methods ?? []) found.set(method.name, method);
  }
  return [...found.values()];
}
