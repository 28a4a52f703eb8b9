import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { asAscii } from '../../../scripts/ascii-chunks.mjs'

test.each([
  ['a text', "'„gut“ … 😀'"],
  ['a text with a backslash before a sign', String.raw`'\–\\–\\\–'`],
  ['a template', '`${1}–\\n–`'],
  ['a pattern', String.raw`[...'a–b\\—'].filter((sign) => /[–\\\—]/.test(sign)).join()`],
  ['a pattern of whole signs', "'a😀b'.replace(/[😀-😂]/u, '–')"],
  ['a name', '(() => { const größe = 1; return { größe }["größe"] })()'],
])('%s means the same in ASCII', (_, code) => {
  const ascii = asAscii(code)
  expect(ascii).toMatch(/^[\0-\x7f]*$/)
  expect(runInNewContext(ascii)).toEqual(runInNewContext(code))
})
