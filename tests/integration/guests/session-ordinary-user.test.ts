import { beforeAll, expect, test } from 'vitest'
import { becomeOrdinaryUser } from '../patch/ordinary-user'
import { guestSessionTests } from './session-tests'

beforeAll(becomeOrdinaryUser)

test('these are not run as root', () => {
  expect(process.getuid?.()).not.toBe(0)
})

guestSessionTests()
