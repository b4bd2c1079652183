/** @group processes */
import { planEdits } from "./plan-edits";
import { siteEdits } from "./sites";

describe("edits of sites", () => planEdits(siteEdits));
