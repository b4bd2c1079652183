/** @group generated */

import { lostOf } from "./together";
import { names } from "./verdicts";

/**
 * How many groups of mistakes have one that is reported only when the others are corrected: parts that are read when the resource of their
 * construct exists, and values that one check reads in order. A number may only fall.
 */
const incomplete: Readonly<Record<string, number>> = {
  Api: 1,
  RestV1Api: 4,
  WebSocketApi: 1,
  GraphQLApi: 4,
  AppSyncApi: 8,
  EventsApi: 4,
  Userbase: 10,
  Function: 8,
  Table: 9,
  Bucket: 5,
  Queue: 5,
  Topic: 3,
  EventBus: 5,
  KinesisStream: 3,
  Job: 1,
  Trigger: 6,
  Pipe: 5,
  StaticSite: 1,
  Site: 11,
  NextjsSite: 9,
  ViteStaticSite: 3,
  ReactStaticSite: 3,
  McpAuthority: 2,
  App: 7,
  "App with the backend cloud": 2,
  "App with local state": 2,
  "RestV1Api in private": 4,
  Stack: 4,
  "WebSocketApi of users": 1,
  "WebSocketApi of an issuer": 1,
};

test.each(names)("%s reports the mistakes in its props together", (name) => {
  const lost = lostOf(name);
  expect(lost.slice(incomplete[name] ?? 0)).toEqual([]);
});
