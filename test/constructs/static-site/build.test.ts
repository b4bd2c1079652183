/** @group processes */

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { StaticSite, type StaticSiteProps } from "../../../lib";
import { App, Stack } from "../../../lib/kit/app";
import { temporaryFolder } from "../../support/stack";
import { failure } from "../api/support/api";

/** A project with a site whose build counts how often it runs. */
class SiteProject {
  readonly root = temporaryFolder();

  constructor() {
    this.write("cdktf.json", '{ "language": "typescript", "app": "none" }');
    this.write("web/src/page.txt", "first");
    const script = [
      'const fs = require("fs");',
      'fs.mkdirSync("dist", { recursive: true });',
      'fs.writeFileSync("dist/index.html", fs.readFileSync("src/page.txt", "utf8") + process.env.MODE);',
      'fs.appendFileSync("../runs", "x");',
    ];
    this.write("web/build.cjs", script.join("\n"));
  }

  write(name: string, text: string): void {
    mkdirSync(dirname(join(this.root, name)), { recursive: true });
    writeFileSync(join(this.root, name), text);
  }

  /** How often the site was built. */
  get runs(): number {
    const file = join(this.root, "runs");
    return existsSync(file) ? readFileSync(file, "utf8").length : 0;
  }

  /** Synthesizes the app and returns the configuration. */
  synth(props: Partial<StaticSiteProps> = {}): {
    readonly resource: Record<string, Record<string, Record<string, unknown>>>;
  } {
    process.chdir(this.root);
    const app = new App({
      name: "notes",
      stage: "dev",
      region: "us-east-1",
      outdir: join(this.root, "cdktf.out"),
    });
    new StaticSite(new Stack(app, "Main"), "Web", {
      path: "web",
      buildCommand: `${JSON.stringify(process.execPath)} build.cjs`,
      buildOutput: "dist",
      environment: { MODE: "test" },
      ...props,
    });
    app.synth();
    return JSON.parse(readFileSync(join(app.outdir, "stacks/dev-notes-Main/cdk.tf.json"), "utf8"));
  }
}

