import { packageName } from "../../facts/errors/package-name";
import { moveImports, packageForCdktn } from "../project/move-to-cdktn";

const isForCdktn = packageName.endsWith("-cdktn");

/** The package of the CDK that this library is for, in place of one of CDKTF. */
export const packageForCdk = (name: string): string => (isForCdktn && packageForCdktn(name)) || name;

/** Code with the imports of the CDK that this library is for. */
export const importsForCdk = (text: string): string => (isForCdktn ? moveImports(text) : text);
