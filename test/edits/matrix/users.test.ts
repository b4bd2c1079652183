/** @group processes */
import { planEdits } from "./plan-edits";
import { userEdits } from "./users";

describe("edits of users", () => planEdits(userEdits));
