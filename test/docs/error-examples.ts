import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { App, Stack } from "../../lib";
import { makeIn } from "../habits/make";
import { mistakes } from "../habits/mistakes";
import { examplesOf } from "./error-texts";

/** An example of each code that a typical mistake leads to. */
export function mistakeExamples(): ReadonlyMap<string, string> {
  const before = process.cwd();
  process.chdir(resolve(__dirname, "../fixtures/app"));
  const outdir = mkdtempSync(join(tmpdir(), "serverform-"));
  const app = () => new App({ name: "notes", stage: "dev", region: "us-east-1", outdir });
  try {
    return examplesOf(mistakes.map((each) => () => makeIn(new Stack(app(), "Main"), each)));
  } finally {
    process.chdir(before);
    rmSync(outdir, { recursive: true });
  }
}
