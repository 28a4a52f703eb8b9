import { ensureInstalled } from './install.mjs'
import { ensureSystemPackages } from './system-packages.mjs'

/**
 * Everything a fresh clone needs before its own tools can run. Throws, with the reason for a person, when the
 * dependencies cannot be installed; missing system programs are only reported.
 * @param {Parameters<typeof ensureSystemPackages>[0]} programs
 * @param {Parameters<typeof ensureInstalled>[0]} [options]
 */
export async function prepare(programs, options) {
  await ensureInstalled(options)
  await ensureSystemPackages(programs)
}

/**
 * Runs a script's work; an error becomes one message and exit code 1, without a stack trace.
 * @param {() => Promise<number>} work gives the exit code
 */
export async function main(work) {
  try {
    process.exitCode = await work()
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}
