import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleBridge, serverFolder } from "../runtime/programs/site/lambda";
import { columns, median, print, printTarget } from "./figures";

interface Sample {
  readonly startMilliseconds: number;
  readonly megabytes: number;
  readonly milliseconds: number;
}

const kinds = ["alone", "bridge"] as const;
const program = join(__dirname, "apps/site-server.mjs");

/** Measures the server of a site behind the bridge beside the same server alone. */
export function benchSiteBridge(rounds: number): void {
  const folder = mkdtempSync(join(tmpdir(), "bench-site-"));
  try {
    bundleBridge(folder);
    cpSync(serverFolder("nitro"), join(folder, "server/nitro"), { recursive: true });
    writeFileSync(join(folder, "server.json"), JSON.stringify({ entry: "nitro/index.mjs" }));
    const samples = { alone: [] as Sample[], bridge: [] as Sample[] };
    for (let round = -1; round < rounds; round++) {
      for (const kind of kinds) {
        const sample = measure(kind, folder);
        // The first round only warms up.
        if (round >= 0) samples[kind].push(sample);
      }
    }
    show(samples);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function measure(kind: string, folder: string): Sample {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, kind, folder], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`site-server.mjs ended with ${status}:\n${stderr}`);
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as Sample;
}

function show(samples: Readonly<Record<(typeof kinds)[number], readonly Sample[]>>): void {
  const figure = (kind: (typeof kinds)[number], of: keyof Sample): number =>
    median(samples[kind].map((each) => each[of]));
  const added = (of: keyof Sample): number => figure("bridge", of) - figure("alone", of);
  print("\nThe server of a site: start (ms), memory (MB), a request (ms)");
  for (const kind of kinds) {
    const cells = (["startMilliseconds", "megabytes", "milliseconds"] as const).map((of) =>
      figure(kind, of).toFixed(2),
    );
    print(columns(kind.padStart(12), ...cells));
  }
  printTarget("the bridge adds to a start", added("startMilliseconds"), 50, " ms");
  printTarget("the bridge adds memory of", added("megabytes"), 30, " MB");
  printTarget("the bridge adds to a request", added("milliseconds"), 2, " ms");
}
