import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Facts that others have recorded of AWS: inputs and answers. */
export interface Suite<Fact extends RecordedFact> {
  readonly suite: string;
  /** Where the facts come from. */
  readonly source: string;
  readonly licence: string;
  /** Tests of the source that no fact here stands for, by name. */
  readonly leftOut: readonly NamedTests[];
  /** In which protocols the service was asked; a fact that does not name one holds in each. @default - there is one */
  readonly protocols?: readonly string[];
  readonly facts: readonly Fact[];
  /** Tests of a suite of programs that were run unchanged, beside the facts. @default - none */
  readonly programs?: {
    readonly passed: number;
    /** Tests that fail here, by name. */
    readonly differs: readonly NamedTests[];
  };
}

interface NamedTests {
  readonly why: string;
  readonly tests: readonly string[];
}

export interface RecordedFact {
  readonly name: string;
  readonly protocol?: string;
  /** Why the local server answers something else. A test holds that it does. */
  readonly differs?: string;
}

const folder = __dirname;

/** Reads the facts of a suite: `events/patterns`. */
export function readSuite<Fact extends RecordedFact>(name: string): Suite<Fact> {
  const suite: Suite<Fact> = JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8"));
  const { protocols } = suite;
  return protocols === undefined
    ? suite
    : { ...suite, facts: suite.facts.flatMap((fact) => inProtocols(fact, protocols)) };
}

function inProtocols<Fact extends RecordedFact>(fact: Fact, protocols: readonly string[]): readonly Fact[] {
  const { name } = fact;
  const asked = fact.protocol === undefined ? protocols : [fact.protocol];
  return asked.map((protocol) => ({ ...fact, name: `${name} (${protocol})`, protocol }));
}

/** Tests each fact of a suite. Facts that are known to differ must differ, so that the list of differences stays true. */
export function testFacts<Fact extends RecordedFact>(
  { suite, facts }: Suite<Fact>,
  check: (fact: Fact) => Promise<void>,
): void {
  describe(`${suite}, as AWS answered`, () => {
    const [different, same] = [facts.filter(isDifferent), facts.filter((fact) => !isDifferent(fact))];
    if (same.length > 0)
      test.each(same.map((fact) => [fact.name, fact] as const))("%s", (_, fact) => check(fact));
    if (different.length === 0) return;
    test.each(different.map((fact) => [fact.name, fact] as const))("%s (differs here)", async (_, fact) => {
      await expect(check(fact)).rejects.toThrow();
    });
  });
}

function isDifferent({ differs }: RecordedFact): boolean {
  return differs !== undefined;
}
