import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** The Python that has boto3: SERVERFORM_TEST_PYTHON, or `python3` of the path. Undefined if neither has it. */
const python: string | undefined = [process.env.SERVERFORM_TEST_PYTHON, "python3"].find(
  (each) => each !== undefined && hasPackage(each, "boto3"),
);

/** Tests that are skipped, by their name, without boto3. */
export function describeWithBoto3(name: string, tests: () => void): void {
  describeWithPackages(name, ["boto3"], tests);
}

/** Tests that are skipped, by their name, where the Python of boto3 does not have these packages. */
export function describeWithPackages(name: string, packages: readonly string[], tests: () => void): void {
  const missing = packages.filter((each) => python === undefined || !hasPackage(python, each));
  if (missing.length === 0) return describe(name, tests);
  const remedy = `pip install ${missing.join(" ")}, or name a Python that has it: SERVERFORM_TEST_PYTHON`;
  describe.skip(`${name} (skipped: there is no ${missing.join(", ")}; ${remedy})`, tests);
}

function hasPackage(program: string, name: string): boolean {
  return spawnSync(program, ["-c", `import ${name}`], { timeout: 60_000 }).status === 0;
}

/** An error that a client of boto3 has raised. */
export class Boto3Error extends Error {
  constructor(
    readonly code: string,
    message: string,
    /** The status of the response. */
    readonly status: number,
    /** All parts of the error that the client has reported. */
    readonly response: Boto3Result,
  ) {
    super(message);
    this.name = code;
  }
}

export type Boto3Result = Readonly<Record<string, unknown>>;

interface Told {
  readonly result?: unknown;
  readonly refused?: Boto3Result & {
    readonly Error?: { readonly Code?: string; readonly Message?: string };
    readonly ResponseMetadata?: { readonly HTTPStatusCode?: number };
  };
  readonly failed?: string;
}

/** One process of Python with clients of boto3. Times are texts, contents are read. */
export class Boto3 {
  private readonly waiting: ((line: string | undefined) => void)[] = [];
  private errors = "";

  private constructor(private readonly child: ChildProcess) {
    const answer = (line: string | undefined) => this.waiting.shift()?.(line);
    if (child.stdout !== null) createInterface({ input: child.stdout }).on("line", answer);
    child.stderr?.on("data", (chunk: Buffer) => {
      this.errors += chunk.toString("utf8");
    });
    child.once("exit", () => {
      for (const end of this.waiting.splice(0)) end(undefined);
    });
  }

  /** @param variables - as the local server gives them to programs: the address of the services, region and keys */
  static start(variables: Readonly<Record<string, string>>): Boto3 {
    const program = join(__dirname, "boto3_calls.py");
    return new Boto3(
      spawn(python ?? "python3", [program], { env: { ...process.env, ...variables }, stdio: "pipe" }),
    );
  }

  /** Calls an operation by boto3's name: `list_objects_v2`. Throws `Boto3Error` when the service refuses it. */
  call(service: string, operation: string, parameters: object = {}): Promise<Boto3Result> {
    return this.send({ service, operation, parameters });
  }

  /** All pages of a list, as boto3's paginator fetches them. */
  pages(service: string, operation: string, parameters: object = {}): Promise<readonly Boto3Result[]> {
    return this.send({ service, operation, parameters, paginates: true });
  }

  /** Runs Python, which has `client`, `resource` and `boto3`, and gives its answer to `result`. */
  run<Result>(code: string): Promise<Result> {
    return this.send({ code });
  }

  async stop(): Promise<void> {
    const { child } = this;
    if (child.exitCode !== null) return;
    const ended = new Promise((done) => child.once("exit", done));
    child.stdin?.end();
    await ended;
  }

  private async send<Result>(call: object): Promise<Result> {
    const line = new Promise<string | undefined>((answer) => this.waiting.push(answer));
    this.child.stdin?.write(`${JSON.stringify(call)}\n`);
    const answer = await line;
    if (answer === undefined) throw new Error(`the process of boto3 has ended: ${this.errors}`);
    const { result, refused, failed }: Told = JSON.parse(answer);
    if (failed !== undefined) throw new Error(failed);
    if (refused === undefined) return result as Result;
    const { Code = "", Message = "" } = refused.Error ?? {};
    throw new Boto3Error(Code, Message, refused.ResponseMetadata?.HTTPStatusCode ?? 0, refused);
  }
}
