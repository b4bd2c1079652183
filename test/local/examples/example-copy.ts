import {
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { copyExamples, root } from "../../examples/support";
import { runLocal, StartedCommand } from "./support";

/** A copy of the project, in which a test edits and runs an example without an effect on other tests. */
export class ExampleCopy {
  readonly folder: string;
  /** The example, as `RunningExample` and `ServedExample` take it. */
  readonly name: string;
  private readonly project: string;

  constructor(private readonly example: string) {
    this.project = realpathSync(mkdtempSync(join(tmpdir(), "serverform-")));
    copyExamples(this.project);
    this.folder = join(this.project, example);
    this.name = relative(root, this.folder);
  }

  /** A file of the example. */
  path(file: string): string {
    return join(this.folder, file);
  }

  /** A file beside `cdktf.json`, where the server keeps its own: that of the notes example is the project's. */
  projectPath(file: string): string {
    return join(existsSync(this.path("cdktf.json")) ? this.folder : this.project, file);
  }

  /** Writes a file in one step, so that readers never see a part of it. */
  write(file: string, text: string | Buffer): string {
    const beside = `${this.project}.part`;
    writeFileSync(beside, text);
    renameSync(beside, this.path(file));
    return this.path(file);
  }

  /** Replaces a part of a file, which must exist. */
  edit(file: string, from: string, to: string): void {
    const text = readFileSync(this.path(file), "utf8");
    if (!text.includes(from)) throw new Error(`${file} of ${this.example} has no ${from}`);
    this.write(
      file,
      text.replace(from, () => to),
    );
  }

  /** Runs `serverform local <args>` in the example's folder; throws with its output when it fails. */
  command(...args: readonly string[]): string {
    return runLocal(this.folder, args);
  }

  /** Starts `serverform local <args>` as its reader does, on free ports: it looks for changes. */
  start(args: readonly string[], environment: Readonly<Record<string, string>> = {}): StartedCommand {
    return StartedCommand.local(this.folder, args, environment);
  }

  remove(): void {
    rmSync(this.project, { recursive: true, force: true });
  }
}
