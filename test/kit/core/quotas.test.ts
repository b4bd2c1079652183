import { quotas } from "../../../lib/kit/core";

test("the limits of functions are those of the service", () => {
  const { environmentBytes, functionPolicyBytes, invocationPayloadBytes } = quotas;
  expect({ environmentBytes, functionPolicyBytes, invocationPayloadBytes }).toEqual({
    environmentBytes: 4096,
    functionPolicyBytes: 20_480,
    invocationPayloadBytes: 6_291_456,
  });
});
