import { StateFile } from "../../contract/state-file";
import type { ClientChanges } from "./clients";
import type { GroupChanges } from "./groups";
import type { StyleChanges } from "./login-styles";
import type { User } from "./user";

/** The content of a pool that is kept between runs. */
export interface PoolContent {
  readonly users: readonly User[];
  readonly groups: GroupChanges;
  /** Undefined in files of versions that did not keep them; so are the styles. */
  readonly clients?: ClientChanges | undefined;
  readonly styles?: StyleChanges | undefined;
}

/** The file of a pool; without a folder, nothing is kept. */
export class PoolStore extends StateFile<PoolContent> {
  constructor(dataFolder: string | undefined, poolId: string) {
    super(dataFolder, "cognito-idp", poolId);
  }
}
