import { startMigration } from "./migration-support";
import type { ServedExample } from "./served-example";

/** The migration example, which all tests of a file share. */
export let shop: ServedExample;

beforeAll(async () => {
  shop = await startMigration();
});

// Each test may use the whole burst of a route, and that of a stage.
beforeEach(() => shop.clock.advance(2_000));

afterAll(() => shop.stop());
