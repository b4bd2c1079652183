/** @group processes */

import { readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundleArtifacts, type PythonArtifact } from "../../../lib/bundle";
import { setEnvironment, standardErrorOf } from "../../support/environment";
import { base, fakePrograms, filesIn, folderWith, messages, read } from "../support";

/** A Python that knows itself, and whose pip puts one package into the target. */
const python = (result = "exit 0") => `
case "$4" in
  "") echo '{"system":"other","machine":"x","version":"3.12","libc":""}' ;;
  *) while [ "$1" != --target ]; do shift; done; mkdir -p "$2/pack" "$2/bin"; echo v1 > "$2/pack/a.py"; ${result} ;;
esac`;

const main = "import pack\ndef handler(event, context): pass\n";
const files = { "api/main.py": main, "api/requirements.txt": "pack==1.0\n" };

function build(app: string, more: Partial<PythonArtifact> = {}) {
  const artifact: PythonArtifact = {
    ...base(app, "py", "main.handler"),
    kind: "python",
    srcPath: "api",
    runtime: "python3.12",
    ...more,
  };
  let failures: readonly string[] = [];
  const said = standardErrorOf(() => {
    failures = messages(bundleArtifacts([artifact]));
  });
  return { artifact, failures, said };
}

const installs = (calls: () => string[]) => calls().filter((call) => call.includes(" install -r ")).length;

describe("packages of a Python artifact", () => {
  test("are installed once while only the code changes, with a message", () => {
    const calls = fakePrograms({ "python3.12": python() });
    const app = folderWith(files);
    expect(build(app).said).toBe("serverform: installing the packages of api (python3.12)\n");
    writeFileSync(join(app, "api/main.py"), `${main}# edited`);
    const { artifact, said } = build(app);
    expect([installs(calls), said]).toEqual([1, ""]);
    expect(filesIn(artifact.outDir)).toEqual(["main.py", "pack/a.py", "requirements.txt"]);
    expect(read(artifact.outDir, "main.py")).toContain("edited");
  });
  test.each<[string, (app: string) => Partial<PythonArtifact>]>([
    ["other requirements", (app) => write(app, "api/requirements.txt", "pack==2.0\n")],
    ["another list that they name", (app) => write(app, "api/more.txt", "more==2.0\n")],
    ["another architecture", () => ({ architecture: "arm64" })],
  ])("are installed again for %s", (_, change) => {
    const calls = fakePrograms({ "python3.12": python() });
    const app = folderWith({
      ...files,
      "api/requirements.txt": "-r more.txt\n",
      "api/more.txt": "more==1.0",
    });
    build(app);
    build(app, change(app));
    expect(installs(calls)).toBe(2);
  });
  test.each([
    "./pack",
    "-e ../pack",
    "pack @ file:///srv/pack",
    "--find-links ../wheels",
    "../wheels/pack-1.0-py3-none-any.whl",
    "wheels/pack-1.0-py3-none-any.whl",
    "libs/pack",
  ])("of this machine are installed each time: %s", (line) => {
    const calls = fakePrograms({ "python3.12": python() });
    const app = folderWith({ ...files, "api/requirements.txt": `${line}\npack\n` });
    build(app);
    build(app);
    expect(installs(calls)).toBe(2);
  });
  test.each([
    "pack # ./local",
    "pack==1.0 \\\n  --hash=sha256:abc",
    "--index-url https://example.com/simple",
  ])("of a registry are kept: %j", (line) => {
    const calls = fakePrograms({ "python3.12": python() });
    const app = folderWith({ ...files, "api/requirements.txt": `${line}\n` });
    build(app);
    build(app);
    expect(installs(calls)).toBe(1);
  });
  test("whose installation failed are not kept", () => {
    fakePrograms({ "python3.12": python("exit 1") });
    const app = folderWith(files);
    expect(build(app).failures).toEqual([expect.stringContaining("could not be installed")]);
    const calls = fakePrograms({ "python3.12": python() });
    expect([build(app).failures, installs(calls)]).toEqual([[], 1]);
  });
  test("that are executable stay so when they are taken from the cache", () => {
    const script = 'chmod 755 "$2/pack/a.py"; exit 0';
    fakePrograms({ "python3.12": python(script) });
    const app = folderWith(files);
    const modeOf = () => statSync(join(build(app).artifact.outDir, "pack/a.py")).mode & 0o777;
    expect([modeOf(), modeOf()]).toEqual([0o755, 0o755]);
  });
  test("are kept without the files that a hook adds to them", () => {
    const calls = fakePrograms({ "python3.12": python() });
    const app = folderWith(files);
    const hooks = (name: string) => ({
      hooks: { beforeInstall: (_: string, output: string) => [`touch ${output}/${name}`] },
    });
    build(app, hooks("first.txt"));
    const { artifact } = build(app, hooks("second.txt"));
    expect(installs(calls)).toBe(1);
    expect(filesIn(artifact.outDir)).toEqual(["main.py", "pack/a.py", "requirements.txt", "second.txt"]);
  });
  test.each(["content of another", undefined])(
    "that were changed in the cache are installed again: %p",
    (text) => {
      const calls = fakePrograms({ "python3.12": python() });
      const app = folderWith(files);
      build(app);
      const cache = join(app, ".serverform/cache");
      for (const name of readdirSync(cache).filter((each) => !each.endsWith(".json"))) {
        if (text === undefined) rmSync(join(cache, name));
        else writeFileSync(join(cache, name), text);
      }
      const { artifact } = build(app);
      expect([installs(calls), read(artifact.outDir, "pack/a.py")]).toEqual([2, "v1\n"]);
    },
  );
  test("are installed each time without a cache", () => {
    setEnvironment({ SERVERFORM_CACHE: "off" });
    const calls = fakePrograms({ "python3.12": python() });
    const app = folderWith(files);
    expect([build(app).failures, build(app).failures, installs(calls)]).toEqual([[], [], 2]);
  });
  test("are installed again for another index", () => {
    const calls = fakePrograms({ "python3.12": python() });
    const app = folderWith(files);
    build(app);
    setEnvironment({ PIP_CONFIG_FILE: join(app, "pip.conf") });
    write(app, "pip.conf", "[global]\nindex-url = https://example.com/a");
    build(app);
    write(app, "pip.conf", "[global]\nindex-url = https://example.com/b");
    build(app);
    expect(installs(calls)).toBe(3);
  });
});

function write(app: string, file: string, text: string): object {
  writeFileSync(join(app, file), text);
  return {};
}
