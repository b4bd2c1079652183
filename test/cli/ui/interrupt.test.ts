/** @group processes */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { ownGroup, untilEnded } from "../../../lib/cli/processes/child-process";
import { cleanUp, Project, type Running } from "../support/cli";

afterAll(cleanUp);

/** Interrupts a run as a terminal does: every process of the group gets the signal. */
function pressControlC({ child }: Running): void {
  if (child.pid === undefined) throw new Error("The run has not started.");
  process.kill(-child.pid, "SIGINT");
}

/** A binary that records each interrupt, and continues `apply` until a file exists. */
function stubbornTerraform(project: Project): NodeJS.ProcessEnv {
  const binary = project.script(
    "stubborn",
    `cd "${project.folder}"
     count=0
     trap 'count=$((count + 1)); touch "interrupt-$count"' INT
     [ "$1" = version ] && exec terraform "$@"
     [ "$1" = show ] && echo '{}'
     [ "$1" = apply ] || exit 0
     touch applying
     while [ -e cdktf.json ] && [ ! -e finish ]; do sleep 0.05; done
     echo "Apply complete! Resources: 0 added, 0 changed, 0 destroyed."`,
  );
  return { TERRAFORM_BINARY_NAME: binary };
}

const twoStacks = {
  "dev-first": { resources: { r: { input: "1" } } },
  "dev-second": { dependsOn: ["dev-first"], resources: { r: { input: "1" } } },
};

describe("an interrupted deployment", () => {
  test("interrupts Terraform once, waits for it, and starts nothing new", async () => {
    const project = new Project(twoStacks);
    const running = project.start(["deploy", "--yes", "--stage", "dev"], stubbornTerraform(project));
    await running.writes(project.path("applying"));
    pressControlC(running);
    await running.writes(project.path("interrupt-1"));
    expect(running.child.exitCode).toBeNull();
    writeFileSync(project.path("finish"), "");
    const { code, stdout, stderr } = await running.ended;
    expect(code).toBe(130);
    expect(stderr).toContain("Interrupted. Waiting for running Terraform");
    expect(stderr).toContain("Interrupt again to stop immediately.");
    expect(stdout).toMatch(
      /Stack dev-second\n {2}Status: not deployed \(skipped, because of the interrupt\)/,
    );
    expect(existsSync(project.path("interrupt-2"))).toBe(false);
  });

  test("passes on a second interrupt, and warns about lost state", async () => {
    const project = new Project(twoStacks);
    const running = project.start(["deploy", "--yes", "--stage", "dev"], stubbornTerraform(project));
    await running.writes(project.path("applying"));
    pressControlC(running);
    await running.writes(project.path("interrupt-1"));
    pressControlC(running);
    await running.writes(project.path("interrupt-2"));
    writeFileSync(project.path("finish"), "");
    const { code, stderr } = await running.ended;
    expect(code).toBe(130);
    expect(stderr).toContain("may exist without being in its state");
  });

  test("lets the real Terraform save its state", async () => {
    const command = "touch ../../../created; while [ -e ../../../cdktf.json ]; do sleep 0.05; done";
    const project = new Project({ "dev-first": { resources: { r: { input: "1", command } } } });
    const running = project.start(["deploy", "--yes", "--stage", "dev"]);
    await running.writes(project.path("created"));
    pressControlC(running);
    const { code, stdout } = await running.ended;
    expect(code).toBe(130);
    expect(stdout).toContain("Status: failed");
    const state = JSON.parse(readFileSync(project.path("terraform.dev-first.tfstate"), "utf8"));
    expect(state.resources).toMatchObject([{ type: "terraform_data", instances: [{ status: "tainted" }] }]);
    expect(existsSync(project.path(".terraform.dev-first.tfstate.lock.info"))).toBe(false);
  });

  test.each([["deploy", "--yes"], ["build"]])(
    "of %s stops the app command during the synthesis, and waits for nothing",
    async (...command) => {
      const project = new Project(twoStacks);
      project.write("before.js", `require("node:fs").writeFileSync("started", ""); while (true);`);
      const running = project.start([...command, "--stage", "dev"]);
      await running.writes(project.path("started"));
      pressControlC(running);
      const { code, stderr } = await running.ended;
      expect(code).toBe(130);
      expect(stderr).toContain("Interrupted.");
      expect(stderr).not.toContain("Terraform");
      expect(existsSync(project.path("terraform.dev-first.tfstate"))).toBe(false);
    },
  );

  test("kills an app command that does not end, at the second time", async () => {
    const project = new Project(twoStacks);
    project.write(
      "before.js",
      `const { existsSync, writeFileSync } = require("node:fs");
       process.on("SIGINT", () => {});
       writeFileSync("started", "");
       while (!existsSync("finish"));
       writeFileSync("survived", "");`,
    );
    const running = project.start(["build", "--stage", "dev", "--json"]);
    await running.writes(project.path("started"));
    pressControlC(running);
    await setTimeout(200);
    expect(running.child.exitCode).toBeNull();
    pressControlC(running);
    const { code, stdout } = await running.ended;
    expect([code, JSON.parse(stdout)]).toMatchObject([130, { errors: [{ code: "interrupted" }] }]);
    writeFileSync(project.path("finish"), "");
    await setTimeout(200);
    expect(existsSync(project.path("survived"))).toBe(false);
  });

  test("kills, at the second time, what an ended command has left behind with its output", async () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const interrupt = {
      first: first.signal,
      second: second.signal,
      running: new Set<object>(),
      release() {},
    };
    const child = spawn("sh", ["-c", "sleep 600 & exit 0"], {
      ...ownGroup,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const ended = untilEnded(child, interrupt, { output: () => {}, errors: () => {} });
    await once(child, "exit");
    first.abort();
    second.abort();
    await expect(ended).rejects.toThrow("Interrupted.");
  });
});
