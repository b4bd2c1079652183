/** @group slow */

import { Script } from "../../lib";
import { type Configuration, placesOfLaterChanges } from "../support/plan/second-plan";
import { checkJson } from "../support/reference-check";
import { synthesized, testStack } from "../support/stack";
import { allApps, jsonOf } from "./all-json";

describe("The JSON of every construct", () => {
  const found = Array.from(allApps(), ([name, app]) => ({ name, json: jsonOf(app), again: jsonOf(app) }));

  test("has an empty plan after a deployment", () => {
    const places = found.flatMap(({ name, json }) =>
      Object.values(json).flatMap((each) =>
        placesOfLaterChanges(each as Configuration).map((place) => `${name}: ${place}`),
      ),
    );
    expect(places).toEqual([]);
  });

  test("is the same in a second synthesis", () => {
    for (const { json, again } of found) expect(again).toEqual(json);
  });

  test("has no dangling references, circles or empty blocks", () => {
    const problems = found.flatMap(({ name, json }) => checkJson(json).map((each) => `${name}: ${each}`));
    expect(problems).toEqual([]);
  });
});

test("a script that runs in every deployment is the only construct that asks for a change in every plan", () => {
  const stack = testStack();
  new Script(stack, "Seed", { onUpdate: "functions/notes.get", runOnEveryDeploy: true });
  expect(placesOfLaterChanges(synthesized(stack))).toEqual([
    expect.stringMatching(/^aws_lambda_invocation\.Seed_\w+\.input: timestamp\(\) differs each time$/),
  ]);
});
