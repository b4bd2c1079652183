export type {
  DeniedPermission,
  FunctionPermissions,
  GrantUse,
  LocalEvent,
  PermissionsReport,
} from "../local";
export type { Ability, Permission, Resource } from "../model";
export { find, type ResourceProps } from "./facts/find";
export { Match, type Matcher } from "./facts/match";
export { mayCall, type RouteCaller } from "./facts/may-call";
export { policyOf } from "./facts/policy-of";
export type { JsonSource } from "./facts/read-source";
export { Template } from "./facts/template";
export type { TestInbox } from "./inbox";
export type { TestQueue } from "./queues";
export type { Denial } from "./reported";
export { type ServeLocalOptions, serveLocal } from "./serve-local";
export type { AppCommand, ServedSource } from "./served-source";
export type { TestClock } from "./test-clock";
export type { AwsSettings, TestRequest, TestServer } from "./test-server";
export type { SignedUpUser, TestUser, UserToken } from "./users";
