/*
 * V8 compiles WebAssembly once, quickly, and does not optimize it. `--require` it in NODE_OPTIONS.
 *
 * Postgres, which a local database runs as WebAssembly, lives for a second in tests: optimizing takes more than it saves. A test with
 * a database in memory takes 3.3 s of CPU in place of 6.8 s.
 */
const [, main = "", command = ""] = process.argv;
// Most processes of tests run commands without a database, and Node takes milliseconds to load its module for V8.
const isOther = /[/\\]cli[/\\]main\.js$/.test(main) && !["local", "start"].includes(command);
if (!isOther) require("node:v8").setFlagsFromString("--liftoff-only");
