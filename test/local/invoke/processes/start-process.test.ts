import { type StartContext, startUnassigned } from "../../../../lib/local/invoke/processes/start-process";
import { WorkerProcess } from "../../../../lib/local/invoke/processes/worker-process";
import { RuntimeEndpoint } from "../../../../lib/local/invoke/runtime-api/runtime-endpoint";

jest.mock("../../../../lib/local/invoke/processes/worker-process", () => ({ WorkerProcess: jest.fn() }));

test("a process that no function uses yet has the variables that programs need, and none of a function", async () => {
  const endpoint = { secret: "s3cret", address: "127.0.0.1:1", attach: () => {} };
  jest.spyOn(RuntimeEndpoint, "open").mockResolvedValue(endpoint as never);
  await startUnassigned({
    environment: {
      credentials: "role",
      shell: { PATH: "/bin", HOME: "/home/ana", NODE_EXTRA_CA_CERTS: "/ca.pem", TABLE: "mine" },
    },
    nodeBootstrap: () => "/bootstrap.js",
  } as unknown as StartContext);
  const [{ env, cwd } = { env: {}, cwd: undefined }] = jest.mocked(WorkerProcess).mock.calls[0] ?? [];
  expect(env).toMatchObject({ PATH: "/bin", HOME: "/home/ana", NODE_EXTRA_CA_CERTS: "/ca.pem" });
  expect(env).not.toHaveProperty("TABLE");
  expect(
    Object.keys(env).filter((name) => /^(AWS_ACCESS|AWS_SECRET|AWS_SESSION|_HANDLER)/.test(name)),
  ).toEqual([]);
  expect(cwd).not.toBe("");
});
