import { beforeAll, describe, expect, test } from 'vitest'
import { oneBySeed } from '../../fakes/by-seed'
import { users, type User } from '../sandbox/harness/world'

/**
 * Makes the rest of this test file run as nobody, for good: test files run in processes of their own. As root a folder
 * without write permission stops nothing. Does nothing where the tests run as an ordinary user anyway.
 */
export function becomeOrdinaryUser(): void {
  if (process.getuid?.() !== 0) return
  process.setgroups?.([])
  process.setgid?.(65534)
  process.setuid?.(65534)
}

/**
 * Tests that are asked of both users, here in the test's own process: of the one whose turn it is, in full of root and then of nobody,
 * since who has become nobody stays that. Nothing behind this in the file may need to be root.
 */
export function asEachUser(name: string, tests: (user: User) => void): void {
  describe.each(oneBySeed(`the user of ${name}`, users))('as %s', (user) => {
    beforeAll(() => {
      if (user === 'ordinary') becomeOrdinaryUser()
    })
    test('these are run as who they say', () => {
      expect(process.getuid?.() === 0).toBe(user === 'root')
    })
    tests(user)
  })
}
