import type { CodeFile } from "../model/application";
import { type Fields, SourceNode } from "../source/node";

/** Code of a function that the template holds, as a file in a folder of its own. */
interface InlineCode {
  readonly file: CodeFile;
  /** The folder, as `CodeUri` names it. */
  readonly folder: SourceNode;
}

/**
 * The file for `InlineCode`, which AWS names `index`. Undefined if the text has parts that only the deployment knows, or if
 * the runtime has no inline code.
 *
 * Source: https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-properties-lambda-function-code.html
 */
export function inlineCode(
  name: string,
  fields: Fields,
  runtime: string | undefined,
): InlineCode | undefined {
  const node = fields.node.get("InlineCode");
  const text = node?.text;
  const ending = endingOf(runtime, text ?? "");
  if (node === undefined || text === undefined || ending === undefined) return undefined;
  const path = `inline/${name}`;
  return { file: { path: `${path}/index.${ending}`, text }, folder: new SourceNode(path, node.place) };
}

/** The syntax decides whether code of Node.js is a module. */
function endingOf(runtime: string | undefined, text: string): string | undefined {
  if (runtime?.startsWith("python")) return "py";
  if (!runtime?.startsWith("nodejs")) return undefined;
  return /^(import|export)\s/m.test(text) ? "mjs" : "cjs";
}
