import type { GatewayEvent, LambdaContext } from "../../../../lib/runtime/node/context";
import { eventV2 } from "../../events";
import { fakeSsm, functionEnvironment } from "../../support";

functionEnvironment();

const own = (key: string) => `/serverform/notes/dev/Auth/Auth/${key}`;

describe("The first request of an authenticator", () => {
  test("waits for the keys in SSM, and later requests do not read them again", async () => {
    for (const key of ["publicKey", "privateKey"]) {
      process.env[`SERVERFORM_Auth_${key}_Auth`] = "__FETCH_FROM_SSM__";
    }
    process.env.SERVERFORM_Auth_prefix_Auth = "/auth";
    jest.resetModules();
    const ssm = fakeSsm({ [own("publicKey")]: "public", [own("privateKey")]: "-----BEGIN x" });
    jest.doMock("@aws-sdk/client-ssm", () => ssm.sdk, { virtual: true });
    const { AuthHandler } =
      require("../../../../lib/runtime/node/auth") as typeof import("../../../../lib/runtime/node/auth");
    const { privateKey } =
      require("../../../../lib/runtime/node/auth/keys") as typeof import("../../../../lib/runtime/node/auth/keys");
    expect(() => privateKey()).toThrow("has not been read yet");
    const handler = AuthHandler({
      providers: { one: () => ({ statusCode: 200, body: privateKey() }) as never },
    });
    const event = { ...eventV2({ method: "GET" }), rawPath: "/auth/one/authorize" } as GatewayEvent;
    for (let request = 0; request < 2; request += 1) {
      expect(await handler(event, {} as LambdaContext)).toMatchObject({
        statusCode: 200,
        body: "-----BEGIN x",
      });
    }
    expect(ssm.calls).toEqual([[own("publicKey"), own("privateKey")]]);
  });
});
