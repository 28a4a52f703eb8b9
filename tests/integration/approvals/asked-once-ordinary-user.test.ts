import { beforeAll, expect, test } from 'vitest'
import { becomeOrdinaryUser } from '../patch/ordinary-user'
import { askedOnceTests } from './asked-once'

beforeAll(becomeOrdinaryUser)

test('these are not run as root', () => {
  expect(process.getuid?.()).not.toBe(0)
})

askedOnceTests()
