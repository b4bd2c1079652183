import { existsSync, readFileSync } from "node:fs";
import { join, posix, resolve } from "node:path";
import { resourceTypes } from "../../../lib/facts/aws/resource-types";
import { readSources } from "../../support/import-graph";
import { type Expression, nodesOf, type SyntaxNode, sourceReader } from "../../support/parse-source";

const provider = resolve(__dirname, "../../../node_modules/@cdktf/provider-aws/lib");
const sources = readSources(join(resolve(__dirname, "../../.."), "lib"));

/** The types of the provider's resources whose classes a source loads. Data sources make nothing. */
const typesIn = (source: string): readonly string[] =>
  [...source.matchAll(/^import (?!type)[^;]*?from "@cdktf\/provider-aws\/lib\/([a-z0-9-]+)"/gm)]
    .map(([, name = ""]) => name)
    .filter((name) => !name.startsWith("data-") && name !== "provider")
    .map((name) => `aws_${name.replaceAll("-", "_")}`);

test("each type of resource that a source of the library can make has facts", () => {
  const making = Object.entries(sources).filter(([file]) => !/^(migrate|local|model)\//.test(file));
  const types = new Set(making.flatMap(([, source]) => typesIn(source)));
  expect(types.size).toBeGreaterThan(80);
  expect([...types].filter((type) => resourceTypes[type] === undefined)).toEqual([]);
});

test("a type that is created first makes another one, if its name is not fixed or changes", () => {
  const wrong = Object.entries(resourceTypes)
    .filter(([, { isCreatedFirst }]) => isCreatedFirst === true)
    .filter(
      ([, { again, fixedBy, isReplacedByName = false }]) =>
        again !== "another" && fixedBy === undefined && !isReplacedByName,
    );
  expect(wrong).toEqual([]);
});

/** The declarations of a type in the installed provider. Undefined for a type of a newer one. */
function providerText(type: string): string | undefined {
  const folder = join(provider, type.replace(/^aws_/, "").replaceAll("_", "-"));
  return existsSync(folder) ? readFileSync(join(folder, "index.d.ts"), "utf8") : undefined;
}

test("each type that a row has or names is one of the provider", () => {
  const named = Object.entries(resourceTypes).flatMap(([type, { protectedBy = [], keeping = {} }]) => {
    const { needs = [], companions = [] } = keeping;
    return [type, ...protectedBy, ...needs, ...companions];
  });
  const unknown = [...new Set(named)].filter(
    (type) => type.startsWith("aws_") && providerText(type) === undefined,
  );
  // The library writes it without a class; it came with version 6.66 of the provider.
  expect(unknown).toEqual(["aws_apigatewayv2_routing_rule"]);
});

test("each attribute that a row names is one of its type", () => {
  const missing = Object.entries(resourceTypes).flatMap(([type, row]) => {
    const declared = type.startsWith("aws_") ? providerText(type) : undefined;
    const { identity = [], sameRegion = [], replacedBy = [], holding, importedBy, policyOf } = row;
    const [, ...parts] = Array.isArray(importedBy) ? (importedBy as readonly string[]) : [];
    const attributes = [
      ...[...identity, ...sameRegion, ...replacedBy, ...parts],
      ...[row.name, row.fixedBy, row.secret, row.partOf, holding?.completeWith, policyOf?.attribute],
      ...[row.deletionProtection?.[0], row.namedByParts?.[1], ...(holding?.renamedWithin || [])],
    ];
    return attributes.flatMap((attribute) =>
      attribute === undefined || declared === undefined || hasAttribute(declared, attribute)
        ? []
        : [`${type}.${attribute}`],
    );
  });
  expect(missing).toEqual([]);
});

const hasAttribute = (declared: string, attribute: string): boolean => {
  const name = attribute.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  return new RegExp(`\\b${name}\\b`).test(declared);
};

/** The tables by resource type, and the reason why their facts are not in the rows of `resourceTypes`. */
const tables: Readonly<Record<string, string>> = {
  "cli/terraform/review/api-terms.ts kinds": "sentences about a planned change, made from its values",
  "cli/terraform/review/interruptions.ts connections":
    "sentences about a connection that is interrupted, made from its values",
  "cli/terraform/review/refused-changes.ts updates": "checks of two values of a resource",
  "facts/aws/resource-types.ts resourceTypes": "the facts",
  "kit/core/limits/index.ts limits": "checks of values as constructs take them, by prop",
  "kit/function/invocation/destination.ts asyncTypes": "the order in which a message lists what a prop takes",
  "local/api-hosts.ts apiTypes": "the order in which the server gives ports to APIs",
  "local/not-emulated.ts withoutEffect": "what this server leaves out, and not a fact of AWS",
  "model/permissions/grants.ts grantsByType": "generated from the descriptions of the constructs",
  "model/policy/rules/encryption.ts encryptions": "a rule, which judges values",
  "model/proof/compare-settings.ts settings": "reads the settings that decide who may reach what",
  "model/resources/computed/index.ts table": "computes values that AWS chooses",
};

const isType = (text: unknown): text is string => /^(?:data\.)?aws_[a-z0-9_]+$/.test(String(text));

/** The value below the assertions, the wrappers and the calls that freeze it or make a set of it. */
function valueOf(node: SyntaxNode | null | undefined): SyntaxNode | undefined {
  if (node?.type === "TSAsExpression" || node?.type === "TSSatisfiesExpression")
    return valueOf(node.expression);
  if (node?.type === "NewExpression") return valueOf(node.arguments[0] as Expression | undefined);
  return node ?? undefined;
}

const textOf = (node: SyntaxNode | null | undefined): readonly string[] =>
  node?.type === "StringLiteral" && isType(node.value) ? [node.value] : [];

/** The type that an item of a list is about: itself, its first item, its member `type`, or the first argument of its call. */
function typeOfItem(item: SyntaxNode | undefined): readonly string[] {
  if (item?.type === "ArrayExpression") return textOf(item.elements[0] as Expression);
  if (item?.type === "CallExpression") return typeOfItem(item.arguments[0] as Expression);
  if (item?.type !== "ObjectExpression") return textOf(item);
  return item.properties.flatMap((each) =>
    each.type === "ObjectProperty" && each.key.type === "Identifier" && each.key.name === "type"
      ? textOf(each.value as Expression)
      : [],
  );
}

function typesOf(value: SyntaxNode | undefined): readonly string[] {
  if (value?.type === "ArrayExpression")
    return value.elements.flatMap((each) => typeOfItem(valueOf(each as Expression | null)));
  if (value?.type !== "ObjectExpression") return [];
  return value.properties.flatMap((each) => {
    if (each.type === "SpreadElement") return [];
    const key =
      each.key.type === "Identifier" ? each.key.name : each.key.type === "StringLiteral" && each.key.value;
    return isType(key) ? [key] : [];
  });
}

interface Declared {
  readonly name: string;
  /** The provider types that are its keys or its items. */
  readonly types: readonly string[];
  /** Names of the objects that it spreads: `{ ...first, ...second }`. */
  readonly parts: readonly string[];
}

const spreadIn = (node: SyntaxNode): readonly string[] => {
  const items =
    node.type === "ObjectExpression" ? node.properties : node.type === "ArrayExpression" ? node.elements : [];
  return items.flatMap((each) =>
    each?.type === "SpreadElement" && each.argument.type === "Identifier" ? [each.argument.name] : [],
  );
};

const declaredIn = sourceReader((program): readonly Declared[] =>
  nodesOf(program)
    .flatMap((node) => (node.type === "VariableDeclaration" ? node.declarations : []))
    .flatMap(({ id, init }) => {
      if (id.type !== "Identifier") return [];
      const value = valueOf(init);
      const parts = value === undefined ? [] : nodesOf(value).flatMap(spreadIn);
      return [{ name: id.name, types: [...new Set(typesOf(value))], parts }];
    }),
);

/** Objects and lists about three types or more. Parts that one table spreads, and that nothing else uses, are that table. */
function tablesIn(files: Readonly<Record<string, string>>): readonly string[] {
  const names = Object.entries(files).flatMap(([file, source]) => {
    // Parsing all files would take most of the time.
    const declared = (source.match(/\baws_/g) ?? []).length < 3 ? [] : declaredIn(source, file);
    return declared.flatMap(({ name, types }) => {
      if (types.length < 3) return [];
      const users = Object.keys(files).filter((user) => importsName(user, files[user] ?? "", file, name));
      const owners = [file, ...users].flatMap((user) =>
        declaredIn(files[user] ?? "", user)
          .filter(({ parts }) => parts.includes(name))
          .map((owner) => ({ user, name: owner.name })),
      );
      const [owner] = owners;
      const isPart = owners.length === 1 && users.every((user) => user === owner?.user);
      return isPart ? `${owner?.user} ${owner?.name}` : `${file} ${name}`;
    });
  });
  return [...new Set(names)].sort();
}

function importsName(user: string, source: string, file: string, name: string): boolean {
  if (!source.includes(name)) return false;
  const found = source.matchAll(new RegExp(`^import \\{[^}]*\\b${name}\\b[^}]*\\} from "(\\.[^"]*)";`, "gm"));
  return [...found].some(([, path = ""]) => `${posix.join(posix.dirname(user), path)}.ts` === file);
}

test("a table of parts is one table, and a part that is also used elsewhere is one of its own", () => {
  const rows = (name: string) => `export const ${name} = { aws_a: 1, aws_b: 2, aws_c: 3 };`;
  const whole =
    'import { one } from "./one";\nimport { two } from "./two";\nexport const all = { ...one, ...two };';
  const files = { "all.ts": whole, "one.ts": rows("one"), "two.ts": rows("two") };
  expect(tablesIn(files)).toEqual(["all.ts all"]);
  expect(tablesIn({ ...files, "use.ts": 'import { two } from "./two";' })).toEqual([
    "all.ts all",
    "two.ts two",
  ]);
});

test.each([
  'const kinds = new Set(["aws_a", "aws_b", "aws_c"]);',
  'const kinds = [["aws_a", 1], ["aws_b", 2], ["aws_c", 3]] as const;',
  'const kinds = [{ type: "aws_a" }, { type: "aws_b" }, { type: "aws_c" }];',
  'const kinds = [kind("aws_a"), kind("aws_b"), kind("aws_c")];',
  'const kinds = { aws_a: 1, "data.aws_b": 2, aws_c: 3 } satisfies object;',
])("is a table: %s", (source) => {
  expect(tablesIn({ "kinds.ts": source })).toEqual(["kinds.ts kinds"]);
});

test("facts of a resource type are in its row, and at most 12 tables by type exist", () => {
  // Directives of AppSync begin with aws_, too.
  const ours = Object.entries(sources).filter(([file]) => !/^(migrate|facts\/app-sync)\//.test(file));
  const found = tablesIn(Object.fromEntries(ours));
  // Another table is a member of `ResourceType`, or has a line above with its reason in place of another one.
  expect(found).toEqual(Object.keys(tables));
  expect(found.length).toBeLessThanOrEqual(12);
});
