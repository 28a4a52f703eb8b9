import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { median, ms, printRows } from './measure'

/**
 * The app-server as a program that starts it sees it: from spawn to the answer to initialize, the resident memory and the
 * processor time when it then has nothing to do, and small requests answered in a row. It needs a built `out/`.
 */
const starts = 20
const requests = 10_000
/** How long it is watched while it has nothing to do. */
const idleMs = 5_000

const home = mkdtempSync('/var/tmp/cs-bench-')
/** What clients start. */
const program = join(process.cwd(), 'bin/countersign')
const initialize = '{"id":0,"method":"initialize","params":{"clientInfo":{"name":"bench","version":"1"}}}\n'

const initializeSecond = initialize.replace('}}\n', '},"capabilities":{"experimentalApi":true}}}\n')

function start(greeting = initialize) {
  const began = performance.now()
  const child = spawn(program, ['app-server'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, COUNTERSIGN_HOME: home },
  })
  child.stdin.write(greeting)
  const answered = new Promise<number>((resolve) => {
    child.stdout.once('data', () => {
      resolve(performance.now() - began)
    })
  })
  const end = async (): Promise<void> => {
    child.stdin.end()
    await new Promise((resolve) => child.once('close', resolve))
  }
  return { child, answered, end }
}

/** How many small requests a second are answered. */
async function rateOf({ child, method }: Pick<ReturnType<typeof start>, 'child'> & { method: string }) {
  const began = performance.now()
  let lines = 0
  const all = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      for (const byte of chunk) if (byte === 0x0a) lines += 1
      if (lines >= requests) resolve()
    })
  })
  for (let id = 1; id <= requests; id++) child.stdin.write(`{"id":${String(id)},"method":"${method}"}\n`)
  await all
  return requests / ((performance.now() - began) / 1000)
}

const times: number[] = []
for (let each = 0; each < starts; each++) {
  const server = start()
  times.push(await server.answered)
  await server.end()
}

const { child, answered, end } = start()
await answered
await new Promise((resolve) => setTimeout(resolve, 1000))
/** Clock ticks of the processor that the process has had (proc(5)). */
function ticks(): number {
  const text = readFileSync(`/proc/${String(child.pid)}/stat`, 'utf8')
  const [, , , , , , , , , , , user = '0', system = '0'] = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return Number(user) + Number(system)
}
const ticksBefore = ticks()
await new Promise((resolve) => setTimeout(resolve, idleMs))
const idleTicks = ticks() - ticksBefore
const [, kb = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${String(child.pid)}/status`, 'utf8')) ?? []
const rate = await rateOf({ child, method: 'getUserAgent' })
await end()
const second = start(initializeSecond)
await second.answered
const secondRate = await rateOf({ child: second.child, method: 'configRequirements/read' })
await second.end()
rmSync(home, { recursive: true })

const start50 = median(times)
const residentMb = Number(kb) / 1024
printRows([
  {
    what: 'app-server, spawn to the answer to initialize (middle of 20)',
    figure: ms(start50),
    goal: 'at most 200 ms',
    reached: start50 <= 200,
  },
  {
    what: 'app-server, resident memory when idle',
    figure: `${residentMb.toFixed(1)} MB`,
    goal: 'under 60 MB',
    reached: residentMb < 60,
  },
  {
    what: `app-server, processor while idle for ${String(idleMs / 1000)} s`,
    figure: `${String(idleTicks)} ticks`,
    goal: 'none',
    reached: idleTicks === 0,
  },
  {
    what: `app-server, ${requests.toLocaleString('en')} small requests`,
    figure: `${Math.round(rate).toLocaleString('en')}/s`,
    goal: 'at least 5,000/s',
    reached: rate >= 5000,
  },
  {
    what: `app-server, second protocol, ${requests.toLocaleString('en')} small requests`,
    figure: `${Math.round(secondRate).toLocaleString('en')}/s`,
    goal: 'at least 5,000/s',
    reached: secondRate >= 5000,
  },
])
