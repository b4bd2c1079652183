/** @group processes */
import { functionEdits } from "./functions";
import { planEdits } from "./plan-edits";

describe("edits of functions", () => planEdits(functionEdits));
