import type { Project } from "../../../lib/cli";
import { appEnvironment } from "../../../lib/cli/project/synthesis";

const project = { output: "cdktf.out", localModules: ["./a"] } as unknown as Project;
const of = (environment: NodeJS.ProcessEnv, variables: object = {}, more: object = {}) =>
  appEnvironment({ ...project, ...more } as Project, variables as never, environment);

test("the app has the variables of the shell, but not those for Terraform", () => {
  const passed = of({ HOME: "/home", TF_VAR_password: "secret", MY_TF_VAR_x: "y", TF_LOG: "debug" });
  expect(passed).toMatchObject({ HOME: "/home", MY_TF_VAR_x: "y", TF_LOG: "debug" });
  expect(passed).not.toHaveProperty("TF_VAR_password");
});

test("variables of the command count more than those of the shell, and undefined ones do not count", () => {
  expect(of({ A: "shell", B: "shell" }, { A: "command", B: undefined })).toMatchObject({
    A: "command",
    B: "shell",
  });
});

test("the shell may choose the memory of Node, and nothing that the command decides", () => {
  expect(of({}).NODE_OPTIONS).toBe("--max-old-space-size=4096");
  expect(of({ NODE_OPTIONS: "--inspect" }).NODE_OPTIONS).toBe("--inspect");
  expect(of({ CDKTF_OUTDIR: "other", SYNTH_HCL_OUTPUT: "true" })).toMatchObject({
    CDKTF_OUTDIR: "cdktf.out",
    SYNTH_HCL_OUTPUT: "false",
    CDKTF_CONTINUE_SYNTH_ON_ERROR_ANNOTATIONS: "true",
    CHECKPOINT_DISABLE: "1",
    DISABLE_VERSION_CHECK: "1",
  });
});

test("the context is that of cdktf.json, or that of the shell, with the local modules", () => {
  const context = (...given: Parameters<typeof of>) => JSON.parse(of(...given).CDKTF_CONTEXT_JSON ?? "");
  const shell = { CDKTF_CONTEXT_JSON: '{"a":1,"cdktfRelativeModules":[]}' };
  expect(context({})).toEqual({ cdktfRelativeModules: ["./a"] });
  expect(context(shell)).toEqual({ a: 1, cdktfRelativeModules: ["./a"] });
  expect(context(shell, {}, { context: { b: 2 } })).toEqual({ b: 2, cdktfRelativeModules: ["./a"] });
});
