import { type Command, CommanderError } from "commander";
import texts from "../../lib/cli/explain/error-texts.json";
import { templates } from "../../lib/cli/init/templates";
import { commandLine } from "../../lib/cli/program";
import { codeBlocks, documents, read } from "./documents";
import { linesOf } from "./first-steps";

/** Blocks whose commands a test runs. */
const runBlocks = /^<!-- (?:hello (?:install|run|test)|tutorial \w+|session) -->$/;

/**
 * Commands that are not run from their block, by their beginning, with the reason. Those of the command line itself are checked against its
 * options, and test/cli runs each of them.
 */
const notRun: Readonly<Record<string, string>> = {
  "npm ci": "test/readme.test.ts has the packages that it installs",
  "npm start": "test/readme.test.ts runs it on another port",
  "curl -i localhost:4000/notes": "test/readme.test.ts runs it on another port",
  "curl localhost:4000/": "test/package/tutorial.test.ts asks the same of the tutorial's own route",
  "cd my-app": "changes the folder of the reader's shell",
  "npm run dev": "test/package/templates.test.ts runs the script in a project of each template",
  "SERVERFORM_STAGE=alice npx cdktf deploy": "needs an account of AWS",
  "cd cdktf.out/stacks/prod-notes-Database": "changes the folder of the reader's shell",
  "terraform init": "test/edits runs Terraform on the output; this one needs an account of AWS",
  "terraform plan": "test/edits runs Terraform on the output; this one needs an account of AWS",
  "terraform apply": "test/edits runs Terraform on the output; this one needs an account of AWS",
  "npm install --save-dev @modelcontextprotocol/server@2": "needs a registry",
  "npx serverform-migrate": "test/package runs the packed command on another folder",
  "aws s3api create-bucket": "needs an account of AWS",
  "checkov -f plan.json": "a scanner in Python, which the tests do not install",
  "rm -f .serverform/permissions.jsonl": "runs the tests of the reader's project",
  "cd examples/site": "test/examples serves the example with the same command line",
  "export TF_ENCRYPTION=": "sets a variable that only OpenTofu reads",
};

/** Why the command line refuses a command; undefined if it takes it. Nothing is run. */
function refusalOf(words: readonly string[]): string | undefined {
  const program = commandLine();
  let message = "";
  const silence = (command: Command): void => {
    command.exitOverride();
    if (command.parent !== null) command.action(() => {});
    command.configureOutput({
      writeOut: () => {},
      writeErr: () => {},
      outputError: (text) => {
        message = text;
      },
    });
    for (const each of command.commands) silence(each);
  };
  silence(program);
  try {
    program.parse(words, { from: "user" });
    return undefined;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return undefined;
    return message || String(error);
  }
}

const wordsOf = (line: string): readonly string[] =>
  [...line.replace(/<[^<>]+>/g, "value").matchAll(/"[^"]*"|'[^']*'|\S+/g)].map(([word]) =>
    word.replace(/^(["'])(.*)\1$/, "$2"),
  );

/** The arguments of each call of the command line in a line of a shell. */
const callsIn = (line: string): readonly string[] =>
  [...line.matchAll(/(?:^|[(|&] *|npx )serverform (.*?)(?= *(?:\)"|\)$|[|&>]|$))/g)].map(
    ([, rest = ""]) => rest,
  );

/** `npm create` runs `serverform init` with the arguments that follow. */
const createdByInit = (code: string): string =>
  code.replace(/npm create serverform(?: (\S+))?(?: --(?= ))?/g, "serverform init $1");

const shellBlocks = documents.flatMap((path) =>
  [...read(path).matchAll(/^(.*)\n```sh\n([\s\S]*?)^```/gm)].flatMap(([, before = "", code = ""]) =>
    linesOf(createdByInit(code).replace(/'[^']*'/g, (text) => text.replaceAll("\n", " "))).map((line) => ({
      path,
      line,
      isRun: runBlocks.test(before),
    })),
  ),
);

test("the blocks of commands name commands and options that exist", () => {
  const calls = shellBlocks.flatMap(({ path, line }) => callsIn(line).map((call) => ({ path, call })));
  expect(calls.length).toBeGreaterThan(40);
  const refused = calls.flatMap(({ path, call }) => {
    const refusal = refusalOf(wordsOf(call));
    return refusal === undefined ? [] : [`${path}: serverform ${call}: ${refusal}`];
  });
  expect(refused).toEqual([]);
});

test("the pipelines in YAML name commands and options that exist", () => {
  const calls = documents.flatMap((path) =>
    codeBlocks(read(path), "yaml").flatMap(({ code }) =>
      code.split("\n").flatMap((line) => callsIn(line.replace(/^ *(?:- )?(?:run: )?/, ""))),
    ),
  );
  expect(calls.length).toBeGreaterThan(1);
  expect(calls.map((call) => refusalOf(wordsOf(call))).filter((refusal) => refusal !== undefined)).toEqual(
    [],
  );
});

test("each other command of a block runs in a test, or is listed with the reason", () => {
  const others = shellBlocks.filter(({ line, isRun }) => !isRun && callsIn(line).length === 0);
  const isListed = (line: string) => Object.keys(notRun).some((start) => line.startsWith(start));
  expect(others.filter(({ line }) => !isListed(line)).map(({ path, line }) => `${path}: ${line}`)).toEqual(
    [],
  );
  const unused = Object.keys(notRun).filter((start) => !others.some(({ line }) => line.startsWith(start)));
  expect(unused).toEqual([]);
});

/** A refusal of a command that is only named, with fewer arguments than it takes. */
const isNamedOnly = /missing required argument|required option|argument missing/;

test.each(documents)("%s names commands and options that exist", (path) => {
  const spans = [...read(path).matchAll(/`(?:npx )?serverform ([a-z-][^`]*)`/g)].map(([, call = ""]) => call);
  const refused = spans.flatMap((call) => {
    const refusal = refusalOf(wordsOf(call.replace(/ +[|&>].*$/, "")));
    return refusal === undefined || isNamedOnly.test(refusal) ? [] : [`serverform ${call}: ${refusal}`];
  });
  expect(refused).toEqual([]);
});

/** Remedies, hints and first steps: the command ends with its sentence. */
const remedies = [
  ...Object.entries(texts).map(([code, { remedy }]) => [code, remedy] as const),
  ...Object.entries(templates).map(([name, { firstStep }]) => [`template ${name}`, firstStep] as const),
].filter(([, text]) => /serverform [a-z]/.test(text));

test.each(remedies)("the remedy of %s names commands and options that exist", (_code, text) => {
  const known = commandLine().commands.map((each) => each.name());
  const refused = text
    .split(/\.(?= |$)|[,;:](?= )|\b(?:and|or|for|with)\b/)
    .flatMap((part) => [...part.matchAll(/serverform ((?:[a-z]+|--\w).*)$/g)])
    .flatMap(([, call = ""]) => {
      if (!known.includes(call.split(" ")[0] ?? "")) return [];
      const refusal = refusalOf(wordsOf(call));
      return refusal === undefined || isNamedOnly.test(refusal) ? [] : [`serverform ${call}: ${refusal}`];
    });
  expect(refused).toEqual([]);
});

test("finds what the command line refuses", () => {
  const unknown = ["local --endpiont a=b", "deplyo", "local token --user ada --group"].map((call) =>
    refusalOf(wordsOf(call)),
  );
  expect(unknown).toEqual([
    expect.stringContaining("unknown option"),
    expect.stringContaining("unknown command"),
    expect.stringContaining("argument missing"),
  ]);
});
