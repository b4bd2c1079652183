/** @group processes */

import { execFileSync } from "node:child_process";
import { Command } from "commander";
import { completionScript } from "../../../lib/cli/commands/completion";

function program(): Command {
  const command = new Command("tool").option("--stage <name>");
  command.command("deploy").option("-y, --yes");
  command.command("local").option("--port <number>").command("token").option("--user <name>");
  return command;
}

/** The completions of bash at the end of a line. */
function completed(line: string): readonly string[] {
  const words = line.split(" ");
  const script = `${completionScript("bash", program())}
COMP_WORDS=(${words.map((word) => `"${word}"`).join(" ")}); COMP_CWORD=${words.length - 1}
_tool; printf "%s\\n" "\${COMPREPLY[@]}"`;
  return execFileSync("bash", ["-c", script], { encoding: "utf8" }).split("\n").filter(Boolean).sort();
}

describe("the completion of bash", () => {
  test.each([
    ["tool ", ["--help", "--stage", "deploy", "local"]],
    ["tool de", ["deploy"]],
    ["tool deploy --", ["--help", "--stage", "--yes"]],
    ["tool --stage dev deploy --y", ["--yes"]],
    ["tool local t", ["token"]],
    ["tool local token --", ["--help", "--port", "--stage", "--user"]],
    ["tool deploy tok", []],
  ])("of %j is %j", (line, expected) => {
    expect(completed(line)).toEqual(expected);
  });
});

describe("the completion of fish", () => {
  test("has a line for each word, with the words before it", () => {
    const lines = completionScript("fish", program()).split("\n");
    expect(lines).toContain('complete -c tool -n "__fish_use_subcommand" -f -a deploy');
    expect(lines).toContain(
      'complete -c tool -n "__fish_seen_subcommand_from local; and __fish_seen_subcommand_from token" -l user',
    );
  });
});

test("zsh uses the completion of bash", () => {
  expect(completionScript("zsh", program())).toMatch(
    /^autoload -Uz bashcompinit && bashcompinit\n_tool\(\) \{/,
  );
});
