import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { RunningCommand } from "../docs/session";
import { cleanEnvironment } from "../examples/support";
import { applyEdit } from "./folders";

/** Words that a reader knows before: those of TypeScript, of its library and of zod. */
const known = new Set(
  "async await console const export extends false from function if import log max min object return slice string true type undefined z".split(
    " ",
  ),
);

/** The words of a text, in order. */
export const words = (text: string): readonly string[] => text.match(/[A-Za-z_]\w*/g) ?? [];

/**
 * A reader without prior knowledge: it does a task with the texts that it has read, and counts the bytes of the papers.
 *
 * Each word of the library that it writes must be in a text that it has read before: the task, a paper, the output of a command or a file
 * of the folder. So an incomplete paper fails the trial.
 */
export class Solver {
  /** The bytes of the papers so far: documents and explanations, without the task, the files of the folder and what other commands print. */
  papers = 0;
  private readonly seen: Set<string>;
  private readonly library: string;

  /**
   * @param folder - the folder of the task
   * @param task - the words of the task
   * @param terms - the words of all papers: these are terms of the library, and others are the solver's own
   * @param environment - variables of the commands, in addition to those of this process
   */
  constructor(
    private readonly folder: string,
    task: string,
    private readonly terms: ReadonlySet<string>,
    private readonly environment: NodeJS.ProcessEnv,
  ) {
    this.seen = new Set([...known, ...words(task)]);
    const installed = join(folder, "node_modules/serverform");
    this.library = existsSync(installed) ? installed : folder;
  }

  /** Searches the papers with `serverform docs`. */
  docs(...query: readonly string[]): string {
    return this.paper(this.run("docs", ...query));
  }

  /** Asks for the meaning of an error code. */
  explain(code: string): string {
    return this.paper(this.run("explain", code));
  }

  /** Reads a paper of the package, or the section below one of its headings, up to the next heading of any level. */
  read(path: string, heading?: string): string {
    const text = readFileSync(join(this.library, path), "utf8");
    if (heading === undefined) return this.paper(text);
    const [, section] = text.split(new RegExp(`^#+ ${heading}$`, "m"));
    if (section === undefined) throw new Error(`${path} has no heading "${heading}".`);
    return this.paper(section.split(/^#+ /m, 1)[0] ?? "");
  }

  /** Runs a command of the library; returns its output, also if it fails. */
  run(...args: readonly string[]): string {
    const { stdout, stderr } = spawnSync(process.execPath, [this.program, ...args], {
      cwd: this.folder,
      encoding: "utf8",
      env: { ...cleanEnvironment(), ...this.environment },
    });
    return this.look(`${stdout}${stderr}`);
  }

  /** Serves the app as `serverform local --json` does, while something is done; returns the lines that it printed. */
  async local(use: (server: LocalServer) => Promise<void>): Promise<readonly Record<string, unknown>[]> {
    const command = `"${process.execPath}" "${this.program}" local --port 0 --json`;
    const server = new RunningCommand(command, {
      cwd: this.folder,
      env: { ...cleanEnvironment(), ...this.environment },
    });
    const lines = () =>
      server.output
        .split("\n")
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Record<string, unknown>);
    try {
      await server.until(() => lines().some(({ event }) => event === "ready"));
      await use({ lines, until: (isThere) => server.until(() => lines().some(isThere)) });
    } finally {
      await server.interrupt();
    }
    this.look(server.output);
    return lines();
  }

  /** Reads a file of the folder. */
  source(path: string): string {
    return this.look(readFileSync(join(this.folder, path), "utf8"));
  }

  /** Replaces a text of a file that was read before. */
  edit(file: string, before: string, after: string): void {
    this.requireRead(before);
    this.requireRead(after);
    applyEdit(this.folder, { file, before, after });
  }

  /** Writes a new file. */
  write(file: string, text: string): void {
    this.requireRead(text);
    const path = join(this.folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { flag: "wx" });
  }

  private get program(): string {
    return join(this.library, "dist/cli/main.js");
  }

  private paper(text: string): string {
    this.papers += Buffer.byteLength(text);
    return this.look(text);
  }

  private look(text: string): string {
    for (const word of words(text)) this.seen.add(word);
    return text;
  }

  private requireRead(text: string): void {
    const unread = words(text).filter((word) => this.terms.has(word) && !this.seen.has(word));
    if (unread.length > 0) throw new Error(`No paper that was read says: ${[...new Set(unread)].join(", ")}`);
  }
}

/** The app that `serverform local` serves for a solver. */
interface LocalServer {
  /** The lines so far. */
  lines(): readonly Record<string, unknown>[];
  /** Waits for a line. */
  until(isThere: (line: Record<string, unknown>) => boolean): Promise<void>;
}
