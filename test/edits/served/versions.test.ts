/** @group processes */
import { Api, Function, type FunctionProps, Queue } from "../../../lib";
import { type Check, referred } from "./account-model";
import { lasting, replayed, type State } from "./replay";
import type { Configuration } from "./stand-ins";

const handler = "functions/notes.get";
const other = "functions/notes.create";

const functions = "aws_lambda_function";

/** Events are sent to each alias that stays, and the API that calls it must be permitted to. */
const clientOf = (before: Configuration, after: Configuration): Check =>
  function* (account) {
    for (const address of lasting("aws_lambda_alias", before, after)) {
      const alias = account.at(address);
      if (alias?.isThere !== true || referred(alias, functions)?.isThere !== true) {
        yield `${address} leads to nothing`;
      }
    }
    for (const address of lasting("aws_apigatewayv2_integration", before, after)) {
      const alias = referred(account.at(address), "aws_lambda_alias");
      if (alias === undefined) continue;
      const permissions = account.all("aws_lambda_permission").filter((each) => each.isThere);
      const isPermitted = permissions.some((each) => referred(each, "aws_lambda_alias") === alias);
      if (!alias.isThere || !isPermitted) yield `${address} may not call ${alias.address}`;
    }
  };

/** A function with the alias that an API calls. */
const versioned =
  (props: Partial<FunctionProps>, name = "live"): State =>
  (stack) => {
    const onFailure = new Queue(stack, "Failed");
    const fn = new Function(stack, "It", {
      handler,
      currentVersionOptions: { retryAttempts: 1, onFailure, provisionedConcurrentExecutions: 1 },
      ...props,
    });
    const alias = fn.addAlias(name);
    new Api(stack, "Api", { routes: { "GET /": { type: "function", cdk: { function: alias } } } });
  };

test("an alias leads to a version, and the gateway may call it, at each moment of a deployment", () => {
  const states = [
    versioned({}),
    versioned({ environment: { STEP: "2" } }),
    versioned({ handler: other }),
    undefined,
  ];
  expect(replayed(states, clientOf)).toEqual([]);
});
