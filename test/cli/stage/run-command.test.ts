/** @group processes */

import { cleanUp, Project } from "../support/cli";

afterAll(cleanUp);

/** Starts a script of a shell with the environment of a site. */
function start(script: string) {
  const project = new Project();
  project.write(".serverform/site-env.json", JSON.stringify({ sites: [{ path: ".", environment: {} }] }));
  const running = project.start(["env", "--", "sh", "-c", script]);
  const send = (signal: NodeJS.Signals, toGroup: boolean): void => {
    const { pid } = running.child;
    if (pid === undefined) throw new Error("The run has not started.");
    process.kill(toGroup ? -pid : pid, signal);
  };
  return { ...running, send, started: () => running.writes(project.path("started")) };
}

describe("A command that serverform runs for the user", () => {
  test.each(["TERM", "HUP"] as const)("gets SIG%s, which only this process gets", async (name) => {
    const { send, started, ended } = start(
      `trap 'echo told; exit 7' ${name}; touch started; while :; do sleep 0.05; done`,
    );
    await started();
    send(`SIG${name}`, false);
    expect(await ended).toMatchObject({ code: 7, stdout: "told\n" });
  });

  test("decides when it ends after Ctrl-C, which the terminal sends to it, too", async () => {
    const { send, started, ended } = start(
      "trap 'sleep 0.3; echo told; exit 5' INT; touch started; while :; do sleep 0.05; done",
    );
    await started();
    send("SIGINT", true);
    expect(await ended).toMatchObject({ code: 5, stdout: "told\n" });
  });

  test("gives its signal as the exit status, as a shell does", async () => {
    expect((await start("kill -KILL $$").ended).code).toBe(137);
  });
});
