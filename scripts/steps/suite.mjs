import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { cache, readIfThere } from '../setup/places.mjs'
import { runTool } from '../setup/run.mjs'
import { countReport } from './tally.mjs'

/**
 * Runs vitest projects and counts what happened. Never throws.
 * @param {readonly string[]} projects names from vitest.config.ts, which are the folders of tests/
 * @param {{ capture?: boolean, env?: NodeJS.ProcessEnv }} [options] `capture` returns the output instead of showing it
 * @returns {Promise<{ tally: import('./tally.mjs').Tally, output: string }>}
 */
export async function runSuite(projects, { capture = false, env = process.env } = {}) {
  const file = join(cache, `${projects.join('-')}.json`)
  rmSync(file, { force: true })
  const chosen = projects.flatMap((name) => ['--project', name])
  const ended = await runTool('vitest', ['run', ...chosen], { capture, env: { ...env, TEST_REPORT: file } })
  const { tally, remarks } = countReport(parse(readIfThere(file)), {
    exitCode: ended.code,
    suites: projects,
  })
  if (!capture) for (const remark of remarks) console.log(remark)
  return { tally, output: [ended.output.trimEnd(), ...remarks].join('\n') }
}

/**
 * @param {string | undefined} text
 * @returns {import('./tally.mjs').Report | undefined}
 */
function parse(text) {
  if (text === undefined) return undefined
  try {
    return /** @type {import('./tally.mjs').Report} */ (JSON.parse(text))
  } catch {
    // Half a report: vitest died while writing it, which is a crash like any other.
    return undefined
  }
}
