/** @group processes */
import { dataEdits } from "./data";
import { planEdits } from "./plan-edits";

describe("edits of data, queues and events", () => planEdits(dataEdits));
