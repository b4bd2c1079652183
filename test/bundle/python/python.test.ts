/** @group processes */

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { bundleArtifacts, type PythonArtifact, zipFolder } from "../../../lib/bundle";
import { base, filesIn, folderWith, messages, noPrograms, read } from "../support";
import { wheel } from "./wheel";

const handler = { "api/main.py": "import demo\ndef handler(event, context):\n    return demo.text\n" };
const demo = wheel("demo", "py3-none-any", { "demo/__init__.py": "text = 'demo'\ndef main(): pass\n" });
const local = "--no-index\n--find-links ../wheels\n";

const artifactOf = (app: string, more: Partial<PythonArtifact> = {}): PythonArtifact => ({
  ...base(app, "py", "main.handler"),
  kind: "python",
  srcPath: "api",
  runtime: "python3.12",
  ...more,
});

describe("Python artifacts", () => {
  test("are the source folder, without the files that only this machine needs", () => {
    const app = folderWith({
      ...handler,
      "api/lib/util.py": "",
      "api/lib/__pycache__/util.cpython-312.pyc": "",
      "api/old.pyc": "",
      "api/.venv/bin/python": "",
      "api/env/pyvenv.cfg": "",
      "api/.git/HEAD": "",
      "api/node_modules/x/index.js": "",
    });
    const artifact = artifactOf(app);
    noPrograms();
    expect(bundleArtifacts([artifact])).toEqual([]);
    expect(filesIn(artifact.outDir)).toEqual(["lib/util.py", "main.py"]);
  });

  test("have the packages of requirements.txt, without traces of this machine", () => {
    const app = folderWith({ ...handler, ...demo, "api/requirements.txt": `${local}demo==1.0\n` });
    const artifact = artifactOf(app);
    expect(messages(bundleArtifacts([artifact]))).toEqual([]);
    const info = ["INSTALLER", "METADATA", "RECORD", "REQUESTED", "WHEEL", "entry_points.txt"];
    expect(filesIn(artifact.outDir)).toEqual(
      [
        "demo/__init__.py",
        ...info.map((file) => `demo-1.0.dist-info/${file}`),
        "main.py",
        "requirements.txt",
      ].sort(),
    );
    expect(read(artifact.outDir, "demo-1.0.dist-info/RECORD")).not.toMatch(/bin\/|pyc/);
  });

  test("are the same in another folder, even for a package of the app itself", () => {
    const builds = ["", "deeper/place/"].map((place) => {
      const app = join(
        folderWith(
          prefixed(place, {
            ...handler,
            ...demo,
            "api/requirements.txt": "../wheels/demo-1.0-py3-none-any.whl\n",
          }),
        ),
        place,
      );
      const artifact = artifactOf(app);
      expect(messages(bundleArtifacts([artifact]))).toEqual([]);
      return zipFolder(artifact.outDir).sha256Base64;
    });
    expect(builds[0]).toBe(builds[1]);
  });

  test.each([
    ["x86_64", "python3.12", "fast for x86"],
    ["arm64", "python3.12", "fast for arm"],
    ["arm64", "python3.9", "slow for arm"],
  ] as const)("for %s and %s get the wheels of that platform", (architecture, runtime, expected) => {
    const app = folderWith({
      ...handler,
      ...wheel("fast", "cp312-cp312-manylinux_2_28_x86_64", { "fast.py": "fast for x86" }),
      ...wheel("fast", "cp312-cp312-manylinux_2_28_aarch64", { "fast.py": "fast for arm" }),
      // Too new for the machines of the older runtime.
      ...wheel("fast", "cp39-cp39-manylinux_2_28_aarch64", { "fast.py": "too new" }),
      ...wheel("fast", "cp39-cp39-manylinux2014_aarch64", { "fast.py": "slow for arm" }),
      "api/requirements.txt": `${local}fast\n`,
    });
    const artifact = artifactOf(app, { architecture, runtime });
    expect(messages(bundleArtifacts([artifact]))).toEqual([]);
    expect(read(artifact.outDir, "fast.py")).toBe(expected);
  });

  test("prefer the caller's file to one of a package", () => {
    const app = folderWith({
      ...handler,
      ...demo,
      "api/demo/__init__.py": "mine",
      "api/requirements.txt": `${local}demo`,
    });
    const artifact = artifactOf(app);
    bundleArtifacts([artifact]);
    expect(read(artifact.outDir, "demo/__init__.py")).toBe("mine");
  });

  test("without a matching wheel are refused, and the message names installCommands", () => {
    const app = folderWith({
      ...handler,
      "wheels/demo-1.0.tar.gz": sourcePackage(),
      "api/requirements.txt": `${local}demo\n`,
    });
    const [message, ...others] = messages(
      bundleArtifacts([artifactOf(app, { runtime: "python3.14", architecture: "arm64" })]),
    );
    expect(message).toMatch(
      /^dev-app-Main\/py: srcPath requires packages that could not be installed: .*\[install-failed\]/s,
    );
    expect(message).toContain(
      "A package without a wheel for python3.14 on aarch64 needs custom commands in bundle.installCommands.",
    );
    expect(message).toContain("No matching distribution found for demo");
    expect(others).toEqual([]);
  });

  test("build a package without a wheel if this machine is like the deployed one", () => {
    const app = folderWith({
      ...handler,
      "wheels/demo-1.0.tar.gz": sourcePackage(),
      "api/requirements.txt": `${local}demo\n`,
    });
    const version = execFileSync("python3", ["-c", "import sys; print('%d.%d' % sys.version_info[:2])"], {
      encoding: "utf8",
    }).trim();
    const artifact = artifactOf(app, {
      runtime: `python${version}`,
      architecture: process.arch === "arm64" ? "arm64" : "x86_64",
    });
    expect(messages(bundleArtifacts([artifact]))).toEqual([]);
    expect(read(artifact.outDir, "demo.py")).toBe("built = True\n");
  });

  test("are installed by the caller's commands instead, beside a copy of the source", () => {
    const app = folderWith({ ...handler, "api/requirements.txt": "does-not-exist\n" });
    const artifact = artifactOf(app, {
      installCommands: ["cat requirements.txt > seen.txt", "mkdir __pycache__ && touch __pycache__/main.pyc"],
    });
    expect(messages(bundleArtifacts([artifact]))).toEqual([]);
    expect(filesIn(artifact.outDir)).toEqual(["main.py", "requirements.txt", "seen.txt"]);
  });

  test("whose commands fail are reported with the output", () => {
    const artifact = artifactOf(folderWith(handler), { installCommands: ["echo oh no", "false"] });
    expect(messages(bundleArtifacts([artifact]))).toEqual([
      expect.stringMatching(/bundle\.installCommands.*oh no/s),
    ]);
  });

  test.each(["requirements.txt", "Pipfile.lock", "poetry.lock", "uv.lock", "pylock.toml"])(
    "with %s need pip",
    (file) => {
      noPrograms();
      const [message] = messages(
        bundleArtifacts([artifactOf(folderWith({ ...handler, [`api/${file}`]: "" }))]),
      );
      expect(message).toContain(
        'runtime is "python3.12", which needs pip, but pip is not installed on this machine.',
      );
    },
  );
});

