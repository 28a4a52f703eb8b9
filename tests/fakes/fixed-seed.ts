import fc from 'fast-check'

/** What made-up input begins with: the same in every run, or SEED=<number> for other input. fast-check names it when something fails. */
export const fixedSeed = Number(process.env['SEED'] ?? 11)

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: fixedSeed })
