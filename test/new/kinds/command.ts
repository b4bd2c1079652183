import { readFileSync } from "node:fs";
import { join } from "node:path";
import { namesOf } from "../names";
import type { NewKind } from "./kind";

/** The start of a line of the help, before which a new command goes. */
const lastLine = "  completion <shell>";

/** The width of the column of commands in the help. A long command moves the column of descriptions. */
function helpWidth(): number {
  const help = readFileSync(join(__dirname, "../../../lib/cli/README.md"), "utf8");
  const [, spaces = ""] = new RegExp(`^${lastLine}( +)`, "m").exec(help) ?? [];
  return `${lastLine}${spaces}`.length - "  ".length;
}

export const command: NewKind = {
  form: /^[a-z]+(-[a-z]+)*$/,
  formInWords: "lower-case words with hyphens",
  example: "alarms",
  summary: "a command of the command line",
  plan(name) {
    const { pascal, camel } = namesOf(name);
    const description = `print a sentence of ${name}`;
    return {
      files: {
        [`lib/cli/commands/${name}.ts`]: commandFile(name, pascal, camel, description),
        [`test/cli/commands/${name}.test.ts`]: testFile(name),
      },
      insertions: [
        {
          path: "lib/cli/program.ts",
          after: 'import { declareUpdate } from "./commands/update";\n',
          text: `import { declare${pascal} } from "./commands/${name}";\n`,
        },
        {
          path: "lib/cli/program.ts",
          before: "  declareCompletion,\n] as const",
          text: `  declare${pascal},\n`,
        },
        {
          path: "lib/cli/README.md",
          before: lastLine,
          text: `  ${`${name} [options]`.padEnd(helpWidth() - 1)} ${description}\n`,
        },
        {
          path: "test/cli/main.test.ts",
          before: '      "completion",\n      "help",\n',
          text: `      "${name}",\n`,
        },
      ],
      next: [
        `Write what the command does in lib/cli/commands/${name}.ts; decisions belong to the folders beside it.`,
        "Explain it in lib/cli/README.md, and write a line in CHANGELOG.md.",
      ],
    };
  },
};

const commandFile = (
  name: string,
  pascal: string,
  camel: string,
  description: string,
) => `import type { Command } from "commander";
import type { GlobalOptions } from "../project";

interface ${pascal}Options extends GlobalOptions {
  readonly to: string;
}

/** \`serverform ${name}\`: ${description}. */
export function declare${pascal}(program: Command): void {
  program
    .command("${name}")
    .option("--to <name>", "whom to address", "you")
    .description("${description}")
    .action(async (_options: object, command: Command) => {
      await ${camel}(command.optsWithGlobals());
    });
}

async function ${camel}(options: ${pascal}Options): Promise<void> {
  const { Terminal } = await import("../ui/terminal.js");
  new Terminal(options).data(\`${name} for \${options.to}\`);
}
`;

const testFile = (name: string) => `/** @group processes */

import { cleanUp, Project } from "../support/cli";

afterAll(cleanUp);

describe("serverform ${name}", () => {
  test.each([
    [[], "${name} for you\\n"],
    [["--to", "Ada"], "${name} for Ada\\n"],
  ])("with %j prints a sentence", async (options, stdout) => {
    expect(await new Project().run(["${name}", ...options])).toEqual({ code: 0, stdout, stderr: "" });
  });

  test("refuses an unknown option", async () => {
    const { code, stderr } = await new Project().run(["${name}", "--from", "Ada"]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("unknown option '--from'")]);
  });
});
`;
