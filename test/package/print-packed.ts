import { unpackedPackage } from "./packed";

process.stdout.write(`${unpackedPackage()}\n`);
