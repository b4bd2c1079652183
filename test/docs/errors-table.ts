import { type Expression, nodesOf, parseSource } from "../support/parse-source";

type Property = Extract<Expression, { type: "ObjectExpression" }>["properties"][number];

/** The text of a case of a code, and its remedy. */
type Explain = (code: string) => { readonly problem: string; readonly remedy: string } | undefined;

/**
 * The codes of a file with error texts, with the text of a case of each and its remedy, as Markdown. Without a case, `…` stands for the
 * variable parts.
 *
 * With a section: only the texts from the line comment of that name to the next line comment.
 */
export function errorsTable(source: string, section?: string, explain: Explain = () => undefined): string {
  const rows = readErrors(source, section).map(([code, problem, remedy]) => {
    const found = explain(code) ?? { problem: problem === "…" ? "…" : `… ${problem}`, remedy };
    return `| \`${code}\` | ${cell(found.problem)} | ${cell(shortened(found.remedy))} |`;
  });
  return ["| Code | For example | What to do |", "|---|---|---|", ...rows].join("\n");
}

/** A remedy may have the output of another program. */
function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > 400 ? `${line.slice(0, 400)} …` : line;
}

/** Every property whose value is a function that gives a `problem`, as `[code, problem, remedy]`. */
export function readErrors(
  source: string,
  section: string | undefined,
): readonly (readonly [string, string, string])[] {
  const texts: (readonly [string, string, string])[] = [];
  let current: string | undefined;
  for (const property of propertiesOf(parseSource(source))) {
    const comment = property.leadingComments?.findLast(({ type }) => type === "CommentLine");
    current = comment?.value.trim() ?? current;
    if (property.type !== "ObjectProperty" || property.value.type !== "ArrowFunctionExpression") continue;
    const parts = [...propertiesOf(property.value.body)];
    const [problem, remedy] = ["problem", "remedy"].map((key) => parts.find((inner) => keyOf(inner) === key));
    if (problem?.type !== "ObjectProperty" || (section !== undefined && current !== section)) continue;
    const told = remedy?.type === "ObjectProperty" ? textOf(remedy.value as Expression) : "…";
    texts.push([keyOf(property), textOf(problem.value as Expression), told]);
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

/** The text that an expression gives, with `…` for parts that are known only when it is evaluated. */
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

/** A text in a cell. Of a code span, only the bars are escaped. A quoted URL is a code span: a page makes a link of any other. */
const cell = (text: string): string =>
  text
    .replace(/\s+/g, " ")
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/"(https?:\/\/[^"]*)"/g, "`$1`")))
    .join("")
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/[*{<]/g, "\\$&")))
    .join("")
    .replaceAll("|", "\\|");
