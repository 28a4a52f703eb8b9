import { describe, expect, it } from 'vitest'
import {
  coverage,
  formatHostPort,
  normaliseHost,
  parseHostPort,
  parsePort,
  parseRuleHost,
  type HostGrant,
} from '../../../../../src/main/core/network/host-rules'

const long = 'a'.repeat(63)

describe('one spelling per host', () => {
  it.each([
    ['example.org', 'example.org'],
    ['EXAMPLE.Org', 'example.org'],
    ['example.org.', 'example.org'],
    ['example.org..', undefined],
    ['.example.org', undefined],
    ['example..org', undefined],
    ['.', undefined],
    ['', undefined],
    ['intranet', 'intranet'],
    ['my_bucket.s3.example', 'my_bucket.s3.example'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['bücher.example', undefined],
    ['ｅxample.org', undefined],
    ['ex%61mple.org', undefined],
    ['example.org/', undefined],
    ['example.org:443', undefined],
    ['user@example.org', undefined],
    ['example.org#x', undefined],
    ['exa mple.org', undefined],
    ['example.org\0.evil.test', undefined],
    ['example.org\r\nHost: evil.test', undefined],
    ['-example.org', undefined],
    ['example-.org', undefined],
    ['*.example.org', undefined],
    [`${long}.example`, `${long}.example`],
    [`${long}a.example`, undefined],
    [`${`${long}.`.repeat(3)}${'b'.repeat(61)}`, `${`${long}.`.repeat(3)}${'b'.repeat(61)}`],
    [`${`${long}.`.repeat(3)}${'b'.repeat(62)}`, undefined],
    ['127.0.0.1', '127.0.0.1'],
    ['127.1', '127.0.0.1'],
    ['127.0.1', '127.0.0.1'],
    ['127.0.0.1.', '127.0.0.1'],
    ['127.0.0.1..', undefined],
    ['2130706433', '127.0.0.1'],
    ['0x7f000001', '127.0.0.1'],
    ['0X7F.0.0.1', '127.0.0.1'],
    ['0177.0.0.1', '127.0.0.1'],
    ['017700000001', '127.0.0.1'],
    ['0x7f.1', '127.0.0.1'],
    ['0', '0.0.0.0'],
    ['0x', '0.0.0.0'],
    ['00', '0.0.0.0'],
    ['4294967295', '255.255.255.255'],
    ['4294967296', undefined],
    ['256.0.0.1', undefined],
    ['1.2.3.256', undefined],
    ['1.2.65536', undefined],
    ['1.2.65535', '1.2.255.255'],
    ['1.2.3.4.5', undefined],
    ['1.2.3.', '1.2.0.3'],
    ['1..2.3', undefined],
    ['08.1.1.1', undefined],
    ['1.2.3.4a', '1.2.3.4a'],
    ['1.2.3.0x', '1.2.3.0'],
    ['example.1', undefined],
    ['example.0x1', undefined],
    ['-1', undefined],
    ['+1', undefined],
    ['::1', '::1'],
    ['[::1]', '::1'],
    ['[::1', undefined],
    ['::1]', undefined],
    ['0:0:0:0:0:0:0:1', '::1'],
    ['0000:0000::0001', '::1'],
    ['FE80::1', 'fe80::1'],
    ['fe80::1%eth0', undefined],
    ['[fe80::1%25eth0]', undefined],
    ['::ffff:127.0.0.1', '127.0.0.1'],
    ['[::FFFF:7f00:1]', '127.0.0.1'],
    ['::ffff:0:127.0.0.1', '::ffff:0:7f00:1'],
    ['::127.0.0.1', '::7f00:1'],
    ['::ffff:127.1', undefined],
    ['::ffff:0177.0.0.1', undefined],
    ['1.2.3.4::', undefined],
    ['64:ff9b::127.0.0.1', '64:ff9b::7f00:1'],
    ['2001:db8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
    ['1:2:3:4:5:6:7::', '1:2:3:4:5:6:7:0'],
    ['1:2:3:4:5:6:7:8:9', undefined],
    ['1:2:3:4:5:6:7:8::', undefined],
    ['1::2::3', undefined],
    [':::', undefined],
    [':1', undefined],
    ['12345::', undefined],
    ['::g', undefined],
    ['[127.0.0.1]', undefined],
    ['[example.org]', undefined],
  ])('%j is %j', (text, host) => {
    expect(normaliseHost(text)?.host).toBe(host)
  })

  it.each([
    'example.org',
    'EXAMPLE.org.',
    '127.1',
    '0x7f000001',
    '0177.0.0.1',
    '1.2.65535',
    '0x',
    '1.2.3.0x',
    'xn--bcher-kva.example',
  ])('%j is read as the URL standard reads it', (text) => {
    const { hostname } = new URL(`http://${text}/`)
    expect(normaliseHost(text)?.host).toBe(hostname.replace(/\.$/, ''))
  })
})

describe('host and port', () => {
  it.each([
    ['example.org:443', 'example.org', 443],
    ['EXAMPLE.ORG.:80', 'example.org', 80],
    ['[::1]:8080', '::1', 8080],
    ['127.1:1', '127.0.0.1', 1],
    ['example.org:65535', 'example.org', 65535],
  ])('%j', (text, host, port) => {
    const read = parseHostPort(text)
    expect([read?.host.host, read?.port]).toEqual([host, port])
  })

  it.each([
    'example.org',
    'example.org:',
    ':443',
    '::1:443',
    'example.org:0',
    'example.org:65536',
    'example.org:0443',
    'example.org:+1',
    'example.org: 1',
    'example.org:1e3',
    'a:b:1',
    '[::1]8080',
    '[]:1',
  ])('%j is none', (text) => {
    expect(parseHostPort(text)).toBeUndefined()
  })

  it('a port is plain digits', () => {
    expect(['1', '65535', '0', '65536', '1.0', '٣', ''].map(parsePort)).toEqual([
      1,
      65535,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  it('IPv6 is shown in brackets', () => {
    expect([formatHostPort('::1', 443), formatHostPort('a.example', 80)]).toEqual([
      '[::1]:443',
      'a.example:80',
    ])
  })
})

describe('what a grant covers', () => {
  const grant = (host: string, port = 443): HostGrant => ({ kind: 'host', host, port })
  const covered = (grants: readonly HostGrant[], text: string, port = 443) => {
    const host = normaliseHost(text)
    return host && coverage(grants, host, port)
  }

  it.each([
    ['the host itself', 'example.org', 'example.org', 443, 'exact'],
    ['another spelling of it', 'example.org', 'EXAMPLE.org.', 443, 'exact'],
    ['a grant in another spelling', 'Example.Org', 'example.org', 443, 'exact'],
    ['not another port', 'example.org', 'example.org', 80, undefined],
    ['not a name below it', 'example.org', 'a.example.org', 443, undefined],
    ['not a name that ends alike', 'example.org', 'badexample.org', 443, undefined],
    ['a name below a star', '*.example.org', 'a.example.org', 443, 'wildcard'],
    ['deep below a star', '*.example.org', 'a.b.example.org', 443, 'wildcard'],
    ["not the star's own name", '*.example.org', 'example.org', 443, undefined],
    ['not a name that ends like the star', '*.example.org', 'badexample.org', 443, undefined],
    ['an address', '10.1.2.3', '0x0a.1.2.3', 443, 'exact'],
    ['no address below a star', '*.2.3.example', '1.2.3.4', 443, undefined],
    ['an unreadable rule covers nothing', '*', 'example.org', 443, undefined],
  ])('%s', (...[, rule, host, port, expected]) => {
    expect(covered([grant(rule)], host, port)).toBe(expected)
  })

  it('the grant of the host itself wins over a star', () => {
    expect(covered([grant('*.example.org'), grant('a.example.org')], 'a.example.org')).toBe('exact')
  })

  it.each([
    ['*.example.org', '*.example.org'],
    ['*.EXAMPLE.org.', '*.example.org'],
    ['example.org', 'example.org'],
    ['*.org', undefined],
    ['*', undefined],
    ['*.', undefined],
    ['a.*.org', undefined],
    ['*example.org', undefined],
    ['*.*.example.org', undefined],
    ['*.1.2.3.4', undefined],
    ['*.127.0.0.1', undefined],
  ])('a stored rule may say %j: %j', (text, rule) => {
    expect(parseRuleHost(text)).toBe(rule)
  })
})
