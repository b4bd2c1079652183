/** @group processes */

import { existsSync, readFileSync } from "node:fs";
import { expectOutputOf } from "../../support/output-schema";
import { cleanUp, Project } from "../support/cli";

afterAll(cleanUp);

const stacks = {
  "dev-notes-Main": { settings: { app: "notes", stage: "dev" }, resources: { r: { input: "1" } } },
};

/** Makes the app write its environment to a file, and returns the content of that file. */
async function environmentOfApp(
  project: Project,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<NodeJS.ProcessEnv> {
  project.write("before.js", `require("node:fs").writeFileSync("app-env.json", JSON.stringify(process.env))`);
  const { code, stderr } = await project.run(args, environment);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(readFileSync(project.path("app-env.json"), "utf8"));
}

describe("the app command", () => {
  test("gets the variables that cdktf sets", async () => {
    const project = new Project(stacks, {
      context: { serverform: { name: "notes" } },
      terraformModules: ["./modules/own", "terraform-aws-modules/vpc/aws@5.0.0"],
    });
    // Without the options of the tests' own processes.
    expect(await environmentOfApp(project, ["build"], { NODE_OPTIONS: undefined })).toMatchObject({
      CDKTF_OUTDIR: "cdktf.out",
      CDKTF_CONTEXT_JSON: JSON.stringify({
        serverform: { name: "notes" },
        cdktfRelativeModules: ["./modules/own"],
      }),
      CDKTF_CONTINUE_SYNTH_ON_ERROR_ANNOTATIONS: "true",
      NODE_OPTIONS: "--max-old-space-size=4096",
    });
  });

  test("gets the options as environment variables", async () => {
    const role = "arn:aws:iam::123456789012:role/deployer";
    const options = ["--region", "eu-west-1", "--profile", "work", "--role-arn", role];
    const environment = await environmentOfApp(
      new Project(stacks),
      ["deploy", "--yes", "--stage", "dev", ...options],
      {
        AWS_ACCESS_KEY_ID: "key",
      },
    );
    expect(environment).toMatchObject({
      SERVERFORM_STAGE: "dev",
      SERVERFORM_REGION: "eu-west-1",
      SERVERFORM_ROLE_ARN: role,
      SERVERFORM_CALLER_ACCOUNT: "123456789012",
      SERVERFORM_PROFILE: "work",
      AWS_PROFILE: "work",
    });
    expect(environment.AWS_ACCESS_KEY_ID).toBeUndefined();
  });

  test("gets no Terraform variables, and uses colours in a terminal only", async () => {
    const environment = await environmentOfApp(new Project(stacks), ["build"], { TF_VAR_secret: "x" });
    expect(environment.TF_VAR_secret).toBeUndefined();
    expect(environment.NO_COLOR).toBe("1");
  });

  test("gets the variables of .env files; specific files and existing variables take precedence", async () => {
    const project = new Project(stacks);
    project.write(".env", "A=env\nB=env\nC=env\nD=env\nE=env\n");
    project.write(".env.local", "A=local\nB=local\nC=local\n");
    project.write(".env.dev", "A=dev\nB=dev\n");
    project.write(".env.dev.local", "A=dev-local\nF=$E-$$\n");
    project.write(".env.prod", "A=prod\n");
    const environment = await environmentOfApp(project, ["build", "--stage", "dev"], { D: "" });
    expect(environment).toMatchObject({ A: "dev-local", B: "dev", C: "local", D: "", E: "env", F: "env-$$" });
  });

  test("runs in the folder of cdktf.json, even if the command was started in a subfolder", async () => {
    const project = new Project(stacks);
    project.write("src/deep/file", "");
    const { code, stdout } = await project.run(["build"], {}, "src/deep");
    expect(code).toBe(0);
    expect(stdout).toContain("Built 1 stack in cdktf.out.");
  });

  test("is the value of --app if that is set", async () => {
    const project = new Project(stacks, { app: "exit 7" });
    expect((await project.run(["build", "--app", "node main.js"])).code).toBe(0);
  });

  test("may print output and warnings", async () => {
    const project = new Project({ "dev-x": { warning: "Old construct." } });
    project.write("before.js", `console.log("hello"); console.error("careful");`);
    const { stdout, stderr } = await project.run(["build"]);
    expect(stdout).toContain("hello\n");
    expect(stderr).toBe("careful\nWarning: dev-x: Old construct.\n");
  });
});

describe("a failing app", () => {
  test("prints only the message of a library error", async () => {
    const project = new Project(stacks);
    project.write(
      "before.js",
      `class ServerformError extends Error { name = "ServerformError"; code = "route-invalid" }
       throw new ServerformError("dev-notes-Main/Api: routes is 1.\\n  Write an object.\\n  [route-invalid]");`,
    );
    expect(await project.run(["build"])).toEqual({
      code: 1,
      stdout: "Stage: dev\n",
      stderr: "dev-notes-Main/Api: routes is 1.\n  Write an object.\n  [route-invalid]\n",
    });
  });

  test("gives the parts of its errors to a program with --json", async () => {
    const project = new Project(stacks);
    const parts = { code: "route-invalid", path: "dev-notes-Main/Api", prop: "routes", value: 1 };
    const message = "dev-notes-Main/Api: routes is 1.\n  Write an object.\n  [route-invalid]";
    const described = { ...parts, problem: "is 1.", remedy: "Write an object.", message };
    project.write(
      "before.js",
      `require("node:fs").writeFileSync(process.env.SERVERFORM_PROBLEMS_FILE, ${JSON.stringify(JSON.stringify([described]))});
       class ServerformError extends Error { name = "ServerformError" }
       throw new ServerformError(${JSON.stringify(message)});`,
    );
    const { code, stdout, stderr } = await project.run(["build", "--json"]);
    expect([code, stderr]).toEqual([1, `Stage: dev\n${message}\n`]);
    expectOutputOf("error", stdout);
    expect(JSON.parse(stdout)).toEqual({ event: "error", errors: [described] });
  });

  test("prints the command, the message and the line in the project for any other error", async () => {
    const project = new Project(stacks);
    project.write("before.js", `\n\nthrow new TypeError("boom");`);
    const { code, stderr } = await project.run(["build"]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^cdktf\.json: app is "sh app\.sh", which failed \(exit code 1\)\./);
    expect(stderr).toContain("TypeError: boom\n      at Object.<anonymous> (before.js:3:7)\n");
    expect(stderr).not.toContain("node:internal");
    expect(stderr).toContain("[app-failed]");
  });

  test("shows the call stack with --verbose", async () => {
    const project = new Project(stacks);
    project.write("before.js", `throw new TypeError("boom");`);
    expect((await project.run(["build", "--verbose"])).stderr).toContain("node:internal");
  });

  test("keeps the output of its last successful run", async () => {
    const project = new Project(stacks);
    await project.run(["build"]);
    const file = project.path("cdktf.out/stacks/dev-notes-Main/cdk.tf.json");
    const before = readFileSync(file, "utf8");
    project.write("before.js", "process.exit(2)");
    expect((await project.run(["deploy", "--yes", "--stage", "dev"])).code).toBe(1);
    expect(readFileSync(file, "utf8")).toBe(before);
    expect(existsSync(project.path("terraform.dev-notes-Main.tfstate"))).toBe(false);
  });

  test("does not deploy old output if it does not call synth", async () => {
    const project = new Project(stacks);
    await project.run(["build"]);
    const { code, stderr } = await project.run(["deploy", "--yes", "--stage", "dev", "--app", "node -e 0"]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/Call app\.synth\(\).*\[app-wrote-nothing\]/s);
  });

  test("stops at an error annotation and prints it", async () => {
    const project = new Project({ "dev-x": { error: "No such thing." } });
    expect(await project.run(["deploy", "--yes", "--stage", "dev"])).toMatchObject({
      code: 1,
      stderr: "dev-x: No such thing.\n",
    });
  });
});
