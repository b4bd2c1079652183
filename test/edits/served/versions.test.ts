/** @group processes */
import { Api, Function, type FunctionProps, Queue } from "../../../lib";
import { type Check, type Instance, referred } from "./account-model";
import { lasting, replayed, type State } from "./replay";
import type { Configuration } from "./stand-ins";

const handler = "functions/notes.get";
const other = "functions/notes.create";

const configs = "aws_lambda_function_event_invoke_config";
const functions = "aws_lambda_function";

/** The version of its function that was the last one when it was created or changed. */
const versionOf = (instance: Instance): number | undefined =>
  instance.seen.get(referred(instance, functions)?.address ?? "");

/**
 * Events are sent to each alias that stays. Its version must have the settings of asynchronous invocations, and the API that
 * calls it must be permitted to.
 */
const clientOf = (before: Configuration, after: Configuration): Check =>
  function* (account) {
    const needsSettings = lasting(configs, before, after).length > 0;
    for (const address of lasting("aws_lambda_alias", before, after)) {
      const alias = account.at(address);
      if (alias?.isThere !== true || referred(alias, functions)?.isThere !== true) {
        yield `${address} leads to nothing`;
        continue;
      }
      const settings = account.all(configs).filter((each) => each.isThere);
      if (needsSettings && !settings.some((each) => versionOf(each) === versionOf(alias))) {
        yield `the version of ${address} has no settings`;
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

test("an alias leads to a version that has its settings, at each moment of a deployment", () => {
  const states = [
    versioned({}),
    versioned({ environment: { STEP: "2" } }),
    versioned({ handler: other }),
    versioned({ functionName: "it", handler: other }),
    versioned({ functionName: "it", handler: other }, "now"),
    undefined,
  ];
  expect(replayed(states, clientOf)).toEqual([]);
});
