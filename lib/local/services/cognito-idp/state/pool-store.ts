import { StateFile } from "../../contract/state-file";
import type { GroupChanges } from "./groups";
import type { User } from "./user";

/** What a pool keeps between runs. */
export interface PoolContent {
  readonly users: readonly User[];
  readonly groups: GroupChanges;
}

/** The file of a pool; without a folder, nothing is kept. */
export class PoolStore extends StateFile<PoolContent> {
  constructor(dataFolder: string | undefined, poolId: string) {
    super(dataFolder, "cognito-idp", poolId);
  }
}
