import type * as acorn from "acorn";
import { isNode, type Node, visit } from "../syntax-tree";
import { LiteralReader } from "./literals";
import { rdsModule } from "./module";
import { RefusedStatement } from "./writer";

/** A problem of a statement of `@aws-appsync/utils/rds` that is known before it runs. */
export interface FoundStatement {
  readonly line: number;
  readonly column: number;
  /** In the words of AWS, or of the log of the local server. */
  readonly text: string;
  /** Whether AWS refuses it; otherwise it is likely a mistake. */
  readonly isRefused: boolean;
}

const makers = ["select", "insert", "update", "remove"] as const;
type Maker = (typeof makers)[number];

const moduleName = "@aws-appsync/utils/rds";

/**
 * Finds statements that AWS refuses with any values, and those that the local server warns about. The module itself writes
 * each statement, with placeholders for values that the code does not contain.
 */
export function findStatements(program: acorn.Program): readonly FoundStatement[] {
  const functions = importedFunctions(program);
  if (functions.size === 0) return [];
  const reader = new LiteralReader(program);
  const found: FoundStatement[] = [];
  const forMysql = new Set<unknown>();
  visit(program as unknown as Node, (node) => {
    if (node.type !== "CallExpression") return;
    const name = calledFunction(node, functions);
    const given = Array.isArray(node.arguments) ? (node.arguments as readonly Node[]) : [];
    if (name === "createMySQLStatement") for (const each of given) forMysql.add(each);
    const maker = makers.find((each) => each === name);
    const [payload, ...more] = given;
    if (maker === undefined || payload === undefined || more.length > 0) return;
    const input = reader.payload(payload);
    if (input === undefined) return;
    const { line = 1, column = 0 } = node.loc?.start ?? {};
    for (const each of written(maker, input, forMysql.has(node))) {
      found.push({ line, column: column + 1, ...each });
    }
  });
  return found;
}

/** Writes a statement, and returns its problem. */
function written(
  maker: Maker,
  input: Readonly<Record<string, unknown>>,
  isForMysql: boolean,
): readonly Pick<FoundStatement, "text" | "isRefused">[] {
  const problems: Pick<FoundStatement, "text" | "isRefused">[] = [];
  const rds = rdsModule((text) => problems.push({ text, isRefused: false }));
  try {
    (isForMysql ? rds.createMySQLStatement : rds.createPgStatement)(rds[maker](input));
    return problems;
  } catch (error) {
    if (error instanceof RefusedStatement) return [{ text: error.message, isRefused: true }];
    throw error;
  }
}

/** The functions of the module by the names that the code has for them; `name.` for all of them. */
function importedFunctions({ body }: acorn.Program): ReadonlyMap<string, string> {
  return new Map(
    body.flatMap((node) => {
      if (node.type !== "ImportDeclaration" || node.source.value !== moduleName) return [];
      return node.specifiers.flatMap((each): readonly (readonly [string, string])[] => {
        if (each.type === "ImportNamespaceSpecifier") return [[`${each.local.name}.`, ""]];
        if (each.type === "ImportDefaultSpecifier") return [];
        const { imported } = each;
        return [[each.local.name, "name" in imported ? imported.name : String(imported.value)]];
      });
    }),
  );
}

function calledFunction({ callee }: Node, functions: ReadonlyMap<string, string>): string | undefined {
  if (!isNode(callee)) return undefined;
  if (callee.type === "Identifier") return functions.get(String(callee.name));
  const { object, property, computed } = callee;
  const isMember = isNode(object) && isNode(property) && computed !== true && object.type === "Identifier";
  return isMember && functions.has(`${String(object.name)}.`) ? String(property.name) : undefined;
}
