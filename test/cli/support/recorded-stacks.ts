import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SynthesizedStack } from "../../../lib/cli/project/synthesized-stack";
import { deployStacks } from "../../../lib/cli/terraform/deploy";
import { type Engine, openEngine } from "../../../lib/cli/terraform/engine";
import type { ScopeReport } from "../../../lib/cli/terraform/record/narrow";
import { Terraform } from "../../../lib/cli/terraform/terraform";
import { Terminal } from "../../../lib/cli/ui/terminal";
import { cleanEnvironment, temporaryFolder } from "./cli";
import { noInterrupt } from "./engine";

export type Template = SynthesizedStack["template"];

const interrupt = noInterrupt();

/** Values with everything that two writers of JSON may write differently. */
export const odd = {
  9: "",
  10: "",
  "<b>": ["é\u2028&", 1.5, true, null],
  a: { z: 1, "\u{1f600}": "\t\u0001\u007f" },
};

/** Stacks of terraform_data with local states, deployed by the real Terraform. */
export class Stacks {
  readonly root = temporaryFolder();
  private readonly environment = { ...cleanEnvironment(), HOME: this.root };
  private stacks: SynthesizedStack[] = [];

  declare(id: string, template: Template, dependencies: readonly string[] = []): void {
    const folder = join(this.root, "stacks", id);
    const whole = { ...template, terraform: { backend: { local: { path: this.stateFile(id) } } } };
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "cdk.tf.json"), JSON.stringify(whole));
    const stack = { id, folder, dependencies, annotations: [], template: whole };
    this.stacks = [...this.stacks.filter((each) => each.id !== id), stack];
  }

  /** Writes a file of a package. */
  file(id: string, path: string, content: string): void {
    const file = join(this.root, "stacks", id, "assets", path);
    mkdirSync(join(file, ".."), { recursive: true });
    writeFileSync(file, content);
  }

  path(id: string, name: string): string {
    return join(this.root, "stacks", id, name).replace(/\/$/, "");
  }

  stateFile(id: string): string {
    return join(this.root, `${id}.tfstate`);
  }

  terraform(id: string, ...args: readonly string[]): string {
    const options = { cwd: this.path(id, ""), env: this.environment };
    return execFileSync("terraform", [...args], { ...options, stdio: "pipe", encoding: "utf8" });
  }

  /** As a new process has it. */
  engine(): Engine {
    const terminal = new Terminal();
    for (const method of ["print", "warn", "error"] as const) jest.spyOn(terminal, method).mockReturnValue();
    const terraform = new Terraform(terminal, interrupt, this.environment);
    return openEngine({ terminal, interrupt }, terraform, this.stacks, { verb: "", count: 1 });
  }

  /** Deploys all stacks, and returns the status and the changes of each, and whether it was planned, or how much of it. */
  async deploy(
    skipsUnchanged = true,
    id?: string,
    { onlyChanged = false } = {},
  ): Promise<Record<string, string>> {
    const engine = this.engine();
    const run = jest.spyOn(engine.terraform, "run");
    const approve = async () => ({ isApproved: true }) as const;
    const selected = this.stacks.filter((each) => id === undefined || each.id === id);
    const reports = await deployStacks(selected, engine, approve, async () => new Map(), {
      skipsUnchanged,
      onlyChanged,
    });
    return Object.fromEntries(
      reports.map(({ id, status, changes: { added, changed, destroyed }, scope }) => {
        const isPlanned = run.mock.calls.some(
          ([folder, [command]]) => folder === this.path(id, "") && command === "plan",
        );
        return [
          id,
          `${status} ${[added, changed, destroyed]}${isPlanned ? " planned" : ""}${scopeText(scope)}`,
        ];
      }),
    );
  }
}

function scopeText(scope: ScopeReport | undefined): string {
  if (scope === undefined) return "";
  return "notRead" in scope ? ` but for ${scope.notRead}` : ` because ${scope.wholeBecause}`;
}

export const resource = (values: Readonly<Record<string, object>>): Template => ({
  resource: { terraform_data: values },
});
