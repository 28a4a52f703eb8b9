import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { median, ms, printRows } from './measure'

/**
 * Cold starts of the built program, each in a process of its own: `serve` from its spawn to its address (the engine is
 * ready and answers), and `assess` from its spawn to its end.
 */
const rounds = 15
const warm = 3

const entry = join(process.cwd(), 'out/main/cli.js')
const home = mkdtempSync('/var/tmp/cs-bench-')

/** Milliseconds from the spawn until the first output, or until the end when `toEnd`. */
function start(args: readonly string[], toEnd: boolean): Promise<number> {
  return new Promise((resolve, reject) => {
    const began = performance.now()
    const child = spawn(process.execPath, [entry, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, COUNTERSIGN_HOME: home },
    })
    let took: number | undefined
    child.once('error', reject)
    child.stdout.once('data', () => {
      if (toEnd) return
      took = performance.now() - began
      child.kill('SIGTERM')
    })
    child.once('close', () => resolve(took ?? performance.now() - began))
  })
}

async function measure(args: readonly string[], toEnd: boolean): Promise<number> {
  const all: number[] = []
  for (let round = 0; round < rounds; round += 1) all.push(await start(args, toEnd))
  return median(all.slice(warm))
}

const serve = await measure(['serve'], false)
const assess = await measure(['assess', '--no-model', '--', 'rm', '-rf', 'build'], true)
rmSync(home, { recursive: true })
printRows([
  {
    what: '`serve` from spawn to its address (engine ready)',
    figure: ms(serve),
    goal: 'at most 200 ms',
    reached: serve <= 200,
  },
  { what: '`assess` cold, spawn to end', figure: ms(assess), goal: 'under 400 ms', reached: assess < 400 },
])
