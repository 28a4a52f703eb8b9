import { closeSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTerminal } from '../../../src/main/adapters/process-execa/terminal'
import { becomeOrdinaryUser } from '../patch/ordinary-user'
import { removeWorlds } from '../patch/patch-world'
import { eventually, execWorld, uniqueSleep, withText } from './exec-world'
import { terminalWorld } from './terminal-world'

afterAll(removeWorlds)

beforeAll(() => {
  // The native module is loaded first: an ordinary user may not be allowed into this repository.
  const terminal = openTerminal({ columns: 80, rows: 24 })
  closeSync(terminal.descriptor)
  terminal.stream.destroy()
  becomeOrdinaryUser()
})

test.each([false, true])('an ordinary user has it all (terminal: %s)', async (tty) => {
  expect(process.getuid?.()).not.toBe(0)
  const world = execWorld()
  const seconds = uniqueSleep()
  const target = join(world.outside, 'x')
  await world.exec(
    `trap 'echo caught' INT; id -u; read line; echo > ${target}; while :; do sleep 0.05; done`,
    { tty, yield_time_ms: 30_000, until: String(process.getuid?.()) },
  )
  await world.write(1, 'go\n', { yield_time_ms: 30_000, until: target })
  const caught = await world.write(1, '\u0003', { yield_time_ms: 30_000, until: 'caught' })
  expect([caught.output.includes('caught'), existsSync(target)]).toEqual([true, false])
  await world.exec(`setsid sleep ${seconds} & wait`, { tty })
  await eventually(() => withText(seconds).length > 0)
  await world.processes.close()
  await eventually(() => withText(seconds).length === 0)
})

test('and a terminal, in which no more can be done', async () => {
  const world = terminalWorld()
  await world.open(70, 20)
  const target = join(world.outside, 'x')
  await world.type(`stty size; id -u; echo out > ${target} || echo re""fused\r`)
  const said = await world.until('refused\r\n')
  expect([said.includes('20 70\r\n'), existsSync(target)]).toEqual([true, false])
  expect(said).toContain(`${String(process.getuid?.())}\r\n`)
  const seconds = uniqueSleep()
  await world.type(`sleep ${seconds}\r`)
  await eventually(() => withText(seconds).length > 0)
  await world.terminal.close()
  await eventually(() => withText(seconds).length === 0)
})
