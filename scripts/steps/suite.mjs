import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { cache, readIfThere } from '../setup/places.mjs'
import { runTool } from '../setup/run.mjs'
import { countReport } from './tally.mjs'

/**
 * Runs vitest projects and counts what happened. Never throws.
 * @param {readonly string[]} projects names from vitest.config.ts, which are the folders of tests/
 * @param {{ capture?: boolean, env?: NodeJS.ProcessEnv, paths?: readonly string[] }} [options] `capture` returns the output instead of
 *   showing it; with `paths`, parts of paths, only the files that one of them stands in
 * @returns {Promise<{ tally: import('./tally.mjs').Tally, output: string, files: readonly import('./tally.mjs').ReportedFile[] }>}
 */
export async function runSuite(projects, { capture = false, env = process.env, paths = [] } = {}) {
  const file = join(cache, `${projects.join('-')}.json`)
  rmSync(file, { force: true })
  // With what stands apart of each (vitest.config.ts).
  const chosen = projects.flatMap((name) => ['--project', name, '--project', `${name}-*`])
  const ended = await runTool('vitest', ['run', ...chosen, ...paths], {
    capture,
    env: { ...env, TEST_REPORT: file },
  })
  const report = parse(readIfThere(file))
  // Of named files no suite has to have one.
  const suites = paths.length > 0 ? [] : projects
  const { tally, remarks } = countReport(report, { exitCode: ended.code, suites })
  if (paths.length > 0 && report?.testResults.length === 0)
    remarks.push(
      `No test file has ${paths.join(' or ')} in its path. Expected e.g. tests/integration/sandbox.`,
    )
  if (!capture) for (const remark of remarks) console.log(remark)
  return { tally, output: [ended.output.trimEnd(), ...remarks].join('\n'), files: report?.testResults ?? [] }
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
