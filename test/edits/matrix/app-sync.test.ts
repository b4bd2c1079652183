/** @group processes */
import { appSyncEdits } from "./app-sync";
import { planEdits } from "./plan-edits";

describe("edits of GraphQL APIs of AppSync", () => planEdits(appSyncEdits));
