import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { runProgram } from '../../fakes/run-cli'
import { serveWindow, type ServeWindow } from '../../fakes/serve-window'
import { openWindows } from '../../fakes/window-sockets'
import { launcher } from '../exec/sdk-world'

let base = ''
let window: ServeWindow | undefined
afterEach(async () => {
  await window?.stop('SIGKILL')
  rmSync(base, { recursive: true, force: true })
})

/** Each way to a window, or to be taken for one, and what came of it. */
const attempts = `
const fs = require('node:fs'), net = require('node:net'), { join } = require('node:path')
const [folder, socket] = process.argv.slice(1)
const tried = {}
const attempt = (name, act) => { try { act(); tried[name] = 'done' } catch (error) { tried[name] = 'no' } }
attempt('list', () => fs.readdirSync(folder).length || process.exit(9))
attempt('proof', () => fs.writeFileSync(join(folder, 'proof-' + 'a'.repeat(32)), 'a'.repeat(64), { mode: 0o600 }))
const say = () => {
  attempt('move', () => fs.renameSync(folder, folder + '-moved'))
  process.stdout.write(JSON.stringify(tried))
}
const reach = net.connect(join(folder, socket))
reach.on('connect', () => { tried.connect = 'done'; reach.destroy() })
reach.on('error', () => { tried.connect = 'no' })
reach.on('close', () => {
  const server = net.createServer()
  server.on('error', () => { tried.listen = 'no'; say() })
  server.listen(join(folder, 'evil.sock'), () => { tried.listen = 'done'; server.close(say) })
})
`

test.each([
  ['beside the folder that is worked in', (): string => join(base, 'state')],
  ['in the folder that is worked in', (): string => join(base, 'work', 'state')],
])('a sandboxed command reaches no window, and cannot pose as one (home %s)', async (_, place) => {
  base = mkdtempSync('/var/tmp/cs-door-')
  const work = join(base, 'work')
  mkdirSync(work)
  const home = place()
  mkdirSync(home, { mode: 0o700 })
  const env = { PATH: process.env['PATH'], HOME: base, COUNTERSIGN_HOME: home }
  window = await serveWindow(env)
  const folder = join(home, 'windows')
  const socket = basename(openWindows(home)[0] ?? '')
  const before = readdirSync(folder)
  const command = [process.execPath, '-e', attempts, folder, socket]
  const inside = await runProgram(launcher, ['sandbox', '--', ...command], {
    env,
    cwd: work,
  })
  const tried = inside.out === '' ? inside.err : (JSON.parse(inside.out) as Record<string, string>)
  expect(tried).toMatchObject({ proof: 'no', move: 'no', connect: 'no', listen: 'no' })
  expect(readdirSync(folder)).toEqual(before)
  expect(await window.hello()).toMatchObject({ approvals: [] })
  // The control: without a sandbox each of them is done.
  writeFileSync(join(base, 'control.cjs'), attempts.replace('slice(1)', 'slice(2)'))
  const control = await runProgram(process.execPath, [join(base, 'control.cjs'), folder, socket], { env })
  expect(JSON.parse(control.out)).toEqual({
    ...{ list: 'done', proof: 'done', connect: 'done', listen: 'done', move: 'done' },
  })
})
