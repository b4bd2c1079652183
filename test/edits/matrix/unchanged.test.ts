/** @group processes */
import { planEdits } from "./plan-edits";
import { unchangedEdits } from "./unchanged";

describe("a second deployment", () => planEdits(unchangedEdits));
