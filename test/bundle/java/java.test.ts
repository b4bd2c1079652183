/** @group processes */

import { strToU8, zipSync } from "fflate";
import { bundleArtifacts, type JavaArtifact } from "../../../lib/bundle";
import { base, fakePrograms, filesIn, folderWith, messages, noPrograms } from "../support";

const zip = zipSync({ "lib/api.jar": strToU8("jar"), "Handler.class": strToU8("class") });
const files = { "api/build.gradle": "", "api/ready.zip": zip };

/** Makes the zip where Gradle's plugins do. */
const build = "mkdir -p build/distributions && cp ready.zip build/distributions/api.zip";

/** The tasks that Gradle ran, except for its version. */
const builds = (calls: () => string[]) => calls().filter((call) => call !== "gradle --version");

const artifactOf = (app: string, more: Partial<JavaArtifact> = {}): JavaArtifact => ({
  ...base(app, "java", "Handler::handle"),
  kind: "java",
  srcPath: "api",
  runtime: "java21",
  buildTask: "build",
  buildOutputDir: "distributions",
  ...more,
});

describe("Java artifacts", () => {
  test("are what is in the zip that Gradle builds", () => {
    const calls = fakePrograms({ gradle: build });
    const artifact = artifactOf(folderWith(files));
    expect(messages(bundleArtifacts([artifact]))).toEqual([]);
    expect(filesIn(artifact.outDir)).toEqual(["Handler.class", "lib/api.jar"]);
    expect(builds(calls)).toEqual(["gradle build"]);
  });

  test("are built by the wrapper of the project, which need not be executable", () => {
    const calls = fakePrograms({ gradle: "exit 1" });
    const app = folderWith({ ...files, "api/gradlew": `echo "$@" > told\n${build}` });
    const artifact = artifactOf(app);
    expect(messages(bundleArtifacts([artifact]))).toEqual([]);
    expect([filesIn(`${app}/api`).includes("told"), calls()]).toEqual([true, []]);
  });

  test("are built by the task, and taken from the folder, that they name", () => {
    const calls = fakePrograms({ gradle: "mkdir -p build/zips && cp ready.zip build/zips/" });
    const artifact = artifactOf(folderWith(files), { buildTask: "packageZip", buildOutputDir: "zips" });
    expect(messages(bundleArtifacts([artifact]))).toEqual([]);
    expect(builds(calls)).toEqual(["gradle packageZip"]);
  });

  test("without a zip are reported", () => {
    fakePrograms({ gradle: "mkdir -p build/distributions" });
    const app = folderWith(files);
    expect(messages(bundleArtifacts([artifactOf(app)]))).toEqual([
      expect.stringContaining(
        `runtime is "java21", but the build did not create a zip in ${app}/api/build/distributions.`,
      ),
    ]);
    expect(messages(bundleArtifacts([artifactOf(app)]))[0]).toContain("[build-output-missing]");
  });

  test("that do not compile are reported with the compiler's words", () => {
    fakePrograms({ gradle: "echo 'Handler.java:3: error'; exit 1" });
    const [message] = messages(bundleArtifacts([artifactOf(folderWith(files))]));
    expect(message).toMatch(
      /handler is built by "gradle build", which failed .*Handler\.java:3: error.*\[build-failed\]/s,
    );
  });

  test("need a build file", () => {
    const [message] = messages(bundleArtifacts([artifactOf(folderWith({ "api/Handler.java": "" }))]));
    expect(message).toContain('srcPath is "api", which has no build.gradle or build.gradle.kts.');
  });

  test("need Gradle or its wrapper", () => {
    noPrograms();
    const [message] = messages(bundleArtifacts([artifactOf(folderWith(files))]));
    expect(message).toContain("which needs gradle, but gradle is not installed on this machine.");
  });
});
