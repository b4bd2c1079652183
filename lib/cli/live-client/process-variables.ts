/**
 * Variables that decide which code a process loads and runs, and which servers it trusts or talks to.
 *
 * A deployed function never sets them here, even if the app declares them: the value of the local app is used.
 */
const prefixes = [
  // The runtimes and their libraries. `UV_` and `ICU_` belong to Node.js.
  "NODE_",
  "UV_",
  "ICU_",
  "PYTHON",
  "JAVA_",
  "JDK_",
  "DOTNET_",
  "CORECLR_",
  "COMPLUS_",
  "PERL",
  "RUBY",
  "TS_NODE_",
  "TSX_",
  "BUN_",
  "DENO_",
  // The loader of programs, and the C library.
  "LD_",
  "DYLD_",
  "MALLOC_",
  "GLIBC_",
  "GCONV_",
  // Certificates.
  "SSL_",
  "OPENSSL_",
  "CURL_",
  "REQUESTS_CA_",
  // Programs that handlers call.
  "BASH_",
  "GIT_",
  "NPM_",
  "YARN_",
  "PNPM_",
  "XDG_",
  // Credentials, addresses and files of the SDKs, and variables of Lambda's runtime.
  "AWS_ACCESS_",
  "AWS_CA_",
  "AWS_CONFIG_",
  "AWS_CONTAINER_",
  "AWS_CREDENTIAL_",
  "AWS_DEFAULT_",
  "AWS_DEFAULTS_",
  "AWS_EC2_METADATA_",
  "AWS_ENDPOINT_",
  "AWS_EXECUTION_",
  "AWS_IGNORE_",
  "AWS_LAMBDA_",
  "AWS_LOGIN_",
  "AWS_METADATA_",
  "AWS_PROFILE",
  "AWS_REGION",
  "AWS_SDK_",
  "AWS_SECRET_",
  "AWS_SESSION_",
  "AWS_SHARED_",
  "AWS_USE_",
  "AWS_WEB_IDENTITY_",
  "AWS_XRAY_",
  // Variables that this library sets for its own processes.
  "SERVERFORM_DEBUG_",
  "SERVERFORM_FUNCTION_ID",
  "SERVERFORM_LOCAL",
  "SERVERFORM_WORKER_",
] as const;

const names: ReadonlySet<string> = new Set([
  "APPDATA",
  "BROWSER",
  "CDPATH",
  "COMSPEC",
  "DEBUGGER",
  "EDITOR",
  "ENV",
  "GODEBUG",
  "GOFLAGS",
  "GOPATH",
  "GOROOT",
  "GOTRACEBACK",
  "HOME",
  "HOMEDRIVE",
  "HOMEPATH",
  "HOSTALIASES",
  "IFS",
  "IS_LOCAL",
  "LANG",
  "LAMBDA_RUNTIME_DIR",
  "LAMBDA_TASK_ROOT",
  "LANGUAGE",
  "LOCALAPPDATA",
  "LOCPATH",
  "LOGNAME",
  "NLSPATH",
  "OLDPWD",
  "PAGER",
  "PATH",
  "PATHEXT",
  "PROGRAMDATA",
  "PROMPT_COMMAND",
  "PS4",
  "PWD",
  "RESOLV_HOST_CONF",
  "RES_OPTIONS",
  "SHELL",
  "SHELLOPTS",
  "SHLVL",
  "SYSTEMROOT",
  "TEMP",
  "TERM",
  "TERMCAP",
  "TERMINFO",
  "TMP",
  "TMPDIR",
  "TZ",
  "TZDIR",
  "USER",
  "USERNAME",
  "USERPROFILE",
  "VISUAL",
  "WINDIR",
]);

/** Whether a variable affects the process itself. Names are case-insensitive on Windows, and libraries read both cases. */
export function isProcessVariable(name: string): boolean {
  const capitals = name.toUpperCase();
  return (
    names.has(capitals) ||
    capitals.startsWith("LC_") ||
    capitals.startsWith("_") ||
    capitals.endsWith("_PROXY") ||
    prefixes.some((prefix) => capitals.startsWith(prefix))
  );
}
