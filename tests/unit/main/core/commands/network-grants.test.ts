import { describe, expect, it } from 'vitest'
import type { Evidence } from '@shared/domain/evidence'
import { CommandOutcome } from '@shared/domain/command-outcome'
import { Grant } from '@shared/domain/grant'
import { describeGrant } from '@shared/messages/grant'
import { grantsFor, offerMissing } from '../../../../../src/main/core/commands/offers'
import { outcomeText } from '../../../../../src/main/core/commands/result-text'
import { judgeResult } from '../../../../../src/main/core/commands/judge-result'
import { alreadyAnswered } from '../../../../../src/main/core/execution/perform'
import { exited, kernelWrite } from '../../../../fakes/fake-world'

const refused = (target: string, over: Partial<Evidence> = {}): Evidence => ({
  kind: 'network',
  target,
  operation: 'connect',
  source: 'proxy',
  backend: 'network-proxy',
  ...over,
})
const host = (name: string, port: number) => ({ kind: 'host', host: name, port })

describe('grants for refused connections', () => {
  it.each([
    ['one host', [refused('example.org:443')], [host('example.org', 443)]],
    [
      'one host, tried twice',
      [refused('example.org:443'), refused('example.org:443')],
      [host('example.org', 443)],
    ],
    ['two ports', [refused('a.test:80'), refused('a.test:443')], [host('a.test', 80), host('a.test', 443)]],
    ['IPv6', [refused('[2606:4700::1]:443')], [host('2606:4700::1', 443)]],
    [
      'a host and a file',
      [refused('a.test:80'), kernelWrite('/srv/x')],
      [host('a.test', 80), { kind: 'write', path: '/srv/x', extent: 'file' }],
    ],
  ])('%s', (_, evidence, grants) => {
    expect(grantsFor(evidence, { home: '/home/me' })).toEqual(grants)
  })

  it.each([
    ['a forbidden address', refused('rebind.test:80', { operation: 'forbidden-address' })],
    ['what a person has just denied', refused('a.test:80', { operation: 'denied' })],
    ['what is no host', refused('x\u{fffd}:80', { operation: 'malformed-host' })],
    ['a guess', refused('a.test:80', { source: 'guess' })],
    ['a target that does not read as host and port', refused('a.test')],
  ])('%s gives none', (_, evidence) => {
    expect(grantsFor([refused('b.test:80'), evidence], { home: '/home/me' })).toBeUndefined()
  })

  it('the offer names the host and keeps what was granted before', () => {
    const offer = offerMissing([refused('example.org:443')], [{ kind: 'host', host: 'a.test', port: 80 }], {
      home: '/home/me',
    })
    expect([offer?.means, offer?.grants]).toEqual([
      { kind: 'run-again', before: 1, stays: [] },
      [host('a.test', 80), host('example.org', 443)],
    ])
  })

  it('a grant is described with its port, IPv6 in brackets', () => {
    expect([
      describeGrant({ kind: 'host', host: 'a.test', port: 80 }),
      describeGrant({ kind: 'host', host: '::2', port: 443 }),
    ]).toEqual(['connect to a.test:80', 'connect to [::2]:443'])
  })

  it.each([0, 65_536, 1.5])('port %s is no grant', (port) => {
    expect(Grant.safeParse(host('a.test', port)).success).toBe(false)
  })
})

describe('what a person answered while it ran', () => {
  it.each([
    ['only that stopped it', [refused('a.test:80', { operation: 'denied' })], true],
    [
      'something else stopped it too',
      [refused('a.test:80', { operation: 'denied' }), kernelWrite('/x')],
      false,
    ],
    ['nobody was asked', [refused('a.test:80')], false],
    ['nothing stopped it', [], false],
  ])('%s', (_, evidence, answered) => {
    expect(alreadyAnswered(evidence)).toBe(answered)
  })
})

describe('judging a run with refused connections', () => {
  it('a failing exit with a refusal of the proxy is a denial; a guess is not; success is success', () => {
    const evidence = [refused('example.org:443')]
    const guess = [refused('example.org:443', { source: 'guess' })]
    expect([
      judgeResult(exited(6, evidence), 1000).kind,
      judgeResult(exited(6, guess), 1000).kind,
      judgeResult(exited(0, evidence), 1000).kind,
    ]).toEqual(['denied', 'exited', 'exited'])
  })

  it('a success with a refusal of the proxy says so to whoever reads it; a guess and a refused write do not', () => {
    const refusal = refused('example.org:80')
    const evidence = [refusal, refused('b.test:80', { source: 'guess' }), kernelWrite('/x')]
    const outcome = judgeResult(exited(0, evidence), 1000)
    expect(outcome).toMatchObject({ kind: 'exited', refused: [refusal] })
    expect(CommandOutcome.parse(outcome)).toEqual(outcome)
    expect(outcomeText(outcome).split('\n')[0]).toBe(
      'refused by the sandbox, though the command went on: connection to example.org:80 (connect)',
    )
    expect(judgeResult(exited(0, [kernelWrite('/x')]), 1000)).not.toHaveProperty('refused')
    const inPart = { ...exited(0, [kernelWrite('/x'), kernelWrite('/log')]), failedPart: 1 }
    const isLog = ({ target }: { readonly target: string }): boolean => target === '/log'
    expect(judgeResult(inPart, 1000, isLog)).toMatchObject({ kind: 'exited', refused: [kernelWrite('/x')] })
    expect(judgeResult({ ...inPart, exitCode: 2 }, 1000).kind).toBe('denied')
  })

  it('a success says what was refused at a protected place, whoever in it failed, and what is beside the work does not count', () => {
    const config = { ...kernelWrite('/w/.git/config'), protectedBy: '/w/.git/config' }
    const outcome = judgeResult(exited(0, [config, kernelWrite('/x')]), 1000)
    expect(outcome).toMatchObject({ kind: 'exited', exitCode: 0, refused: [config] })
    expect(judgeResult(exited(0, [config]), 1000, () => true)).not.toHaveProperty('refused')
  })
})
