/*
 * V8 compiles WebAssembly once, quickly, and does not optimize it. `--require` it in NODE_OPTIONS.
 *
 * Postgres, which a local database runs as WebAssembly, lives for a second in tests: optimizing takes more than it saves. A test with
 * a database in memory takes 3.3 s of CPU in place of 6.8 s.
 */
require("node:v8").setFlagsFromString("--liftoff-only");
