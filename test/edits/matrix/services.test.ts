/** @group processes */

import { planEdits } from "./plan-edits";
import { serviceEdits } from "./services";

describe("edits of sign-in, jobs, scripts, pipes, triggers and databases", () => planEdits(serviceEdits));
