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

test('the secret is admitted beside other names, and only whole', () => {
  const { access, secret } = granted()
  expect(access.admits(`countersign, ${secret}`)).toBe(true)
  expect(access.admits(`${secret},countersign`)).toBe(true)
  for (const header of [
    undefined,
    '',
    ',',
    'countersign',
    `x${secret}`,
    `${secret}x`,
    `${secret}=`,
    access.token,
  ]) {
    expect([header, access.admits(header)]).toEqual([header, false])
  }
})

test('nothing is admitted before the exchange', () => {
  const access = createAccess()
  expect([access.admits(access.token), access.admits('countersign')]).toEqual([false, false])
})
