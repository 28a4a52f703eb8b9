import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockRecord } from '../../../../../src/main/adapters/store-jsonl/record-lock'

let folder: string
let other: ChildProcess
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cs-lock-'))
  other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
})
afterEach(() => {
  other.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

const file = (): string => join(folder, 'rollout.jsonl')
const startOf = (pid: number): string =>
  readFileSync(`/proc/${String(pid)}/stat`, 'latin1')
    .split(') ')[1]
    ?.split(' ')[19] ?? ''
const write = (holder: unknown, name = `${file()}.lock`): void => {
  writeFileSync(name, typeof holder === 'string' ? holder : JSON.stringify(holder))
}

test('a record that a living process holds is refused, naming it', () => {
  const pid = other.pid ?? 0
  write({ pid, host: hostname(), started: startOf(pid) })
  expect(() => lockRecord(file())).toThrow(
    `This session is open in another process (${String(pid)}), which alone may write its record.`,
  )
})

test('one of another machine is refused, since nobody can ask there', () => {
  write({ pid: 1, host: 'elsewhere', started: '' })
  expect(() => lockRecord(file())).toThrow('open in another process (1 on elsewhere)')
})

test.each([
  ['whose process has gone', () => ({ pid: 999_999_999, host: hostname(), started: '' })],
  ['whose number now belongs to another process', () => ({ pid: other.pid, host: hostname(), started: '1' })],
  ['of this very process', () => ({ pid: process.pid, host: hostname(), started: '' })],
  ['that says nothing', () => 'torn {'],
])('a lock %s is taken over, and released without a trace', (_, holder) => {
  write(holder())
  const lock = lockRecord(file())
  expect(JSON.parse(readFileSync(`${file()}.lock`, 'utf8'))).toEqual({
    pid: process.pid,
    host: hostname(),
    started: startOf(process.pid),
  })
  lock.release()
  expect(readdirSync(folder)).toEqual([])
})

test('a lock of a process that ended, and that its parent never collects, is taken over', async () => {
  // As in a container whose first process is a `sleep`.
  const parent = spawn('sh', ['-c', 'exec 3<&0; (read end <&3) & echo $!; exec sleep 60'])
  try {
    const [line] = (await once(parent.stdout, 'data')) as [Buffer]
    const pid = Number(line)
    // A shell would collect it.
    await expect.poll(() => readFileSync(`/proc/${String(parent.pid)}/comm`, 'utf8')).toBe('sleep\n')
    parent.stdin.write('\n')
    await expect.poll(() => readFileSync(`/proc/${String(pid)}/stat`, 'latin1')).toMatch(/\) Z /)
    write({ pid, host: hostname(), started: startOf(pid) })
    lockRecord(file()).release()
    expect(readdirSync(folder)).toEqual([])
  } finally {
    parent.kill('SIGKILL')
  }
})

test('while a living process clears a dead lock away, nobody else does', () => {
  const pid = other.pid ?? 0
  write({ pid: 999_999_999, host: hostname(), started: '' })
  write({ pid, host: hostname(), started: startOf(pid) }, `${file()}.lock.takeover`)
  expect(() => lockRecord(file())).toThrow(String(pid))
  expect(existsSync(`${file()}.lock`)).toBe(true)
})
