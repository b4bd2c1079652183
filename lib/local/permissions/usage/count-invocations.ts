import type { Functions } from "../../invoke";
import type { PermissionUse } from "./permission-use";

/** Counts the invocations of functions: the permissions of a function that never runs are unknown, not unused. */
export function countInvocations(functions: Functions, use: PermissionUse): Functions {
  return {
    invoke: (request) => {
      use.invoked(request.functionArn);
      return functions.invoke(request);
    },
    replace: (settings, environment) => functions.replace(settings, environment),
    stop: () => functions.stop(),
  };
}
