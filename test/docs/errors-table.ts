import { type Expression, nodesOf, parseSource } from "../support/parse-source";

type Property = Extract<Expression, { type: "ObjectExpression" }>["properties"][number];

/**
 * The codes of a file with error texts and what each says, as Markdown; `…` stands for what varies.
 *
 * With a section: only the texts from the line comment of that name to the next line comment.
 */
export function errorsTable(source: string, section?: string): string {
  const rows = readErrors(source, section).map(
    ([code, problem]) => `| \`${code}\` | ${problem === "…" ? "…" : `… ${cell(problem)}`} |`,
  );
  return ["| Code | What it says of a prop |", "|---|---|", ...rows].join("\n");
}

/** Every property whose value is a function that gives a `problem`, as `[code, problem]`. */
export function readErrors(
  source: string,
  section: string | undefined,
): readonly (readonly [string, string])[] {
  const texts: (readonly [string, string])[] = [];
  let current: string | undefined;
  for (const property of propertiesOf(parseSource(source))) {
    const comment = property.leadingComments?.findLast(({ type }) => type === "CommentLine");
    current = comment?.value.trim() ?? current;
    if (property.type !== "ObjectProperty" || property.value.type !== "ArrowFunctionExpression") continue;
    const problem = [...propertiesOf(property.value.body)].find((inner) => keyOf(inner) === "problem");
    if (problem?.type !== "ObjectProperty" || (section !== undefined && current !== section)) continue;
    texts.push([keyOf(property), textOf(problem.value as Expression)]);
  }
  if (texts.length === 0)
    throw new Error(`no error texts${section === undefined ? "" : ` under ${section}`}`);
  return texts;
}

/** The properties of every object literal, in the order of the source. */
function* propertiesOf(tree: object): Generator<Property> {
  for (const node of nodesOf(tree)) {
    if (node.type === "ObjectExpression") yield* node.properties;
  }
}

function keyOf(property: Property): string {
  if (property.type === "SpreadElement") return "";
  const { key } = property;
  if (key.type === "Identifier") return key.name;
  return key.type === "StringLiteral" ? key.value : "";
}

/** The text that an expression gives, with `…` for what is known only when it is evaluated. */
function textOf(expression: Expression): string {
  switch (expression.type) {
    case "StringLiteral":
      return expression.value;
    case "TemplateLiteral":
      return expression.quasis.map(({ value }) => value.cooked ?? value.raw).join("…");
    case "ConditionalExpression":
      return textOf(expression.consequent);
    default:
      return "…";
  }
}

const cell = (text: string): string =>
  text.replaceAll("|", "\\|").replaceAll("*", "\\*").replaceAll("{", "\\{").replace(/\s+/g, " ");
