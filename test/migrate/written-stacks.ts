import * as fs from "node:fs";
import * as path from "node:path";
import { migration } from "../../lib/migrate/migrate";
import { temporaryFolder } from "../support/stack";

/** The files that are written for an application, each on one line, and the remaining steps. */
export async function migrated(
  tool: string,
  file: string,
  text: string,
  files: Readonly<Record<string, string>> = {},
) {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries({ ...files, [file]: text })) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), content);
  }
  const { files: written, findings } = await migration(tool, folder);
  const textOf = (pattern: RegExp) =>
    (written.find((each) => pattern.test(each.path))?.text ?? "")
      .replaceAll(/\s+/g, " ")
      .replaceAll(/,(?= [}\]])/g, "");
  const stack = textOf(/^stacks\//);
  return {
    /** The written file. */
    file: written.find((each) => each.path.startsWith("stacks/"))?.text ?? "",
    stack,
    /** The statements of the stack, without the errors for missing parts that would leave it open. */
    body: (/export function \w+\([^)]*\) \{ ?(.*?) ?\} ?$/.exec(stack)?.[1] ?? stack)
      .replaceAll(/,? (?=\))/g, "")
      .replaceAll("( ", "(")
      .replaceAll(refusal, "")
      .trim(),
    /** The parts for which the stack reports an error. */
    refused: [...stack.matchAll(refusal)].map(([, text = ""]) => text),
    main: textOf(/^main\./),
    settings: textOf(/^cdktf\.json$/),
    todos: findings.todos.map((each) => each.text),
    /** All that the report says. */
    report: [...findings.todos, ...findings.notes].map((each) => each.text),
  };
}

const refusal =
  /Annotations\.of\(stack\)\.addError\( ?"[\w.]+:\d+: (.*?) Write it here, then remove this line\."(?:, )? ?\);/g;

/** A template of AWS SAM with these resources. */
export const sam = (resources: string, head = "") =>
  migrated("sam", "template.yaml", `${head}\nResources:\n${resources}`, { "a.js": "" });

/** A service of the Serverless Framework. */
export const service = (text: string, files: Readonly<Record<string, string>> = {}) =>
  migrated(
    "serverless",
    "serverless.yml",
    `service: shop\n${/^provider:/m.test(text) ? "" : "provider:\n  name: aws\n"}${text}`,
    {
      "a.js": "",
      ...files,
    },
  );
