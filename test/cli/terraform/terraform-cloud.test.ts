/** @group processes */

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { compiledCommandLine } from "../../support/compiled";
import { cleanUp, type FixtureStack, Project, type Run } from "../support/cli";
import { terminalUser } from "../support/terminal-user";
import { type CloudOptions, TerraformCloud } from "../support/terraform-cloud";

const clouds: TerraformCloud[] = [];

// A run mostly waits: Terraform asks every second how far it is. So the tests run in parallel, and are in one block: jest runs
// only the tests of one block in parallel.
afterAll(async () => {
  const unknown = clouds.flatMap((cloud) => cloud.unknown);
  await Promise.all(clouds.splice(0).map((cloud) => cloud.stop()));
  cleanUp();
  expect(unknown).toEqual([]);
});

/** Go takes SSL_CERT_FILE on Linux only; elsewhere Terraform would not trust the stand-in. */
const canRun =
  process.platform === "linux" &&
  ["terraform", "openssl"].every((name) => spawnSync(name, ["version"], { stdio: "ignore" }).status === 0);

const describeCloud = canRun ? describe : describe.skip;

/** A project whose stacks are workspaces of a stand-in. */
async function openCloud(stacks: Readonly<Record<string, FixtureStack>>, options: CloudOptions = {}) {
  const cloud = await TerraformCloud.start(options);
  clouds.push(cloud);
  const project = new Project(stacks);
  Object.assign(project.environment, cloud.environment(), { FIXTURE_CLOUD: JSON.stringify(cloud.settings) });
  const run = (...args: string[]): Promise<Run> => project.run([...args, "--stage", "dev"]);
  /** Runs a command in a terminal, where a user gives this answer to each question. */
  const runAnswering = (answer: string, ...args: string[]): Promise<Run> => {
    const program = ["--require", project.write("user.js", terminalUser), ...compiledCommandLine()];
    return project.run([...args, "--stage", "dev"], { FIXTURE_ANSWER: answer, NO_COLOR: "1" }, ".", program);
  };
  return { cloud, project, run, runAnswering };
}

const one = (resources: FixtureStack["resources"], outputs: FixtureStack["outputs"] = {}) => ({
  "dev-a": { resources, outputs },
});

type Mode = readonly [name: string, options: CloudOptions];

const modes: readonly Mode[] = [
  ["remote execution", { execution: "remote" }],
  ["local execution", { execution: "local" }],
];

/** Modes in which the output of remote runs differs. */
const variants: readonly Mode[] = [
  ["remote execution with logs of text", { execution: "remote", structured: false }],
  ["remote execution without the right to read plans as JSON", { execution: "remote", readsPlans: false }],
];

/** Begins to deploy a resource whose creation ends only when a file exists. */
async function deploySlowly(options?: Parameters<typeof openCloud>[1]) {
  const opened = await openCloud({}, options);
  const { project } = opened;
  const command = `touch ${project.path("creating")}; while [ -e ${project.path("cdktf.json")} ] && [ ! -e ${project.path("finish")} ]; do sleep 0.05; done`;
  project.declare(one({ r: { input: "1", command } }));
  const running = project.start(["deploy", "--stage", "dev", "--yes"]);
  await running.writes(project.path("creating"));
  return { ...opened, running };
}

