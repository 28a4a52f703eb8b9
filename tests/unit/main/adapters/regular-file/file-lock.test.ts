import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { ownPrefix } from '../../../../../src/main/adapters/own-process/process-name'
import { whileLocked } from '../../../../../src/main/adapters/regular-file/file-lock'

let file = ''
beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'file-lock-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  file = join(folder, 'one')
})
const locks = (): readonly string[] => readdirSync(join(file, '..'))
const work = (): Promise<string> => Promise.resolve('done')

test('one works after another, and a work that fails lets the next one in', async () => {
  const order: number[] = []
  const one = async (nth: number): Promise<void> => {
    order.push(nth)
    await new Promise((resolve) => setTimeout(resolve, 10))
    order.push(nth)
    if (nth === 1) throw new Error('failed')
  }
  await Promise.allSettled([1, 2, 3].map((nth) => whileLocked(file, () => one(nth))))
  expect(order.filter((nth, at) => at % 2 === 0 && order[at + 1] === nth)).toHaveLength(3)
  expect(locks()).toEqual([])
})

test('what a killed process left is taken away', async () => {
  symlinkSync(ownPrefix().replace(/^\d+-\d+/, '1-1'), `${file}.lock`)
  expect([await whileLocked(file, work), locks()]).toEqual(['done', []])
})

test('what a killed process left is taken away by one alone, who looks again', async () => {
  const dead = ownPrefix().replace(/^\d+-\d+/, '1-1')
  symlinkSync(dead, `${file}.lock`)
  symlinkSync(ownPrefix(), `${file}.lock.clearing`)
  await expect(whileLocked(file, work, 30)).rejects.toThrow('another program holds')
  expect(locks()).toHaveLength(2)
  rmSync(`${file}.lock.clearing`)
  symlinkSync(dead, `${file}.lock.clearing`) // killed while it did so
  expect([await whileLocked(file, work), locks()]).toEqual(['done', []])
})

test('who waits is not given up while the lock goes from hand to hand', async () => {
  symlinkSync(ownPrefix(), `${file}.lock`)
  let [asked, hands] = [0, 0]
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    asked += 1
    if (asked % 3 === 0 && hands < 10) {
      rmSync(`${file}.lock`)
      if ((hands += 1) < 10) symlinkSync(ownPrefix(), `${file}.lock`)
    }
    return asked * 10
  })
  onTestFinished(() => {
    clock.mockRestore()
  })
  expect([await whileLocked(file, work, 50), hands]).toEqual(['done', 10])
})

test.each([
  ['a living process', () => symlinkSync(ownPrefix(), `${file}.lock`)],
  ['nobody who can be seen from here', () => symlinkSync('1-1.0.abcdef.abcdef-', `${file}.lock`)],
  ['no lock of ours', () => writeFileSync(`${file}.lock`, '')],
])('one of %s is waited for, and left', async (_, make) => {
  make()
  await expect(whileLocked(file, work, 30)).rejects.toThrow('another program holds')
  setTimeout(() => rmSync(`${file}.lock`), 30)
  expect([await whileLocked(file, work), locks()]).toEqual(['done', []])
})

test('where no lock can be made nothing is begun, and the system says why', async () => {
  await expect(whileLocked(join(file, 'gone', 'x'), work)).rejects.toThrow('ENOENT')
})
