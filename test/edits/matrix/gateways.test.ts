/** @group processes */
import { gatewayEdits } from "./gateways";
import { planEdits } from "./plan-edits";

describe("edits of APIs", () => planEdits(gatewayEdits));