describeCloud("Terraform Cloud:", () => {
  test.concurrent.each([...modes, ...variants])(
    "with %s deploys, shows changes, and removes",
    async (_, options) => {
      const first = one(
        { r: { input: "1", command: "echo made it" }, old: { input: "1" } },
        { a: { of: "r" } },
      );
      const { cloud, project, run } = await openCloud(first, options);
      const deployed = await run("deploy", "--yes");
      expect(deployed).toMatchObject({ code: 0, stderr: "" });
      expect(deployed.stdout).toMatch(/Status: deployed \(2 added, 0 changed, 0 destroyed, /);
      expect(deployed.stdout).toContain("    a: 1\n");
      expect(deployed.stdout).toContain("dev-a  terraform_data.r: made it\n");
      expect(cloud.workspace("dev-a").lockedBy).toBeUndefined();

      project.declare(one({ r: { input: "2" }, new: { input: "1" } }, { a: { of: "r" } }));
      const diff = await run("diff");
      expect(diff.code).toBe(0);
      for (const line of [
        "~ terraform_data.r",
        "+ terraform_data.new",
        "- terraform_data.old",
        "~ outputs: a",
      ])
        expect(diff.stdout).toContain(`  ${line}\n`);
      expect(diff.stdout.includes('input: "1" -> "2"')).toBe(options.readsPlans !== false);
      expect(diff.stdout).toContain("Plan: 1 to add, 1 to change, 1 to destroy.");

      // A removal reads no plan.
      if (options.readsPlans === false) return;
      const removed = await run("remove", "--yes");
      expect(removed.code).toBe(0);
      expect(removed.stdout).toMatch(/Status: removed \(0 added, 0 changed, 2 destroyed, /);
      expect(existsSync(project.path("cdktf.out/stacks/dev-a/serverform.tfplan"))).toBe(false);
      expect([...cloud.workspaces.keys()]).toEqual(["dev-a"]);
    },
  );

  test.concurrent.each(modes)(
    "with %s deploys a change, and shows no changes afterwards",
    async (_, options) => {
      const first = one({ r: { input: "1" }, old: { input: "1" } }, { a: { of: "r" } });
      const { project, run } = await openCloud(first, options);
      const diffOfFirst = await run("diff");
      expect(diffOfFirst.stdout).toContain("Plan: 2 to add, 0 to change, 0 to destroy.");
      expect(diffOfFirst.stdout).toContain("1 of 1 stack would change.");
      const deployed = await run("deploy", "--yes");
      expect(deployed.code).toBe(0);
      // Only a run of the service has an address.
      const address = /^dev-a {2}https:\/\/localhost:\d+\/app\/acme\/dev-a\/runs\/run-\d+$/m;
      expect(address.test(deployed.stdout)).toBe(options.execution === "remote");
      expect(deployed.stdout).toMatch(/^dev-a {2}created terraform_data\.r( \(\d+ s\))?$/m);
      const repeated = await run("deploy", "--yes");
      expect(repeated.code).toBe(0);
      expect(repeated.stdout).toContain("Status: no changes (0 added");
      expect(repeated.stdout).toContain("    a: 1\n");

      project.declare(one({ r: { input: "2" }, new: { input: "1" } }, { a: { of: "r" } }));
      const changed = await run("deploy", "--yes");
      expect(changed.stdout).toMatch(/Status: deployed \(1 added, 1 changed, 1 destroyed, /);
      expect(changed.stdout).toContain("    a: 2\n");
    },
  );

  test.concurrent.each([...modes, ...variants.slice(0, 1)])(
    "with %s reports the errors of a failed run, with construct path and exit status 1",
    async (_, options) => {
      const { run } = await openCloud(
        one({ good: { input: "1" }, bad: { command: "echo no disk >&2; exit 1" } }),
        options,
      );
      const { code, stdout } = await run("deploy", "--yes");
      expect(code).toBe(1);
      expect(stdout).toMatch(/Status: failed \(\d added, 0 changed, 0 destroyed/);
      expect(stdout).toContain("Error: dev-a/bad (terraform_data.bad): local-exec provisioner error");
      expect(stdout).toContain("no disk");
      expect(stdout).not.toMatch(/ended with exit code|[│╷╵]/);
    },
  );

  test.concurrent.each(modes)("with %s reports a plan that fails, without a question", async (_, options) => {
    const { run } = await openCloud(one({ r: { precondition: "Never." } }), options);
    for (const command of [["diff"], ["deploy", "--yes"]]) {
      const { code, stdout } = await run(...command);
      expect(code).toBe(1);
      expect(stdout).toContain("Error: dev-a/r (terraform_data.r): Resource precondition failed\n");
      expect(stdout).toContain("Never.");
    }
  });

  test.concurrent.each(modes)("with %s asks about the plan that it then applies", async (_, options) => {
    const { cloud, project, run, runAnswering } = await openCloud(one({ r: { input: "1" } }), options);
    const refused = await runAnswering("no", "deploy");
    expect(refused.stdout).toContain("  + terraform_data.r\n  Plan: 1 to add, 0 to change, 0 to destroy.\n");
    expect(refused.stdout).toContain("Status: not deployed");
    expect(cloud.workspace("dev-a").state).toBeUndefined();
    const approved = await runAnswering("yes", "deploy");
    expect(approved.stdout).toMatch(/Status: deployed \(1 added, 0 changed, 0 destroyed, /);
    expect(approved.code).toBe(0);
    // What follows is the same with local execution as without a service: see the tests of deploy and remove.
    if (options.execution !== "remote") return;

    // Nothing to ask about: the answer would be no.
    expect((await runAnswering("no", "deploy")).stdout).toContain("Status: no changes");
    project.declare(one({ r: { input: "2" } }));
    const changed = await runAnswering("yes", "deploy");
    expect(changed.stdout).toContain("  Plan: 0 to add, 1 to change, 0 to destroy.\n");
    expect(changed.stdout).toMatch(/Status: deployed \(0 added, 1 changed, 0 destroyed, /);
    expect((await runAnswering("no", "remove")).stdout).toContain("Remove it? (yes/no)");
    expect((await run("diff")).stdout).toContain("  No changes.\n\n0 of 1 stack would change.\n");
    const applied = cloud.runs.of(cloud.workspace("dev-a")).filter(({ status }) => status === "applied");
    expect(applied).toHaveLength(2);
  });

  test.concurrent.each([...modes, ...variants.slice(1)])(
    "with %s applies the plan that diff --out has saved, once",
    async (_, options) => {
      const { cloud, project, run } = await openCloud(
        one({ r: { input: "1" } }, { a: { of: "r" } }),
        options,
      );
      expect((await run("diff", "--out", "plan.json")).stdout).toContain(
        "Saved the plans of dev-a: plan.json\n",
      );
      const { runs } = cloud;
      const planned = runs.of(cloud.workspace("dev-a")).length;
      const deployed = await run("deploy", "--plan", "plan.json", "--yes");
      expect([deployed.code, deployed.stderr]).toEqual([0, ""]);
      expect(deployed.stdout).toMatch(/Status: deployed \(1 added, 0 changed, 0 destroyed, /);
      expect(deployed.stdout).toContain("    a: 1\n");
      // Another run would be another plan.
      expect(runs.of(cloud.workspace("dev-a"))).toHaveLength(planned);
      // With remote execution, the service makes sure that a plan is applied once; otherwise see the tests of deploy.
      if (options.execution !== "remote" || options.readsPlans === false) return;
      const again = await run("deploy", "--plan", "plan.json", "--yes");
      expect([again.code, again.stdout]).toEqual([
        1,
        expect.stringMatching(/Status: failed[\s\S]*(stale|applied|run)/),
      ]);

      project.declare(one({ r: { input: "2" } }));
      const differs = await run("deploy", "--plan", "plan.json", "--yes");
      expect([differs.code, differs.stderr]).toEqual([1, expect.stringContaining("another configuration")]);
    },
  );

  test.concurrent.each(modes)("with %s deploys code only where the plan can be read", async (_, options) => {
    const { cloud, run } = await openCloud(one({ r: { input: "1" } }), options);
    const { code, stdout, stderr } = await run("deploy", "--code-only", "--yes");
    expect([code, stderr]).toEqual([0, expect.stringContaining("Not deployed: terraform_data.r.")]);
    expect(stdout).toContain("Updated the code of 0 of 0 functions");
    expect(cloud.workspace("dev-a").state).toBeUndefined();
  });

  test.concurrent("without the right to read plans, deploy --code-only changes nothing and says why", async () => {
    const { cloud, run } = await openCloud(one({ r: { input: "1" } }), {
      execution: "remote",
      readsPlans: false,
    });
    const { code, stderr } = await run("deploy", "--code-only", "--yes");
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining("Terraform Cloud makes the plan of dev-a, which"),
    ]);
    expect(cloud.workspace("dev-a").state).toBeUndefined();
  });

  test.concurrent.each(modes)(
    "with %s ends with an error in a locked workspace, and says how to unlock it",
    async (_, options) => {
      const { cloud, run } = await openCloud(one({ r: { input: "1" } }), options);
      cloud.workspace("dev-a").lockedBy = "user";
      const { code, stdout } = await run("deploy", "--yes");
      expect(code).toBe(1);
      expect(stdout).toContain("terraform force-unlock acme/dev-a");
      expect(cloud.workspace("dev-a").state).toBeUndefined();
    },
  );

  test.concurrent("with the `remote` backend, which saves no plans, deploys, shows a diff, asks, and removes", async () => {
    const { cloud, project, run, runAnswering } = await openCloud(one({ r: { input: "1" } }));
    Object.assign(project.environment, { FIXTURE_CLOUD: "", FIXTURE_REMOTE: JSON.stringify(cloud.settings) });
    expect((await run("diff")).stdout).toContain("Plan: 1 to add, 0 to change, 0 to destroy.");
    const refused = await runAnswering("no", "deploy");
    expect(refused.stdout).toContain("  Plan: 1 to add, 0 to change, 0 to destroy.\n");
    expect(cloud.workspace("dev-a").state).toBeUndefined();
    const deployed = await runAnswering("yes", "deploy");
    expect(deployed.stdout).toMatch(/Status: deployed \(1 added, 0 changed, 0 destroyed, /);
    expect((await run("deploy", "--yes")).stdout).toContain("Status: no changes (0 added");
    const saved = await run("diff", "--out", "plan.json");
    expect(saved.stderr).toContain(
      'Without a plan: dev-a. The backend "remote" saves no plans of remote runs',
    );
    const removed = await run("remove", "--yes");
    expect(removed.stdout).toMatch(/Status: removed \(0 added, 0 changed, 1 destroyed, /);
    expect(removed.code).toBe(0);
  });

  test.concurrent("with a server that saves no plans, diff shows the text of its run, and leaves the workspace free", async () => {
    const { cloud, run } = await openCloud(one({ r: { input: "1" } }, { a: { of: "r" } }), {
      execution: "remote",
      savesPlans: false,
    });
    const diff = await run("diff");
    expect([diff.code, diff.stderr]).toEqual([0, ""]);
    expect(diff.stdout).toContain("Plan: 1 to add, 0 to change, 0 to destroy.");
    const statuses = () => cloud.runs.of(cloud.workspace("dev-a")).map(({ status }) => status);
    expect(statuses()).toEqual(["discarded"]);
    const deployed = await run("deploy", "--yes");
    expect(deployed.stdout).toMatch(/Status: deployed \(1 added, 0 changed, 0 destroyed, /);
    expect(statuses()).toEqual(["discarded", "discarded", "applied"]);
  });

  test.concurrent("a run is cancelled by an interrupt, which is not success", async () => {
    const { cloud, running } = await deploySlowly();
    if (running.child.pid !== undefined) process.kill(-running.child.pid, "SIGINT");
    const { code, stdout } = await running.ended;
    expect(code).toBe(130);
    expect(stdout).toContain("Status: failed");
    expect(stdout).toMatch(
      /It was interrupted or cancelled.*\n.*https:\/\/localhost:\d+\/app\/acme\/dev-a\/runs\/run-/,
    );
    expect(cloud.runs.of(cloud.workspace("dev-a")).map(({ status }) => status)).toEqual(["canceled"]);
  });

  test.concurrent("an interrupt of local execution is not success, and unlocks the workspace", async () => {
    const { cloud, running } = await deploySlowly({ execution: "local" });
    if (running.child.pid !== undefined) process.kill(-running.child.pid, "SIGINT");
    const { code, stdout } = await running.ended;
    expect(code).toBe(130);
    expect(stdout).toContain("Status: failed");
    expect(cloud.workspace("dev-a").lockedBy).toBeUndefined();
  });

  test.concurrent("a run that is cancelled in the browser is a failure", async () => {
    const { cloud, running } = await deploySlowly();
    for (const run of cloud.runs.of(cloud.workspace("dev-a"))) run.cancel();
    const { code, stdout } = await running.ended;
    expect(code).toBe(1);
    expect(stdout).toContain("Status: failed");
    expect(stdout).not.toContain("no changes");
  });

  test.concurrent("a run behind one of another user reports its owner, since when it waits, and where", async () => {
    const { cloud, project } = await openCloud(one({ r: { input: "1" } }));
    const other = cloud.runs.hold("run-other", cloud.workspace("dev-a"), "ada");
    const running = project.start(["deploy", "--stage", "dev", "--yes"]);
    const waits = new Promise<void>((done) => {
      running.child.stdout?.on("data", (data: Buffer) => {
        if (data.toString().includes("run-other")) done();
      });
    });
    await Promise.race([waits, running.ended]);
    other.cancel();
    cloud.runs.startWaiting();
    const { code, stdout } = await running.ended;
    const [line, ...more] = stdout.split("\n").filter((each) => each.includes("run-other"));
    expect(line).toMatch(
      /^dev-a {2}Waiting for run-other of ada \("Queued manually"\), which waits for its confirmation, since 2026-11-26T09:30:00\.000Z \(.+\): /,
    );
    expect(line).toContain(
      `: https://${cloud.host}/app/acme/workspaces/dev-a/runs/run-other Confirm or discard it there.`,
    );
    expect(more).toEqual([]);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/Status: deployed \(1 added, /)]);
  });

  test.concurrent("a run of a stack that reads another one waits for its first deployment", async () => {
    const { run } = await openCloud({
      "dev-data": { resources: { r: { input: "1" } } },
      "dev-api": { resources: { r: { reads: "dev-data.r" } } },
    });
    const { code, stdout } = await run("diff");
    expect(code).toBe(0);
    expect(stdout).toContain(
      "Cannot be planned yet: the stack reads outputs of dev-data that are not deployed.",
    );
    expect((await run("deploy", "--yes")).stdout).toContain("Deployed 2 of 2 stacks");
  });

  test.concurrent("a run is not begun when a workspace may not read the state of another one", async () => {
    const { cloud, run } = await openCloud({
      "dev-data": { resources: { r: { input: "1" } } },
      "dev-api": { resources: { r: { reads: "dev-data.r" } } },
    });
    cloud.workspace("dev-data").shared = false;
    const refused = await run("deploy", "--yes");
    expect(refused.code).toBe(1);
    expect(refused.stdout).toContain(
      "The workspace dev-api may not read the state of dev-data. Nothing was deployed.",
    );
    expect(refused.stdout).toContain(`https://${cloud.host}/app/acme/workspaces/dev-data/settings/general`);
    expect(cloud.workspace("dev-data").state).toBeUndefined();
    cloud.workspace("dev-data").sharedWith.add(cloud.workspace("dev-api").id);
    expect((await run("deploy", "--yes")).stdout).toContain("Deployed 2 of 2 stacks");
  });

  test.concurrent("remove deletes the workspace, too, if it is to", async () => {
    const { cloud, run } = await openCloud(one({ r: { input: "1" } }));
    await run("deploy", "--yes");
    const { code, stdout } = await run("remove", "--yes", "--workspaces");
    expect(code).toBe(0);
    expect(stdout).toContain("Workspace acme/dev-a: deleted\n");
    expect([...cloud.workspaces.keys()]).toEqual([]);
  });

  test.concurrent("a run with a token that is not valid names the commands that give one", async () => {
    const { cloud, project, run } = await openCloud(one({ r: { input: "1" } }));
    Object.assign(project.environment, cloud.environment("old-token"));
    const { code, stdout } = await run("deploy", "--yes");
    expect(code).toBe(1);
    expect(stdout).toContain(
      `Hint: Terraform Cloud does not accept the token. Get a new one with terraform login ${cloud.host}`,
    );
  });

  test.concurrent("a run after state in files says how to copy the state", async () => {
    const { cloud, project, run } = await openCloud(one({ r: { input: "1" } }));
    project.environment.FIXTURE_CLOUD = "";
    expect((await run("deploy", "--yes")).code).toBe(0);
    project.environment.FIXTURE_CLOUD = JSON.stringify(cloud.settings);
    const { code, stdout } = await run("deploy", "--yes");
    expect(code).toBe(1);
    expect(stdout).toContain("terraform init once, without serverform");
  });
});
