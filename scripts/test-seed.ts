/**
 * Preloaded into every test process: property tests draw the same values in every run. `DESKHAND_TEST_SEED` chooses
 * others; fast-check prints the seed and the path of a failure.
 */
import fc from "fast-check"

fc.configureGlobal({ seed: Number(process.env["DESKHAND_TEST_SEED"]) })
