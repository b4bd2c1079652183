/** @group processes */
import { eventsEdits } from "./events-api";
import { planEdits } from "./plan-edits";

describe("edits of APIs for events", () => planEdits(eventsEdits));
