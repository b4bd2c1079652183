/** @group processes */

import { createHash } from "node:crypto";
import { join } from "node:path";
import { bundleArtifacts, type PythonArtifact } from "../../../lib/bundle";
import { setEnvironment } from "../../support/environment";
import { base, filesIn, folderWith, messages, read } from "../support";
import { wheel } from "./wheel";

const tag = "py3-none-any";
const versions = {
  ...wheel("demo", tag, { "demo.py": "version = 1" }),
  ...wheel("more", tag, { "more.py": "version = 1" }),
  ...wheel("other", tag, { "other.py": "version = 1" }),
};
const hashOf = (name: string): string =>
  createHash("sha256")
    .update(versions[`wheels/${name}-1.0-${tag}.whl`] ?? "")
    .digest("hex");

const handler = { "api/main.py": "def handler(event, context): pass\n" };

/** The locked packages: `demo`, which needs `more`; `other` is for another system, and `old` for another Python. */
const locks: Readonly<Record<string, (hash: string) => Record<string, string>>> = {
  "uv.lock": (hash) => ({
    "api/pyproject.toml": '[project]\nname = "api"\nversion = "1"\ndependencies = ["demo>=1"]\n',
    "api/uv.lock": `
version = 1
[[package]]
name = "api"
source = { virtual = "." }
dependencies = [
    { name = "demo" },
    { name = "other", marker = "sys_platform == 'win32'" },
    { name = "old", marker = "python_full_version < '3.9'" },
]
[package.dev-dependencies]
dev = [{ name = "other" }]
[[package]]
name = "demo"
version = "1.0"
source = { registry = "https://pypi.org/simple" }
dependencies = [{ name = "more" }]
wheels = [{ url = "https://example.com/demo.whl", hash = "sha256:${hash}" }]
[[package]]
name = "more"
version = "1.0"
source = { registry = "https://pypi.org/simple" }
wheels = [{ url = "https://example.com/more.whl", hash = "sha256:${hashOf("more")}" }]
[[package]]
name = "other"
version = "1.0"
source = { registry = "https://pypi.org/simple" }
`,
  }),
  "poetry.lock": (hash) => ({
    "api/pyproject.toml":
      '[tool.poetry.dependencies]\npython = "^3.9"\ndemo = "^1.0"\nother = { version = "*", markers = "sys_platform == \'win32\'" }\n',
    "api/poetry.lock": `
[[package]]
name = "demo"
version = "1.0"
optional = false
files = [{file = "demo.whl", hash = "sha256:${hash}"}]
[package.dependencies]
more = ">=1.0,<2.0"
old = {version = "*", markers = "python_version < \\"3.9\\""}
[[package]]
name = "more"
version = "1.0"
optional = false
files = [{file = "more.whl", hash = "sha256:${hashOf("more")}"}]
[[package]]
name = "other"
version = "1.0"
optional = false
files = []
[metadata]
lock-version = "2.0"
`,
  }),
  "Pipfile.lock": (hash) => ({
    "api/Pipfile": '[packages]\ndemo = "*"\n',
    "api/Pipfile.lock": JSON.stringify({
      _meta: { sources: [{ name: "pypi", url: "https://pypi.org/simple" }] },
      default: {
        demo: { version: "==1.0", hashes: [`sha256:${hash}`], index: "pypi" },
        more: { version: "==1.0", hashes: [`sha256:${hashOf("more")}`] },
        other: { version: "==1.0", hashes: [], markers: "platform_system == 'Windows'" },
      },
      develop: { other: { version: "==1.0", hashes: [] } },
    }),
  }),
  "pylock.toml": (hash) => ({
    "api/pylock.toml": `
lock-version = "1.0"
[[packages]]
name = "demo"
version = "1.0"
wheels = [{ url = "https://example.com/demo.whl", hashes = { sha256 = "${hash}" } }]
[[packages]]
name = "more"
version = "1.0"
wheels = [{ url = "https://example.com/more.whl", hashes = { sha256 = "${hashOf("more")}" } }]
[[packages]]
name = "other"
version = "1.0"
marker = "os_name == 'nt'"
`,
  }),
  "requirements.txt": (hash) => ({
    "api/requirements.txt": `demo==1.0 --hash=sha256:${hash}\nmore==1.0 --hash=sha256:${hashOf("more")}\nother ; sys_platform == "win32"\n`,
  }),
};

