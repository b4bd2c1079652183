import { changesHandler } from "../logic/changes";
import { emitToBus } from "../services/bus";

export const handler = changesHandler(emitToBus);
