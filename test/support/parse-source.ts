import { type ParseResult, parse } from "@babel/parser";

export type Program = ParseResult["program"];
export type Statement = Program["body"][number];
export type StatementOf<Type extends Statement["type"]> = Extract<Statement, { type: Type }>;
export type Expression = StatementOf<"ExpressionStatement">["expression"];
export type TypeNode = StatementOf<"TSTypeAliasDeclaration">["typeAnnotation"];

type Declarator = StatementOf<"VariableDeclaration">["declarations"][number];
type Member = Extract<Expression, { type: "ObjectExpression" }>["properties"][number];

/** The parts of a syntax tree that tests ask about. */
export type SyntaxNode = Statement | Expression | TypeNode | Declarator | Member;

/**
 * Parses TypeScript and attaches each comment to the node that follows it.
 *
 * TypeScript 7 has no compiler API. Babel's parser keeps comments, and jest depends on it anyway.
 */
export const parseSource = (source: string, file?: string): Program => parseFile(source, file).program;

/** The same, with the list of all comments. */
export function parseFile(source: string, file?: string): ParseResult {
  try {
    return parse(source, {
      sourceType: "module",
      plugins: ["typescript", "decorators-legacy", ...(file?.endsWith(".tsx") ? (["jsx"] as const) : [])],
      attachComment: true,
    });
  } catch (error) {
    throw new Error(`${file ?? "The source"} cannot be parsed: ${(error as Error).message}`);
  }
}

/** Nodes of the trees that are still in use: several readers ask for those of one tree. */
const knownNodes = new WeakMap<object, readonly SyntaxNode[]>();

/** Every node of a syntax tree, in the order of the source. */
export function nodesOf(tree: object): readonly SyntaxNode[] {
  const known = knownNodes.get(tree);
  if (known !== undefined) return known;
  const nodes: SyntaxNode[] = [];
  addNodes(tree, nodes);
  knownNodes.set(tree, nodes);
  return nodes;
}

/** Members of a node that hold no nodes of the program. */
const besides = new Set(["loc", "extra", "leadingComments", "innerComments", "trailingComments"]);

function addNodes(tree: object, nodes: SyntaxNode[]): void {
  if ("type" in tree && "start" in tree) nodes.push(tree as SyntaxNode);
  for (const field in tree) {
    const child = (tree as Readonly<Record<string, unknown>>)[field];
    if (typeof child === "object" && child !== null && !besides.has(field)) addNodes(child, nodes);
  }
}

type Reader = (program: Program) => unknown;

const readers: Reader[] = [];
const facts = new Map<string, readonly unknown[]>();

/**
 * Returns a function that reads facts from a source. Each source is parsed once for all such functions, because parsing takes most of
 * the time; its tree is not kept, because those of all files would fill the memory.
 */
export function sourceReader<Fact>(read: (program: Program) => Fact): (source: string, file: string) => Fact {
  const index = readers.push(read) - 1;
  return (source, file) => {
    const known = facts.get(source);
    if (known !== undefined && index in known) return known[index] as Fact;
    const program = parseSource(source, file);
    const found = readers.map((each) => each(program));
    facts.set(source, found);
    return found[index] as Fact;
  };
}

/** The type of an optional member without the `undefined` that each of them allows. */
export function withoutUndefined(type: TypeNode): TypeNode {
  if (type.type !== "TSUnionType" || type.types.at(-1)?.type !== "TSUndefinedKeyword") return type;
  const types = type.types.slice(0, -1);
  const [only] = types;
  if (only === undefined || types.length > 1) return { ...type, types, end: types.at(-1)?.end };
  return only.type === "TSParenthesizedType" ? only.typeAnnotation : only;
}