function build(files: Record<string, string | Uint8Array>, more: Partial<PythonArtifact> = {}) {
  const app = folderWith({ ...handler, ...versions, ...files });
  setEnvironment({ PIP_NO_INDEX: "1", PIP_FIND_LINKS: join(app, "wheels") });
  const artifact: PythonArtifact = {
    ...base(app, "py", "main.handler"),
    kind: "python",
    srcPath: "api",
    runtime: "python3.12",
    ...more,
  };
  const failures = messages(bundleArtifacts([artifact]));
  const modules =
    failures.length > 0 ? [] : filesIn(artifact.outDir).filter((each) => /^\w+\.py$/.test(each));
  return { failures, modules, artifact };
}

describe.each(Object.entries(locks))("the packages of %s", (file, filesFor) => {
  test("are those of the lock, for the function's machine", () => {
    const { failures, modules } = build(filesFor(hashOf("demo")));
    expect([failures, modules]).toEqual([[], ["demo.py", "main.py", "more.py"]]);
  });
  test("are refused if a file has another hash", () => {
    const { failures } = build(filesFor(hashOf("other")));
    expect(failures).toEqual([expect.stringMatching(/could not be installed[\s\S]*DO NOT MATCH THE HASHES/)]);
  });
  test("are refused if the file cannot be read", () => {
    if (file === "requirements.txt") return expect(build({ [`api/${file}`]: "=" }).failures).toHaveLength(1);
    const { failures } = build({ ...filesFor(hashOf("demo")), [`api/${file}`]: "{" });
    expect(failures).toEqual([expect.stringContaining(`whose ${file} does not say what to install`)]);
    expect(failures[0]).toContain("[python-lock-unusable]");
  });
});

describe("a lock that does not fit its project", () => {
  test.each([
    [
      "uv.lock",
      "api/pyproject.toml",
      '[project]\nname = "api"\ndependencies = ["demo>=2"]\n',
      "demo>=2, and the lock has 1.0 of it. Run uv lock",
    ],
    [
      "uv.lock",
      "api/pyproject.toml",
      '[project]\nname = "api"\ndependencies = ["demo", "fresh"]\n',
      "fresh, and the lock has nothing of it. Run uv lock",
    ],
    [
      "poetry.lock",
      "api/pyproject.toml",
      '[tool.poetry.dependencies]\ndemo = "^2.0"\n',
      "demo ^2.0, and the lock has 1.0 of it. Run poetry lock",
    ],
    [
      "Pipfile.lock",
      "api/Pipfile",
      '[packages]\nfresh = "*"\n',
      "fresh *, and the lock has nothing of it. Run pipenv lock",
    ],
  ])("is refused: %s", (file, project, text, reason) => {
    const { failures } = build({ ...locks[file]?.(hashOf("demo")), [project]: text });
    expect(failures).toEqual([expect.stringContaining(reason)]);
  });
  test.each([
    ["Pipfile", "[packages]\n", "Run pipenv lock"],
    ["pdm.lock", "", "Run pdm export -o requirements.txt"],
  ])("is an error with the remedy: %s", (file, text, remedy) => {
    expect(build({ [`api/${file}`]: text }).failures).toEqual([expect.stringContaining(remedy)]);
  });
});

test.each([
  ['demo = ">= 1.0 , < 2"', ""],
  ['demo = "^0.5 | ^ 1.0"', ""],
  ['demo = "*"', 'python-versions = "2.7.* || >= 3.9"\n'],
])("poetry.lock has what %s allows", (dependency, versions) => {
  const demo = (version: string, more: string) =>
    `[[package]]\nname = "demo"\nversion = "${version}"\n${more}files = [{file = "demo.whl", hash = "sha256:${hashOf("demo")}"}]\n`;
  const other = versions === "" ? "" : demo("0.9", 'python-versions = "<3"\n');
  const { failures, modules } = build({
    "api/pyproject.toml": `[tool.poetry.dependencies]\n${dependency}\n`,
    "api/poetry.lock": `${demo("1.0", versions)}${other}[metadata]\nlock-version = "2.0"\n`,
  });
  expect([failures, modules]).toEqual([[], ["demo.py", "main.py"]]);
});

