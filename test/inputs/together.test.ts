/** @group generated */

import { lostOf } from "./together";
import { names } from "./verdicts";

/** How many groups of mistakes have one that is reported only when the others are corrected. A number may only fall. */
const incomplete: Readonly<Record<string, number>> = {
  // A default of the functions is reported at the first function that has it, if its route is correct.
  Api: 1,
  RestV1Api: 2,
  // Bindings add variables: the size of an environment is known when the app is complete.
  Function: 1,
  Site: 1,
  NextjsSite: 1,
  // The type says which other props there are.
  Trigger: 1,
  // Two problems of one value: the first is reported.
  Userbase: 1,
  // The API checks the functions of the servers, as the routes that it gets.
  McpAuthority: 2,
  // The type of the endpoint is compared when the domain name is correct.
  "RestV1Api in private": 2,
};

test.each(names)("%s reports the mistakes in its props together", (name) => {
  const lost = lostOf(name);
  expect(lost.slice(incomplete[name] ?? 0)).toEqual([]);
});
