/** @group processes */

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import * as fs from "node:fs";
import * as path from "node:path";
import { lockFolder } from "../../../../lib/bundle";
import { createStaging, publish } from "../../../../lib/kit/app/synthesis/publish";
import { compiledLibrary } from "../../../support/compiled";
import { fixture, temporaryFolder } from "../../../support/stack";

jest.mock("node:fs", () => {
  const actual = jest.requireActual<typeof import("node:fs")>("node:fs");
  return { ...actual, renameSync: jest.fn(actual.renameSync), rmSync: jest.fn(actual.rmSync) };
});

const stack = "stacks/dev-notes-Main";

/** Writes the files that a synthesis leaves in its staging folder, with code of this version. */
function stage(outdir: string, version: string, code: readonly string[]): string {
  const staging = createStaging(outdir);
  const write = (file: string, text: string) => {
    fs.mkdirSync(path.dirname(path.join(staging, file)), { recursive: true });
    fs.writeFileSync(path.join(staging, file), text);
  };
  for (const name of code) write(`${stack}/assets/${name}/index.js`, version);
  write(`${stack}/cdk.tf.json`, JSON.stringify({ version, code }));
  write("manifest.json", version);
  return staging;
}

const configuration = (outdir: string) =>
  JSON.parse(fs.readFileSync(path.join(outdir, stack, "cdk.tf.json"), "utf8")) as {
    version: string;
    code: string[];
  };
const codeOf = (outdir: string) => fs.readdirSync(path.join(outdir, stack, "assets")).sort();

function published(code: readonly string[]): string {
  const outdir = temporaryFolder();
  publish(stage(outdir, "1", code), outdir, true);
  return outdir;
}

describe("publishing a synthesis", () => {
  test("replaces configuration and code, and removes code that is no longer named", () => {
    const outdir = published(["a", "b"]);
    publish(stage(outdir, "2", ["b", "c"]), outdir, true);
    expect([configuration(outdir).version, codeOf(outdir)]).toEqual(["2", ["b", "c"]]);
    expect(fs.readFileSync(path.join(outdir, stack, "assets/b/index.js"), "utf8")).toBe("2");
  });
  test("gives up after a minute if another process is still publishing there", () => {
    const outdir = published(["a"]);
    const unlock = lockFolder(outdir, ".publishing");
    const now = jest.spyOn(Date, "now");
    for (const time of [0, 59_000, 61_000]) now.mockReturnValueOnce(time);
    const late = () => publish(stage(outdir, "2", ["b"]), outdir, true);
    expect(late).toThrow(expect.objectContaining({ code: "outdir-busy" }));
    now.mockRestore();
    unlock?.();
    expect(configuration(outdir).version).toBe("1");
  });
  test("keeps code when nothing was bundled", () => {
    const outdir = published(["a", "b"]);
    publish(stage(outdir, "2", []), outdir, false);
    expect([configuration(outdir).version, codeOf(outdir)]).toEqual(["2", ["a", "b"]]);
  });
  test("that is killed after any step leaves a configuration with code for all that it names", () => {
    const { renameSync, rmSync } = jest.requireActual<typeof import("node:fs")>("node:fs");
    for (let steps = 0, ended = false; !ended; steps += 1) {
      const outdir = published(["a"]);
      const staging = stage(outdir, "2", ["b", "c"]);
      let left = steps;
      const until = (step: (...given: never[]) => void) =>
        ((...given: never[]) => {
          if (left === 0) throw new Error("killed");
          left -= 1;
          step(...given);
        }) as never;
      jest.mocked(fs.renameSync).mockImplementation(until(renameSync));
      jest.mocked(fs.rmSync).mockImplementation(until(rmSync));
      try {
        publish(staging, outdir, true);
        ended = true;
      } catch (error) {
        expect((error as Error).message).toBe("killed");
      } finally {
        jest.mocked(fs.renameSync).mockImplementation(renameSync);
        jest.mocked(fs.rmSync).mockImplementation(rmSync);
      }
      const { code } = configuration(outdir);
      expect(codeOf(outdir)).toEqual(expect.arrayContaining(code));
    }
  });
});

describe("staging folders", () => {
  const deadPid = spawnSync(process.execPath, ["-e", ""]).pid;
  test("belong to a process; those of killed ones are removed", () => {
    const outdir = temporaryFolder();
    for (const name of [`.staging-${deadPid}`, `.staging-${process.ppid}`, ".staging", ".stagingx"]) {
      fs.mkdirSync(path.join(outdir, name));
    }
    expect(createStaging(outdir)).toBe(path.join(outdir, `.staging-${process.pid}`));
    expect(fs.readdirSync(outdir).sort()).toEqual([`.staging-${process.ppid}`, ".stagingx"].sort());
  });
});

test("two processes that synthesize one app at the same time both end well, and leave one of the two outputs", async () => {
  const outdir = temporaryFolder();
  const program = (handlers: readonly string[]) => `
    process.chdir(${JSON.stringify(fixture)});
    const lib = require(${JSON.stringify(compiledLibrary())});
    for (let round = 0; round < 4; round += 1) {
      const app = new lib.App({ name: "notes", stage: "dev", region: "us-east-1", outdir: ${JSON.stringify(outdir)} });
      const stack = new lib.Stack(app, "Main");
      for (const name of ${JSON.stringify(handlers)}) new lib.Function(stack, name, { handler: "functions/notes." + name });
      app.synth();
    }`;
  const runs = [["get"], ["get", "create"]].map((handlers) => {
    return spawn(process.execPath, ["--eval", program(handlers)], { stdio: ["ignore", "ignore", "inherit"] });
  });
  expect(await Promise.all(runs.map(async (run) => (await once(run, "close"))[0]))).toEqual([0, 0]);
  const folder = path.join(outdir, stack);
  const { resource, data } = JSON.parse(fs.readFileSync(path.join(folder, "cdk.tf.json"), "utf8"));
  const named = JSON.stringify([resource, data]).match(/assets\/[\w-]+/g) ?? [];
  expect(Object.keys(resource.aws_lambda_function).length).toBeLessThanOrEqual(named.length);
  expect(named.filter((asset) => !fs.existsSync(path.join(folder, asset)))).toEqual([]);
  expect(fs.readdirSync(outdir).filter((name) => name.startsWith("."))).toEqual([]);
});