test("a lock beside requirements.txt gives the versions that it leaves open", () => {
  const newer = Object.entries(wheel("demo", tag, { "demo.py": "version = 2" })).map(
    ([path, content]) => [path.replace("1.0", "2.0"), content] as const,
  );
  const files = {
    ...locks["uv.lock"]?.(hashOf("demo")),
    ...Object.fromEntries(newer),
    "api/requirements.txt": "demo\n",
  };
  const { failures, artifact } = build(files);
  expect(failures).toEqual([]);
  expect(read(artifact.outDir, "demo.py")).toBe("version = 1");
});

test("a project of a uv workspace has the packages of the lock above it, and its neighbours", () => {
  const [, lock = ""] = Object.entries(locks["uv.lock"]?.(hashOf("demo")) ?? {})[1] ?? [];
  const { failures, modules } = build({
    "api/pyproject.toml": '[project]\nname = "api"\nversion = "1"\ndependencies = ["demo", "near"]\n',
    "uv.lock": `${lock.replace('virtual = "."', 'editable = "api"').replace('{ name = "demo" },', '{ name = "demo" }, { name = "near" },')}
[[package]]
name = "near"
version = "1.0"
source = { editable = "near" }
`,
    "near/pyproject.toml": `[project]\nname = "near"\nversion = "1.0"\n[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n`,
    "near/backend.py": backendOf("near"),
  });
  expect([failures, modules]).toEqual([[], ["demo.py", "main.py", "more.py", "near.py"]]);
});

describe("markers", () => {
  test("are those of the function's machine, whatever Python installs", () => {
    const names = {
      demo: 'python_version >= "3.14"',
      more: 'platform_machine == "aarch64"',
      other: 'sys_platform == "darwin"',
    };
    const list = Object.entries(names).map(([name, marker]) => `${name} ; ${marker}\n`);
    const { failures, modules } = build(
      { "api/requirements.txt": list.join("") },
      { runtime: "python3.14", architecture: "arm64" },
    );
    expect([failures, modules]).toEqual([[], ["demo.py", "main.py", "more.py"]]);
  });
});

describe("packages with compiled parts", () => {
  const fast = {
    ...wheel("fast", "cp314-cp314-manylinux_2_28_aarch64", { "fast.py": "for the function" }),
    "api/requirements.txt": "fast\n",
  };
  const target = { runtime: "python3.14", architecture: "arm64" } as const;
  test("are those of this machine under local", () => {
    const here = wheel("fast", tag, { "fast.py": "for this machine" });
    const places: readonly Partial<PythonArtifact>[] = [target, { ...target, packagesFor: "this-machine" }];
    const texts = places.map((place) => {
      const { failures, artifact } = build({ ...fast, ...here }, place);
      return failures.length > 0 ? failures : read(artifact.outDir, "fast.py");
    });
    expect(texts).toEqual(["for the function", "for this machine"]);
  });
  test("that this machine cannot have name both versions and the remedy", () => {
    const { failures } = build(fast, { ...target, packagesFor: "this-machine" });
    expect(failures).toEqual([
      expect.stringMatching(
        /The function is for python3\.14, and is run here with Python 3\.\d+ on \w+ \w+\. .* install it as python3\.14 on the PATH\./,
      ),
    ]);
  });
  test("that were built on this machine for itself are refused", () => {
    const { failures } = build(
      {
        "api/requirements.txt": "./near\n",
        "api/near/pyproject.toml": `[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n`,
        "api/near/backend.py": backendOf("near", "py3-none-linux_x86_64"),
      },
      target,
    );
    expect(failures).toEqual([
      expect.stringContaining(
        "requires near: it was built here, for py3-none-linux_x86_64, and python3.14 on linux aarch64 cannot load it.",
      ),
    ]);
    expect(failures[0]).toContain("[package-foreign]");
  });
});

/** A build program that needs no other package. */
function backendOf(name: string, tagOfWheel = tag): string {
  return `
import zipfile
def build_wheel(folder, config_settings=None, metadata_directory=None):
    name = "${name}-1.0-${tagOfWheel}.whl"
    info = "${name}-1.0.dist-info/"
    with zipfile.ZipFile(folder + "/" + name, "w") as wheel:
        wheel.writestr("${name}.py", "")
        wheel.writestr(info + "METADATA", "Metadata-Version: 2.1\\nName: ${name}\\nVersion: 1.0\\n")
        wheel.writestr(info + "WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: ${tagOfWheel}\\n")
        wheel.writestr(info + "RECORD", "${name}.py,,\\n" + info + "RECORD,,\\n")
    return name
`;
}
