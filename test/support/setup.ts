import * as path from "node:path";

// Test files share their process, one after the other, and an app takes its project from the working directory.
process.chdir(path.resolve(__dirname, "../.."));