const prefixed = (prefix: string, files: Record<string, string | Uint8Array>) =>
  Object.fromEntries(Object.entries(files).map(([path, content]) => [prefix + path, content]));

/** A package that must be built, with its own build program, so that nothing is downloaded for it. */
function sourcePackage(): Uint8Array {
  const backend = `
import zipfile
def build_wheel(folder, config_settings=None, metadata_directory=None):
    name = "demo-1.0-py3-none-any.whl"
    with zipfile.ZipFile(folder + "/" + name, "w") as wheel:
        wheel.writestr("demo.py", "built = True\\n")
        wheel.writestr("demo-1.0.dist-info/METADATA", "Metadata-Version: 2.1\\nName: demo\\nVersion: 1.0\\n")
        wheel.writestr("demo-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
        wheel.writestr("demo-1.0.dist-info/RECORD", "demo.py,,\\ndemo-1.0.dist-info/RECORD,,\\n")
    return name
`;
  const folder = folderWith({
    "demo-1.0/backend.py": backend,
    "demo-1.0/pyproject.toml": `[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n`,
    "demo-1.0/PKG-INFO": "Metadata-Version: 2.1\nName: demo\nVersion: 1.0\n",
  });
  return execFileSync("tar", ["-czf", "-", "demo-1.0"], { cwd: folder });
}
