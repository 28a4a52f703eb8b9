import { describe, expect, it } from 'vitest'
import {
  posixWords,
  powershellEncoded,
} from '../../../../../src/main/adapters/sandbox-runtime/runtime-sandbox'

const decoded = (command: readonly string[]) =>
  Buffer.from(powershellEncoded(command), 'base64').toString('utf16le')

describe('a command as text', () => {
  it.each([
    [['echo', 'a b'], "'echo' 'a b'"],
    [['echo', "it's"], "'echo' 'it'\\''s'"],
    [['echo', '$(id)', '`id`', '\n'], "'echo' '$(id)' '`id`' '\n'"],
    [['echo', ''], "'echo' ''"],
  ])('%j for a POSIX shell', (command, text) => {
    expect(posixWords(command)).toBe(text)
  })

  it.each([
    [['git', 'status'], "$ErrorActionPreference = 'Stop'; & 'git' 'status'; exit $LASTEXITCODE"],
    [['echo', "it's; exit"], "$ErrorActionPreference = 'Stop'; & 'echo' 'it''s; exit'; exit $LASTEXITCODE"],
    [
      ['echo', '\u2019; calc'],
      "$ErrorActionPreference = 'Stop'; & 'echo' '\u2019\u2019; calc'; exit $LASTEXITCODE",
    ],
    [['echo', 'say "x"'], "$ErrorActionPreference = 'Stop'; & 'echo' 'say \\\"x\\\"'; exit $LASTEXITCODE"],
    [['echo', 'a b\\'], "$ErrorActionPreference = 'Stop'; & 'echo' 'a b\\\\'; exit $LASTEXITCODE"],
    [['echo', '$env:X'], "$ErrorActionPreference = 'Stop'; & 'echo' '$env:X'; exit $LASTEXITCODE"],
  ])('%j for PowerShell', (command, script) => {
    expect(decoded(command)).toBe(script)
  })

  it('what is handed to PowerShell has no character that a shell on the way could read', () => {
    expect(powershellEncoded(['echo', '" & calc & "'])).toMatch(/^[A-Za-z0-9+/=]+$/)
  })
})
