import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runAppSession, type AppSession } from './app-session'
import { median, ms, printRows } from './measure'

/**
 * A tool call of a session over the app-server, as a program that uses it has it, in workspaces of growing size and with
 * large temporary folders; the model answers at once.
 */
const sizes = [10, 1_000, 10_000, 40_000, 100_000]
/** As many entries as this in a temporary folder, a hundredth of them folders. */
const temporaryEntries = 100_000
const rounds = 100
const warm = 20

async function measure(session: Pick<AppSession, 'fill' | 'env'>): Promise<number> {
  const { calls } = await runAppSession({ rounds, command: ['true'], thinksMs: 0, ...session })
  return median(calls.slice(warm))
}

/** A folder that is removed afterwards, with many entries in it. */
async function withMany(place: string, use: (folder: string) => Promise<number>): Promise<number> {
  const folder = mkdtempSync(join(place, 'cs-bench-many-'))
  try {
    for (let at = 0; at < temporaryEntries; at += 1)
      if (at % 100 === 0) mkdirSync(join(folder, `d${String(at)}`))
      else writeFileSync(join(folder, `f${String(at)}`), '')
    return await use(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const medians: { readonly what: string; readonly value: number }[] = []
for (const size of sizes)
  medians.push({
    what: `${size.toLocaleString('en')} sub-folders`,
    value: await measure({
      fill: (work) => {
        for (let at = 0; at < size; at += 1)
          mkdirSync(join(work, `d${String(at % 100)}`, `e${String(at)}`), { recursive: true })
      },
    }),
  })
const many = temporaryEntries.toLocaleString('en')
medians.push({
  what: `a $TMPDIR with ${many} entries`,
  value: await withMany('/var/tmp', (folder) => measure({ env: { TMPDIR: folder } })),
})
medians.push({
  what: `a folder with ${many} entries in /tmp`,
  value: await withMany('/tmp', () => measure({})),
})
const least = medians[0]?.value ?? Number.NaN
printRows(
  medians.map(({ what, value }) => ({
    what: `tool call over the app-server, ${what}`,
    figure: `${ms(value)} (${(value / least).toFixed(2)} times the smallest workspace)`,
    goal: 'at most 1.2 times the smallest workspace',
    reached: value <= 1.2 * least,
  })),
)
