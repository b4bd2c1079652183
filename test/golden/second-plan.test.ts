/** @group slow */

import { Script } from "../../lib";
import { type Configuration, placesOfLaterChanges } from "../support/plan/second-plan";
import { synthesized, testStack } from "../support/stack";
import { allJson } from "./all-json";

test("after a deployment of the resources of any construct, a plan is empty", () => {
  const places = Object.entries(allJson()).flatMap(([name, stacks]) =>
    Object.values(stacks).flatMap((json) =>
      placesOfLaterChanges(json as Configuration).map((place) => `${name}: ${place}`),
    ),
  );
  expect(places).toEqual([]);
});

test("a script that runs in every deployment is the only construct that asks for a change in every plan", () => {
  const stack = testStack();
  new Script(stack, "Seed", { onUpdate: "functions/notes.get", runOnEveryDeploy: true });
  expect(placesOfLaterChanges(synthesized(stack))).toEqual([
    expect.stringMatching(/^aws_lambda_invocation\.Seed_\w+\.input: timestamp\(\) differs each time$/),
  ]);
});
