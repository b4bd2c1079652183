/** Variables of this machine and of Lambda's runtime. The developer's machine has its own. */
const own = new Set([
  "PATH",
  "PWD",
  "OLDPWD",
  "HOME",
  "LANG",
  "TZ",
  "SHLVL",
  "NODE_PATH",
  "NODE_EXTRA_CA_CERTS",
  "LD_LIBRARY_PATH",
  "_",
  "_HANDLER",
  "_X_AMZN_TRACE_ID",
  "AWS_EXECUTION_ENV",
  "AWS_LAMBDA_EXEC_WRAPPER",
  "AWS_XRAY_CONTEXT_MISSING",
  "AWS_XRAY_DAEMON_ADDRESS",
  "AWS_XRAY_LOG_LEVEL",
  "_AWS_XRAY_DAEMON_ADDRESS",
  "_AWS_XRAY_DAEMON_PORT",
  "LAMBDA_RUNTIME_DIR",
  "LAMBDA_TASK_ROOT",
]);
const ownPrefixes = ["SERVERFORM_DEBUG_", "AWS_LAMBDA_", "SERVERFORM_WORKER_", "SERVERFORM_FUNCTION_ID"];
/** The library sets it for handlers of an API, which read it. */
const kept = "SERVERFORM_DEBUG_IS_API_ROUTE";

/** The function's own variables and the credentials of its role. */
export function functionEnvironment(
  all: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const isOwn = (name: string): boolean =>
    name !== kept && (own.has(name) || ownPrefixes.some((prefix) => name.startsWith(prefix)));
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) =>
      value === undefined || isOwn(name) ? [] : [[name, value]],
    ),
  );
}
