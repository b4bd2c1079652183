import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../../..");

/** Documents of lib, by the part of the site in which they are. */
const parts = readdirSync(join(root, "lib/constructs"))
  .filter((name) => !name.includes("."))
  .map((name) => [`lib/constructs/${name}/README.md`, `constructs/${name}.md`] as const);

/** The address of each page, by its file. Those of docs keep their names. */
export const pageOf: Readonly<Record<string, string>> = {
  "README.md": "index.md",
  "CHANGELOG.md": "changelog.md",
  "docs/README.md": "documents.md",
  "docs/:page.md": ":page.md",
  "docs/coming-from/:page.md": "coming-from/:page.md",
  "lib/README.md": "types.md",
  "lib/kit/app/README.md": "app.md",
  "lib/cli/README.md": "cli.md",
  "lib/kit/function/README.md": "constructs/function.md",
  "lib/local/invoke/README.md": "invoke.md",
  "lib/cli/live-client/README.md": "live.md",
  "lib/local/README.md": "local-server.md",
  "lib/runtime/README.md": "runtime.md",
  ...Object.fromEntries(parts),
};

/** The address of the page that a file becomes, or undefined for other files. */
export function addressOfPage(file: string): string | undefined {
  const page = pageOf[file] ?? /^docs\/((?:coming-from\/)?[\w-]+\.md)$/.exec(file)?.[1];
  return page === undefined ? undefined : `/${page.replace(/(?:^index)?\.md$/, "")}`;
}

const title = (file: string) =>
  /^# (.+)$/m.exec(readFileSync(join(root, file), "utf8"))?.[1]?.replaceAll("`", "") ?? file;

/** The list of documents is the order of the pages. */
export const sidebar = readFileSync(join(root, "docs/README.md"), "utf8")
  .split("\n## ")
  .slice(1)
  .map((section) => {
    const [text = ""] = section.split("\n");
    const files = [...section.matchAll(/\]\(([^)#]+\.md)\)/g)].map(([, target = ""]) => join("docs", target));
    const items = [...new Set(files)].map((file) => ({
      text: title(file),
      link: addressOfPage(file) ?? "/",
    }));
    return { text, items, collapsed: text === "Constructs" };
  });
