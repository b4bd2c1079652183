/** @group processes */
import { mcpEdits } from "./mcp";
import { planEdits } from "./plan-edits";

describe("edits of the authority of MCP servers", () => planEdits(mcpEdits));
