import { quotas } from "../../lib/core/quotas";

test("the limits of functions are those of the service", () => {
  const { functionNameLength, environmentBytes, layersPerFunction, functionDescriptionLength } = quotas;
  expect({ functionNameLength, environmentBytes, layersPerFunction, functionDescriptionLength }).toEqual({
    functionNameLength: 64,
    environmentBytes: 4096,
    layersPerFunction: 5,
    functionDescriptionLength: 256,
  });
});
