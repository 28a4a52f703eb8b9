import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import { removeWorlds } from '../patch/patch-world'
import { eventually, uniqueSleep, withText } from './exec-world'
import { terminalWorld } from './terminal-world'

afterAll(removeWorlds)

test('it is a terminal, of the size that the window has, and of the new one', async () => {
  const world = terminalWorld()
  await world.open(91, 27)
  await world.type(
    'PS1="rdy""> "; test -t 0 && echo "is $TERM, pages with [$PAGER]"; stty size; echo e""nd\r',
  )
  const said = await world.until('end\r\n')
  expect(said).toContain('is xterm-256color, pages with []')
  expect(said).toContain('27 91\r\n')
  world.terminal.resize({ columns: 60, rows: 11 })
  await world.type('stty size; echo an""other\r')
  expect(await world.until('another\r\n')).toContain('11 60\r\n')
  // Keys are keys: Ctrl-C stops what runs in front, and the shell goes on.
  await world.type('echo rea""dy; cat\r')
  await world.until('ready\r\n')
  await world.type('heard\r')
  await world.until('heard\r\nheard')
  await world.type('\u0003')
  await world.until('rdy> ')
  await world.type('echo still""here\r')
  await world.until('stillhere\r\n')
  await world.type('exit 7\r')
  await world.until('never said')
  expect(await world.read()).toMatchObject({ run: 1, exitCode: 7 })
})

test('it writes in the folder and not outside of it, and to a protected file of git’s neither', async () => {
  const world = terminalWorld()
  await world.open()
  const target = join(world.outside, 'x')
  await world.type(`git init -q . 2>&1; echo in > inside; echo out > ${target} || echo re""fused\r`)
  const said = await world.until('refused\r\n')
  expect(said).toMatch(/Read-only file system|Permission denied/)
  expect([existsSync(target), readFileSync(join(world.workspace, 'inside'), 'utf8')]).toEqual([false, 'in\n'])
  await world.terminal.close()
})

test('under read-only it writes nowhere', async () => {
  const world = terminalWorld({ sandboxPolicy: sandboxPolicyForMode('read-only') })
  await world.open()
  await world.type('echo in > inside || echo re""fused\r')
  await world.until('refused\r\n')
  expect(existsSync(join(world.workspace, 'inside'))).toBe(false)
  await world.terminal.close()
})

test('it reaches no server, as a command without a grant, and nobody is asked', async () => {
  let reached = 0
  const server = createServer(() => (reached += 1))
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const world = terminalWorld({ approvalPolicy: 'on-request' })
  await world.open()
  await world.type(`(echo > /dev/tcp/127.0.0.1/${String(port)}) || echo re""fused\r`)
  await world.until('refused\r\n')
  expect([reached, world.asked]).toEqual([0, []])
  await world.terminal.close()
  server.close()
})

test('what it arms for git is disarmed while it runs, as that of every process that stays', async () => {
  const world = terminalWorld()
  await world.open()
  const hook = join(world.workspace, 'new/.git/hooks/post-checkout')
  await world.type(
    `git init -q new && printf '#!/bin/sh\\n' > new/.git/hooks/post-checkout && chmod +x new/.git/hooks/post-checkout; echo ar""med\r`,
  )
  await world.until('armed\r\n')
  await eventually(() => (statSync(hook).mode & 0o111) === 0)
  await world.type('echo run""s on\r')
  await world.until('runs on\r\n')
  await world.terminal.close()
})

test.each([
  ['inside the sandbox', {}],
  ['without the sandbox', { sandboxPolicy: sandboxPolicyForMode('danger-full-access') }],
])('all that it started ends with it: %s', async (_, options) => {
  const world = terminalWorld(options)
  const seconds = uniqueSleep()
  await world.open()
  await world.type(`(setsid sleep ${seconds} &) ; trap "" TERM HUP; sleep ${seconds}\r`)
  await eventually(() => withText(`sleep\0${seconds}`).length === 2)
  await world.terminal.close()
  await eventually(() => withText(seconds).length === 0)
  expect(await world.read()).toMatchObject({ stopped: true })
})

test('a flood waits for whoever draws it, and ends when it is told to', async () => {
  const world = terminalWorld()
  await world.open()
  writeFileSync(join(world.workspace, 'flood'), 'yes 0123456789 | head -c 3000000; echo the""end\n')
  await world.type('sh flood\r')
  let [run, read, most] = [0, 0, 0]
  for (let said = ''; !said.includes('theend');) {
    const now = await world.terminal.read({ policy: world.turn.sandboxPolicy }, run, read)
    // Nothing was missed on the way.
    expect(now.from).toBe(read)
    run = now.run
    read += now.text.length
    expect(now).not.toHaveProperty('exitCode')
    expect(now.failed).toBeUndefined()
    most = Math.max(most, now.text.length)
    said = said.slice(-20) + now.text
  }
  expect([read > 3_000_000, most <= 262_144]).toEqual([true, true])
  await world.type('yes\r')
  await world.terminal.close()
  expect(await world.read()).toMatchObject({ stopped: true })
})
