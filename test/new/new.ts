import { execFileSync } from "node:child_process";
import { join, resolve } from "node:path";
import { type NewKindName, newKinds } from "./kinds";
import type { NewKind } from "./kinds/kind";
import { NewError, Tree } from "./plan";

/** `npm run new <kind> <name>`: writes every file of a new construct, route, ... with a sample that works. */
function main(args: readonly string[]): void {
  const tree = new Tree(resolve(__dirname, "../.."));
  try {
    if (args.length === 0 || args.includes("--help")) return print(help());
    const { written, next } = create(tree, args);
    format(tree, written);
    print(["Written:", ...written.map((path) => `  ${path}`), "Next:", ...next.map((line) => `  ${line}`)]);
  } catch (error) {
    if (!(error instanceof NewError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

/** Formats and sorts imports, so that the texts of the templates need not. */
export function format({ root }: Tree, paths: readonly string[]): void {
  const formatted = paths.filter((path) => !path.endsWith(".md"));
  const biome = join(root, "node_modules/@biomejs/biome/bin/biome");
  execFileSync(process.execPath, [biome, "check", "--write", ...formatted], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
  });
}

const print = (lines: readonly string[]): void => void process.stdout.write(`${lines.join("\n")}\n`);

/** Writes a new thing into a tree. Returns the paths that it wrote, and what to do next. */
export function create(
  tree: Tree,
  args: readonly string[],
): { written: readonly string[]; next: readonly string[] } {
  const options = args.filter((each) => each.startsWith("--"));
  const [kindName = "", name, ...more] = args.filter((each) => !each.startsWith("--"));
  const kind = kindOf(kindName);
  const unknown = options.find((each) => kind.options?.includes(each) !== true);
  if (unknown !== undefined)
    throw new NewError(`${unknown} is not an option of a ${kindName}.\n\n${help().join("\n")}`);
  if (name === undefined || more.length > 0 || !kind.form.test(name)) {
    const given = [name ?? "", ...more].join(" ");
    throw new NewError(
      `"${given}" is not the name of a ${kindName}. Write ${kind.formInWords}, such as ${kind.example}.`,
    );
  }
  const plan = kind.plan(name, tree, new Set(options));
  return { written: tree.write(plan), next: plan.next };
}

function kindOf(name: string): NewKind {
  if (!Object.hasOwn(newKinds, name)) {
    throw new NewError(`"${name}" is not a kind that can be written.\n\n${help().join("\n")}`);
  }
  return newKinds[name as NewKindName];
}

function help(): readonly string[] {
  const lines = Object.entries<NewKind>(newKinds).map(
    ([name, { example, summary, options = [] }]) =>
      `  ${`${name} ${example}`.padEnd(28)} ${summary}${options.map((each) => `; ${each}`).join("")}`,
  );
  return ["Usage: npm run new <kind> <name>", "", ...lines];
}

if (require.main === module) main(process.argv.slice(2));
