/**
 * Variables that coding agents set for the commands that they run.
 *
 * Source: the table of std-env 4, https://github.com/unjs/std-env, without variables that people have in their own shells, too.
 */
const agentVariables = [
  "AI_AGENT",
  "AUGMENT_AGENT",
  "CLAUDECODE",
  "CLAUDE_CODE",
  "CODEX_SANDBOX",
  "CODEX_THREAD_ID",
  "COPILOT_AGENT",
  "COPILOT_CLI",
  "CURSOR_AGENT",
  "GEMINI_CLI",
  "JUNIE_DATA",
  "JUNIE_SHIM_PATH",
  "OPENCODE",
] as const;

/** Whether a coding agent runs the command. It answers no question, and reads no colours, even at a terminal. */
export function isRunByAgent(environment: NodeJS.ProcessEnv): boolean {
  return agentVariables.some((name) => (environment[name] ?? "") !== "");
}
