import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
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

/** In a fresh process: from loading the built engine's modules, with V8's cache as the entry has it, to its first state. */
const readyScript = `
import { enableCompileCache } from 'node:module'
enableCompileCache()
const began = performance.now()
const parts = await import(process.argv[1])
const composeEngine = Object.values(parts).find((part) => part?.name === 'composeEngine')
const { engine } = await composeEngine({ env: process.env, version: 'bench', runtimeProgram: '' })
await engine.state()
console.log(performance.now() - began)
await engine.close()`

const chunks = join(process.cwd(), 'out/main/chunks')
// The engine's own file and what only names it again both have it; the parts of the engine have longer names.
const names = readdirSync(chunks).filter((name) => /^compose-[\w-]{8}\.js$/.test(name))

function engineReady(): Promise<number> {
  return new Promise((resolve, reject) => {
    const built = pathToFileURL(join(chunks, names[0] ?? '')).href
    const child = spawn(process.execPath, ['--input-type=module', '-e', readyScript, built], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, COUNTERSIGN_HOME: home },
    })
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')))
    child.once('error', reject)
    child.once('close', () => resolve(Number(text)))
  })
}

const ready: number[] = []
for (let round = 0; round < rounds; round += 1) ready.push(await engineReady())
const serve = await measure(['serve'], false)
const assess = await measure(['assess', '--no-model', '--', 'rm', '-rf', 'build'], true)
rmSync(home, { recursive: true })
const engine = median(ready.slice(warm))
printRows([
  {
    what: 'engine from loading its modules to its first state',
    figure: ms(engine),
    goal: 'at most 200 ms',
    reached: engine <= 200,
  },
  {
    what: '`serve` from spawn to its address',
    figure: ms(serve),
    goal: 'none of its own',
    reached: true,
  },
  { what: '`assess` cold, spawn to end', figure: ms(assess), goal: 'under 400 ms', reached: assess < 400 },
])
