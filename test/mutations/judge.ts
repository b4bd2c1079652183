import type { Failure } from "./verdict";

/** The verdict of the tests about a change of the source. */
export type Verdict =
  | { readonly kind: "noticed"; readonly file: string; readonly test: string }
  | { readonly kind: "survived" }
  /** Tests that end only sometimes or never, with and without the change, count as having missed it. */
  | { readonly kind: "timed out"; readonly file: string };

export interface Trial {
  /** Runs one test file against the source as it is now. */
  run(file: string): Promise<readonly Failure[]>;
  change(): void;
  restore(): void;
  /** Whether what the file finds depends on the load of the machine, as with tests that start processes. */
  isUnsteady(file: string): boolean;
}

/**
 * Runs test files, one after the other, until one notices the change.
 *
 * A failure counts if the same test passes without the change. A timeout, and a failure of an unsteady file, must also come a
 * second time.
 */
export async function judge(files: readonly string[], trial: Trial): Promise<Verdict> {
  let last: Verdict = { kind: "survived" };
  for (const file of files) {
    const verdict = await judgeFile(file, trial);
    if (verdict.kind === "noticed") return verdict;
    if (verdict.kind === "timed out") last = verdict;
  }
  return last;
}

async function judgeFile(file: string, trial: Trial): Promise<Verdict> {
  const first = await runChanged(file, trial);
  if (first.length === 0) return { kind: "survived" };
  const unchanged = await trial.run(file);
  let failures = without(first, unchanged);
  if (failures.length > 0 && (trial.isUnsteady(file) || failures.every(isTimeOut))) {
    const second = await runChanged(file, trial);
    failures = failures.filter(({ test }) => second.some((each) => each.test === test));
  }
  const noticing = failures.find((failure) => !failure.isTimeOut) ?? failures[0];
  if (noticing !== undefined) return { kind: "noticed", file, test: noticing.test };
  return first.every(isTimeOut) ? { kind: "timed out", file } : { kind: "survived" };
}

async function runChanged(file: string, trial: Trial): Promise<readonly Failure[]> {
  trial.change();
  try {
    return await trial.run(file);
  } finally {
    trial.restore();
  }
}

function without(failures: readonly Failure[], others: readonly Failure[]): readonly Failure[] {
  return failures.filter(({ test }) => !others.some((other) => other.test === test));
}

function isTimeOut(failure: Failure): boolean {
  return failure.isTimeOut;
}
