/** @group processes */
import fs, { appendFileSync, chmodSync, existsSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { strToU8, zipSync } from "fflate";
import {
  type Artifact,
  bundleArtifacts,
  type DotnetArtifact,
  type GoArtifact,
  type JavaArtifact,
} from "../../../lib/bundle";
import { setEnvironment } from "../../support/environment";
import { base, fakePrograms, filesIn, folderWith, messages, read, write } from "../support";

type Files = Readonly<Record<string, string | Uint8Array>>;

/** A language whose program is faked: it writes its arguments, and notes that it ran. */
interface Language {
  readonly program: string;
  readonly script: string;
  /** The first argument of a build; other calls ask for versions. */
  readonly verb: string;
  readonly files: Files;
  artifact(app: string): Artifact;
  /** The file of the output that holds the source. */
  readonly output: string;
}

const goSettings = (more: object) => JSON.stringify({ GOVERSION: "go1.24.0", GOFLAGS: "", ...more });

const go: Language = {
  program: "go",
  verb: "build",
  script: `if [ "$1" = env ]; then cat "$GO_SETTINGS"; exit; fi
    while [ "$1" != -o ]; do shift; done; cat main.go > "$2"; chmod 755 "$2"`,
  files: { "api/go.mod": "module example.test/api\n\ngo 1.24\n", "api/main.go": "package main // first" },
  artifact: (app) =>
    ({
      ...base(app, "a", "main.go"),
      kind: "go",
      srcPath: "api",
      runtime: "go1.x",
    }) satisfies GoArtifact,
  output: "bootstrap",
};

const csproj = (inside = "") =>
  `<Project Sdk="Microsoft.NET.Sdk">
    <PropertyGroup><TargetFramework>net8.0</TargetFramework></PropertyGroup>
    <ItemGroup><PackageReference Include="Amazon.Lambda.Core" Version="2.2.0" />${inside}</ItemGroup>
  </Project>`;

const dotnet: Language = {
  program: "dotnet",
  verb: "publish",
  script: `if [ "$1" = --version ]; then echo "\${SDK:-8.0.100}"; exit; fi
    mkdir -p bin obj; date +%N > obj/time; cp obj/time bin/time
    while [ "$1" != --output ]; do shift; done; cat Api.cs > "$2/Api.dll"`,
  files: { "api/Api.csproj": csproj(), "api/Api.cs": "// first" },
  artifact: (app) =>
    ({
      ...base(app, "a", "Api::Api.Function::Handle"),
      kind: "dotnet",
      srcPath: "api",
      runtime: "dotnet8",
    }) satisfies DotnetArtifact,
  output: "Api.dll",
};

const gradleScript = `
plugins { id 'java' }
repositories { mavenCentral() }
// "..", System.getenv() and $x in a comment do not count.
dependencies { implementation 'com.amazonaws:aws-lambda-java-core:1.2.3' }
task buildZip(type: Zip) {
  from compileJava
  from processResources
  into('lib') { from configurations.runtimeClasspath }
}
build.dependsOn buildZip
`;

const java: Language = {
  program: "gradle",
  verb: "build",
  script: `if [ "$1" = --version ]; then echo "Gradle \${GRADLE:-8.5}"; exit; fi
    mkdir -p build/distributions .gradle; date +%N > .gradle/time; cp ready.zip build/distributions/a.zip`,
  files: {
    "api/build.gradle": gradleScript,
    "api/settings.gradle": "rootProject.name = 'api'",
    "api/ready.zip": zipSync({ "Handler.class": strToU8("// first") }),
  },
  artifact: (app) =>
    ({
      ...base(app, "a", "Handler::handle"),
      kind: "java",
      srcPath: "api",
      runtime: "java21",
      buildTask: "build",
      buildOutputDir: "distributions",
    }) satisfies JavaArtifact,
  output: "Handler.class",
};

const languages = { go, dotnet, java };

interface Project {
  readonly app: string;
  /** Builds as a new process would, and returns how often the program built. */
  build(more?: Partial<Artifact>): { readonly builds: number; readonly notices: readonly string[] };
  content(): string;
}

function project(language: Language, files: Files = {}): Project {
  const app = folderWith({ ...language.files, "go-env.json": goSettings({}), ...files });
  setEnvironment({ GO_SETTINGS: join(app, "go-env.json"), GRADLE_USER_HOME: join(app, "home") });
  const calls = fakePrograms({ [language.program]: language.script });
  const builds = () =>
    calls().filter((call) => call.startsWith(`${language.program} ${language.verb}`)).length;
  const { outDir } = language.artifact(app);
  return {
    app,
    build(more = {}) {
      const [before, notices] = [builds(), [] as string[]];
      const artifact = { ...language.artifact(app), ...more } as Artifact;
      expect(messages(bundleArtifacts([artifact], (text) => notices.push(text)))).toEqual([]);
      return { builds: builds() - before, notices };
    },
    content: () => read(outDir, language.output),
  };
}

const cacheOf = (app: string): string => join(app, ".serverform/cache");

describe.each(Object.entries(languages))("The result of a build: %s", (_, language) => {
  test("is kept, with the executable files, and not built again", () => {
    const { app, build, content } = project(language);
    const facts = () => {
      const { outDir } = language.artifact(app);
      return filesIn(outDir).map((file) => [file, fs.statSync(join(outDir, file)).mode & 0o100, content()]);
    };
    expect(build()).toEqual({ builds: 1, notices: [] });
    const first = facts();
    expect(build()).toEqual({ builds: 0, notices: [] });
    expect(facts()).toEqual(first);
  });

  test.each<[string, (app: string) => void]>([
    [
      "a source",
      (app) => appendFileSync(join(app, "api", Object.keys(language.files)[1]?.slice(4) ?? ""), " "),
    ],
    ["a new file", (app) => write(app, { "api/data/new.txt": "new" })],
    [
      "a file that is executable now",
      (app) => chmodSync(join(app, Object.keys(language.files)[0] ?? ""), 0o755),
    ],
    ["a file that is gone", (app) => rmSync(join(app, "api/data/old.txt"))],
  ])("is built again after a change of %s", (_what, change) => {
    const { app, build } = project(language, { "api/data/old.txt": "old" });
    build();
    expect(build().builds).toBe(0);
    change(app);
    expect(build().builds).toBe(1);
  });

  test.each<[string, Partial<Artifact>]>([
    ["architecture", { architecture: "arm64" }],
    ["handler", { functions: [{ owner: "Main/A", handler: "other" }] }],
  ])("is built again for another %s", (_what, more) => {
    const { build } = project(language);
    build();
    expect([build(more).builds, build(more).builds, build().builds]).toEqual([1, 0, 0]);
  });

  test("is not kept if a source is a link", () => {
    const { app, build } = project(language, { "shared/data.txt": "" });
    symlinkSync("../shared", join(app, "api/shared"));
    expect([build().builds, build().builds]).toEqual([1, 1]);
  });

  test("is not kept if a source changes during the build", () => {
    const { app, build } = project({ ...language, script: `${language.script}\necho x >> data.txt` });
    expect([build().builds, build().builds]).toEqual([1, 1]);
    expect(existsSync(cacheOf(app)) && readdirSync(cacheOf(app))).toEqual([]);
  });

  test("is not kept if a hook has written to the same folder", () => {
    const { build } = project(language);
    const hooks = { beforeBundling: (_: string, output: string) => [`touch ${output}/x.txt`] };
    expect([build({ hooks }).builds, build({ hooks }).builds]).toEqual([1, 1]);
  });

  test("is not kept if the build fails", () => {
    const { app, build } = project({ ...language, script: `${language.script}\nexit 1` });
    expect(() => build()).toThrow();
    expect(readdirSync(cacheOf(app))).toEqual([]);
  });

  test.each<[string, (file: string) => void]>([
    ["changed", (file) => appendFileSync(file, "evil")],
    ["gone", (file) => rmSync(file)],
  ])("is built again if a file in the cache is %s", (_what, spoil) => {
    const { app, build, content } = project(language);
    build();
    const first = content();
    for (const name of readdirSync(cacheOf(app)))
      if (!name.endsWith(".json")) spoil(join(cacheOf(app), name));
    expect([build().builds, content(), build().builds]).toEqual([1, first, 0]);
  });
});

test("The result of a build may have nothing to do with the sources above its own folder", () => {
  const { app, build } = project(go);
  build();
  write(app, { "other.ts": "" });
  expect(build().builds).toBe(0);
});

/** A dependency of a build outside of its folder: the files before, and a change. */
type Dependency = readonly [what: string, before: Files, change: Files | (() => void)];

describe.each<[keyof typeof languages, readonly Dependency[]]>([
  [
    "go",
    [
      ["the version of Go", {}, { "go-env.json": goSettings({ GOVERSION: "go1.24.1" }) }],
      ["GOFLAGS", {}, { "go-env.json": goSettings({ GOFLAGS: "-tags=x" }) }],
      [
        "a module that replaces another",
        { "api/go.mod": "module a\nreplace (\n  b => ../b // local\n)\n", "b/b.go": "" },
        { "b/b.go": "// x" },
      ],
      [
        "a module of the workspace",
        { "go.work": 'use (\n  ./api\n  "./b"\n)\n', "b/b.go": "", "b/go.mod": "module b" },
        { "b/b.go": "// x" },
      ],
      [
        "a module that one of the workspace replaces",
        { "go.work": "use ./b", "b/go.mod": "module b\nreplace c => ../c", "c/c.go": "" },
        { "c/c.go": "// x" },
      ],
      ["the sums of the workspace", { "go.work": "use ./api" }, { "go.work.sum": "x" }],
      [
        "a file that is embedded beside node_modules",
        {
          "api/node_modules/x/y.go": "",
          "api/main.go": "package main\n//go:embed pages/*.html",
          "api/pages/a.html": "",
        },
        { "api/pages/a.html": "x" },
      ],
    ],
  ],
  [
    "dotnet",
    [
      ["the version of the SDK", {}, () => setEnvironment({ SDK: "8.0.200" })],
      [
        "a project that is referred to, however far",
        {
          "api/Api.csproj": csproj('<ProjectReference Include="..\\b\\B.csproj" />'),
          "b/B.csproj": csproj('<ProjectReference Include="../c/C.csproj"></ProjectReference>'),
          "c/C.csproj": csproj(),
          "c/C.cs": "",
        },
        { "c/C.cs": "// x" },
      ],
      ["a new file of settings above", {}, { "Directory.Build.props": "<Project />" }],
      [
        "the version of a package, above",
        { "Directory.Packages.props": "" },
        { "Directory.Packages.props": " " },
      ],
      ["the sources of packages", {}, { "nuget.config": "x" }],
      ["the commit", { ".git/HEAD": "ref: refs/heads/a" }, { ".git/refs/heads/a": "1234" }],
      [
        "the commit of a worktree",
        {
          ".git": "gitdir: g/w",
          "g/w/HEAD": "ref: refs/heads/a",
          "g/w/commondir": "..",
          "g/refs/heads/a": "1",
        },
        { "g/refs/heads/a": "2" },
      ],
      ["a property in the environment", {}, () => setEnvironment({ VersionSuffix: "beta" })],
      ["a setting of the SDK", {}, () => setEnvironment({ DOTNET_ROLL_FORWARD: "Major" })],
      ["a folder that is called like the outputs", { "api/x/bin/a.txt": "" }, { "api/x/bin/a.txt": "x" }],
    ],
  ],
  [
    "java",
    [
      ["the version of Gradle or Java", {}, () => setEnvironment({ GRADLE: "8.6" })],
      ["the options of Java", {}, () => setEnvironment({ JAVA_TOOL_OPTIONS: "-Dx=1" })],
      ["the settings of the user", {}, { "home/gradle.properties": "x=1" }],
      [
        "a package that is called like the outputs",
        { "api/src/build/A.java": "" },
        { "api/src/build/A.java": "x" },
      ],
      ["a part of the project", { "api/b/build.gradle": "", "api/b/B.java": "" }, { "api/b/B.java": "x" }],
    ],
  ],
])("The result of a build is built again after a change of: %s", (name, dependencies) => {
  test.each(dependencies.map(([what, before, change]) => ({ what, before, change })))(
    "$what",
    ({ before, change }) => {
      const { app, build } = project(languages[name], before);
      if ("go.work" in before) write(app, { "go-env.json": goSettings({ GOWORK: join(app, "go.work") }) });
      expect([build().builds, build().builds]).toEqual([1, 0]);
      if (typeof change === "function") change();
      else write(app, change);
      expect(build().builds).toBe(1);
    },
  );
});

const withText = (text: string): Files => ({ "api/build.gradle": `${gradleScript}${text}` });
const withItem = (text: string): Files => ({ "api/Api.csproj": csproj(text) });
const withGo = (settings: object): Files => ({ "go-env.json": goSettings(settings) });

describe("The result of a build is not kept if its inputs cannot be determined", () => {
  test.each<[keyof typeof languages, string, Files]>([
    ["go", "packages of GOPATH", withGo({ GO111MODULE: "off" })],
    ["go", "a Go of a checkout", withGo({ GOVERSION: "devel go1.25-abc" })],
    ["go", "a flag that names a file", withGo({ GOFLAGS: "-mod=mod -overlay=/tmp/x.json" })],
    ["go", "settings that are not told", { "go-env.json": "oops" }],
    ["go", "a module that is not there", { "api/go.mod": "module a\nreplace b => ../b" }],
    ["go", "an import from node_modules", { "api/main.go": 'import "a/node_modules/b"' }],
    [
      "go",
      "files of node_modules that are embedded",
      { "api/main.go": "package main\n//go:embed all:*\nvar f embed.FS", "api/node_modules/x/a.js": "" },
    ],
    [
      "go",
      "files of node_modules that are embedded by a pattern",
      { "api/web/w.go": "package web\n//go:embed a.txt node*/x\nvar f", "api/web/node_modules/x": "" },
    ],
    ["dotnet", "a source above the folder", withItem('<Compile Include="..\\shared\\*.cs" />')],
    ["dotnet", "a path in references", withItem('<Compile Include="&#46;.\\shared\\*.cs" />')],
    [
      "dotnet",
      "a path in CDATA",
      withItem("<Compile><Include><![CDATA[.]]>./shared/*.cs</Include></Compile>"),
    ],
    [
      "dotnet",
      "a command between texts that look like a comment",
      withItem('<A><![CDATA[<!--]]></A><Exec Command="date" /><A><![CDATA[-->]]></A>'),
    ],
    ["dotnet", "a source anywhere", withItem('<Compile Include="/srv/shared/A.cs" />')],
    ["dotnet", "a path in a variable", withItem('<Compile Include="$(HOME)/A.cs" />')],
    ["dotnet", "a computed property", withItem('<A B="$([System.DateTime]::Now)" />')],
    ["dotnet", "a command", withItem('<Target Name="x"><Exec Command="date" /></Target>')],
    ["dotnet", "a floating version", withItem('<PackageReference Include="A" Version="2.*" />')],
    ["dotnet", "a floating version of its own line", withItem("<Version>1.*</Version>")],
    ["dotnet", "a version of the history", withItem('<PackageReference Include="MinVer" Version="5.0.0" />')],
    ["dotnet", "projects that are not named", withItem('<ProjectReference Include="../*/*.csproj" />')],
    ["dotnet", "settings above that name others", { "Directory.Build.props": '<Import Project="x" />' }],
    ["dotnet", "options above", { "Directory.Build.rsp": "-p:A=1" }],
    ["dotnet", "a solution", { "api/Api.sln": "" }],
    ["dotnet", "another SDK", { "api/Api.csproj": '<Project Sdk="My.Sdk/1.0" />' }],
    ["dotnet", "submodules", { ".git/HEAD": "1234", ".gitmodules": "" }],
    ["java", "a variable of the environment", withText('def a = System.getenv("A")')],
    ["java", "a file above the folder", withText("sourceSets { main { java { srcDir '../shared' } } }")],
    ["java", "a text with a value", withText('description = "$now"')],
    ["java", "another script", withText("apply from: 'https://example.com/a.gradle'")],
    [
      "java",
      "a plugin that may do anything",
      withText("apply plugin: 'com.gorylenko.gradle-git-properties'"),
    ],
    ["java", "a version of any kind", withText("dependencies { implementation 'a:b:1.+' }")],
    ["java", "a range of versions", withText("dependencies { implementation 'a:b:[1.0,2.0)' }")],
    ["java", "a snapshot in the catalog", { "api/gradle/libs.versions.toml": 'a = "1.0-SNAPSHOT"' }],
    ["java", "a build in another folder", { "api/settings.gradle": "includeBuild '../b'" }],
    ["java", "code of the build", { "api/buildSrc/A.java": "" }],
    ["java", "a script of the user", { "home/init.d/a.gradle": "" }],
    [
      "java",
      "a script of a part of the project",
      { "api/b/build.gradle.kts": 'exec { commandLine("date") }' },
    ],
  ])("%s: %s", (name, _what, files) => {
    const { app, build } = project(languages[name], files);
    expect([build().builds, build().builds]).toEqual([1, 1]);
    expect(existsSync(cacheOf(app))).toBe(false);
  });

  test("java: a part of a larger project", () => {
    const { app, build } = project(java, { "settings.gradle": "" });
    rmSync(join(app, "api/settings.gradle"));
    expect([build().builds, build().builds]).toEqual([1, 1]);
  });

  test.each([go, dotnet])("the output is below the sources", (language) => {
    const { app, build } = project(language);
    const outDir = join(app, "api/out/a");
    expect([build({ outDir }).builds, build({ outDir }).builds]).toEqual([1, 1]);
    expect(existsSync(dirname(outDir))).toBe(true);
  });

  test("an unknown version of the program", () => {
    const { build } = project({ ...java, script: java.script.replace("echo", ":") });
    expect([build().builds, build().builds]).toEqual([1, 1]);
  });
});
