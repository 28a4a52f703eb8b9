import { expect, test } from 'vitest'
import { createAccess } from '../../../../../src/main/hosts/browser/access'

function granted() {
  const access = createAccess()
  const exchange = access.exchange(access.token)
  if (exchange.kind !== 'granted') throw new Error('the right token was refused')
  return { access, secret: exchange.secret }
}

test('the token and the secret are 256 random bits each', () => {
  const { access, secret } = granted()
  const bits = [access.token, secret, createAccess().token].map((text) => Buffer.from(text, 'base64url'))
  expect(bits.map((bytes) => bytes.length)).toEqual([32, 32, 32])
  expect(new Set(bits.map((bytes) => bytes.toString('hex'))).size).toBe(3)
})

test('the token is exchanged once', () => {
  const { access } = granted()
  expect(access.exchange(access.token)).toEqual({ kind: 'refused' })
})

test('a wrong token does not use up the right one', () => {
  const access = createAccess()
  expect(access.exchange('wrong')).toEqual({ kind: 'refused' })
  expect(access.exchange(access.token).kind).toBe('granted')
})

test('after twenty refusals even the right token is turned away', () => {
  const access = createAccess()
  for (let attempt = 0; attempt < 20; attempt += 1) {
    expect(access.exchange(`${access.token}${attempt}`)).toEqual({ kind: 'refused' })
  }
  expect(access.exchange(access.token)).toEqual({ kind: 'limited' })
})

test('the cookie is admitted among others, and only under its exact name', () => {
  const { access, secret } = granted()
  const admitted = (header: string | undefined) => access.admits(header, 'countersign-80')
  expect(admitted(`a=b; countersign-80=${secret}; c=d`)).toBe(true)
  expect(admitted(`countersign-80=old; countersign-80=${secret}`)).toBe(true)
  for (const header of [
    undefined,
    '',
    'countersign-80=',
    'countersign-80',
    `countersign-81=${secret}`,
    `xcountersign-80=${secret}`,
    `countersign-80=${secret}x`,
    `countersign-80=${access.token}`,
  ]) {
    expect([header, admitted(header)]).toEqual([header, false])
  }
})
