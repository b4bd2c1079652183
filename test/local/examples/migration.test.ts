/** @group processes */

// One server for all of them: to synthesize and serve the example takes longer than the tests of each.
import "./migration-functions";
import "./migration-partners";
import "./migration-authorizers";
