import fc from 'fast-check'
import { seedNumber } from '../../scripts/steps/seed.mjs'

/** What made-up input begins with: the seed of the run. fast-check names it when something fails. */
export const fixedSeed = seedNumber(process.env['TEST_SEED'] ?? '1')

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: fixedSeed })