describe("the build of a site", () => {
  let project: SiteProject;

  beforeEach(() => {
    process.env.SERVERFORM_BUNDLES_FILE = join(temporaryFolder(), "bundles.json");
    project = new SiteProject();
  });
  afterEach(() => {
    delete process.env.SERVERFORM_BUNDLES_FILE;
    delete process.env.SERVERFORM_FORCE_BUILD;
  });

  test("sees its variables, and its files are uploaded", () => {
    const [object] = Object.values(project.synth().resource.aws_s3_object ?? {});
    const source = String(object?.source).replace(
      "${path.module}",
      join(project.root, "cdktf.out/stacks/dev-notes-Main"),
    );
    expect(readFileSync(source, "utf8")).toBe("firsttest");
  });

  test("is not repeated while sources, command, variables and output are unchanged", () => {
    const builds = (change: () => unknown, props?: Partial<StaticSiteProps>) => {
      const before = project.runs;
      change();
      project.synth(props);
      return project.runs - before;
    };
    const nothing = () => {};
    expect(builds(nothing)).toBe(1);
    expect(builds(nothing)).toBe(0);
    expect(builds(() => project.write("web/node_modules/a/index.js", "a"))).toBe(0);
    expect(builds(() => project.write("web/src/page.txt", "second"))).toBe(1);
    expect(builds(() => project.write("web/package-lock.json", "{}"))).toBe(1);
    expect(builds(() => project.write("web/dist/index.html", "changed"))).toBe(1);
    expect(builds(() => rmSync(join(project.root, "web/dist"), { recursive: true }))).toBe(1);
    expect(builds(nothing, { environment: { MODE: "other" } })).toBe(1);
    process.env.SERVERFORM_FORCE_BUILD = "1";
    expect(builds(nothing, { environment: { MODE: "other" } })).toBe(1);
  });

  test("that fails shows its last 30 lines, and the former output stays", () => {
    project.synth();
    const before = readFileSync(join(project.root, "cdktf.out/stacks/dev-notes-Main/cdk.tf.json"), "utf8");
    project.write(
      "web/build.cjs",
      'for (let i = 1; i <= 40; i += 1) console.error("line " + i);\nprocess.exit(3);',
    );
    const error = failure(() => project.synth());
    expect(error).toMatchObject({ code: "site-build-failed", prop: "buildCommand" });
    expect(error.message).toMatch(
      /which ended with status 3\. Its last lines:\n {2}line 11\n[\s\S]* {2}line 40\n/,
    );
    expect(error.message).not.toContain("line 10\n");
    expect(readFileSync(join(project.root, "cdktf.out/stacks/dev-notes-Main/cdk.tf.json"), "utf8")).toBe(
      before,
    );
  });

  test("that fails on this machine does not stop the app: a page shows the error", () => {
    project.write("web/build.cjs", 'console.error("no <style> ${here}");\nprocess.exit(3);');
    process.env.SERVERFORM_LOCAL = "true";
    try {
      const { resource } = project.synth();
      const objects = Object.values(resource.aws_s3_object ?? {});
      expect(objects).toMatchObject([
        { key: "index.html", content: expect.stringContaining("which ended with status 3") },
      ]);
      expect(objects[0]?.content).toContain("no &lt;style> $${here}");
      // The next build that works is served.
      project.write(
        "web/build.cjs",
        'require("fs").mkdirSync("dist", { recursive: true }); require("fs").writeFileSync("dist/index.html", "ok");',
      );
      expect(Object.values(project.synth().resource.aws_s3_object ?? {})[0]?.source).toBeDefined();
    } finally {
      delete process.env.SERVERFORM_LOCAL;
    }
  });

  test("that makes no output says where it was looked for", () => {
    const buildCommand = `${JSON.stringify(process.execPath)} -e 0`;
    expect(failure(() => project.synth({ buildCommand }))).toMatchObject({
      code: "site-output-missing",
      prop: "buildOutput",
      message: expect.stringContaining(join(project.root, "web/dist")),
    });
  });

  test("leaves files of earlier deployments when purgeFiles is false", () => {
    const { resource } = project.synth({ purgeFiles: false });
    const objects = Object.values(resource.aws_s3_object ?? {});
    const archive = objects.find(({ key }) => key !== "index.html");
    expect(objects.length).toBe(2);
    // The access block of the files and that of the archives, which the public cannot read either.
    for (const type of ["aws_s3_bucket", "aws_s3_bucket_public_access_block", "aws_s3_bucket_policy"])
      expect(Object.keys(resource[type] ?? {})).toHaveLength(2);
    expect(archive?.key).toMatch(/^[0-9a-f]{32}\.zip$/);
    expect(
      existsSync(
        String(archive?.source).replace(
          "${path.module}",
          join(project.root, "cdktf.out/stacks/dev-notes-Main"),
        ),
      ),
    ).toBe(true);
    const invocations = Object.entries(resource.aws_lambda_invocation ?? {});
    const find = (id: string) => invocations.find(([name]) => name.startsWith(`Web_${id}_`)) ?? [];
    const [[publication, published], [withdrawal, withdrawn]] = [find("Publication"), find("Withdrawal")];
    expect(published?.input).toContain(`"keys":["${archive?.key}"]`);
    expect(published?.depends_on).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^aws_s3_object\.Web_Archives_Archive_1_/),
        `aws_lambda_invocation.${withdrawal}`,
      ]),
    );
    expect(withdrawn).toMatchObject({ lifecycle_scope: "CRUD" });
    const [distribution] = Object.values(resource.aws_cloudfront_distribution ?? {});
    expect(distribution?.depends_on).toContainEqual(`aws_lambda_invocation.${publication}`);
    const origins = distribution?.origin as readonly Record<string, unknown>[];
    expect(origins.map(({ origin_path: path }) => path)).toEqual([
      undefined,
      expect.stringMatching(/^\/\.serverform-[0-9a-f]{8}$/),
    ]);
    expect(distribution?.origin_group).toMatchObject([
      { failover_criteria: { status_codes: [403, 404] }, origin_id: "files-or-former-files" },
    ]);
  });
});
