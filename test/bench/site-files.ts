import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { columns, median, print, printTarget } from "./figures";
import { compilePrograms, writeProject } from "./project";

const files = 1000;

/** Measures the synthesis of a site of 1,000 files: the first one builds it, the second one finds it built. */
export function benchSiteFiles(rounds: number): void {
  const seconds = { first: [] as number[], second: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    const folder = mkdtempSync(join(tmpdir(), "bench-site-"));
    try {
      writeSite(folder);
      const first = synthesize(folder);
      const second = synthesize(folder);
      const builds = readFileSync(join(folder, "builds"), "utf8").length;
      if (builds !== 1) throw new Error(`The site was built ${builds} times; its sources are unchanged.`);
      // The build itself is not the library's.
      seconds.first.push(first - Number(readFileSync(join(folder, "build-seconds"), "utf8")));
      seconds.second.push(second);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  print(`\nA site of ${files} files`);
  print(columns("", "seconds"));
  for (const [label, all] of Object.entries(seconds)) {
    print(columns(`${label} synthesis`, median(all).toFixed(2)));
  }
  printTarget("synthesis after the build", median(seconds.first), 2, " s");
  printTarget("synthesis without a build", median(seconds.second), 2, " s");
}

function writeSite(folder: string): void {
  writeProject(folder, 0);
  compilePrograms(folder, ["site"]);
  const build = `
const started = performance.now();
const fs = require("fs");
fs.mkdirSync("dist/assets", { recursive: true });
fs.writeFileSync("dist/index.html", "<p>" + process.env.API_URL + "</p>");
for (let i = 1; i < ${files}; i++) fs.writeFileSync("dist/assets/file-" + i + ".js", "export const value = " + i + ";\\n".repeat(200));
fs.appendFileSync("../builds", "x");
fs.writeFileSync("../build-seconds", String((performance.now() - started) / 1000));
`;
  mkdirSync(join(folder, "web"));
  writeFileSync(join(folder, "web/build.cjs"), build);
}

function synthesize(folder: string): number {
  const started = performance.now();
  const { status, stderr } = spawnSync(process.execPath, ["site.js"], { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return (performance.now() - started) / 1000;
}
