import type { AppConfig } from "./app-config";
import { configObject } from "./app-config";
import { child, children, nameOf, parseModule, type SyntaxNode } from "./syntax";

/** The entry of the app for a module that takes the app: the default export of `stacks/index.ts`. */
export function appFile({ props }: AppConfig, main: string, isAsync: boolean): string {
  const end = isAsync ? ["await main(app);", "app.synth();"] : ["main(app);", "app.synth();"];
  return [
    'import { App } from "serverform";',
    `import main from "${main}";`,
    "",
    newApp(props),
    ...end,
    "",
  ].join("\n");
}

const newApp = (props: AppConfig["props"], name = "app"): string =>
  `const ${name} = new App({ ${Object.entries(props)
    .map(([key, text]) => `${key}: ${text}`)
    .join(", ")} });`;

/** The entry of the app from the changed text of `sst.config.ts`: its imports, and the statements of `stacks`. */
export function appFileOfConfig({ props, file }: AppConfig, text: string): string {
  const program = parseModule(text, file);
  const body = children(program, "body");
  const config = configObject(program);
  const member = children(config, "properties").find((each) => nameOf(child(each, "key")) === "stacks");
  const stacks = member?.type === "ObjectProperty" ? child(member, "value") : member;
  const app = nameOf(children(stacks, "params")[0]) ?? "app";
  const before = body
    .filter((each) => each.type !== "ExportDefaultDeclaration" && !isConfigImport(each))
    .map((each) => text.slice(each.start, each.end));
  const statements = children(child(stacks, "body"), "body").map((each) =>
    dedented(text.slice(each.start, each.end)),
  );
  return [
    'import { App } from "serverform";',
    ...before,
    "",
    newApp(props, app),
    ...statements,
    `${app}.synth();`,
    "",
  ].join("\n");
}

const isConfigImport = (node: SyntaxNode): boolean =>
  node.type === "ImportDeclaration" &&
  /^["']sst(\/config)?["']$/.test(`"${String(child(node, "source")?.value)}"`);

const dedented = (text: string): string => text.replace(/\n {4}/g, "\n");
